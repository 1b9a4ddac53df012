import { newEdgeKeys } from '../access-objects.ts';
import { type AccessRow, imports, only } from '../access-row.ts';
import { typedRows } from '../typed-rows.ts';

export const edgesRows: Record<string, AccessRow | AccessRow[]> = {
  ...typedRows('edge', 'Edge', 'site', { more: newEdgeKeys }),
  importEdges: imports('edge', 'site'),
  assignDeviceToEdge: only('device', 'READ'),
  unassignDeviceFromEdge: only('device', 'READ'),
  getEdgeDevices: only('edge', 'READ'),
  assignAssetToEdge: only('asset', 'READ'),
  unassignAssetFromEdge: only('asset', 'READ'),
  getEdgeAssets: only('edge', 'READ'),
  // Its device is not on the edge.
  assignEntityViewToEdge: { ...only('entityView', 'READ'), letIn: [400] },
  unassignEntityViewFromEdge: only('entityView', 'READ'),
  getEdgeEntityViews: only('edge', 'READ'),
  assignDashboardToEdge: only('dashboard', 'READ'),
  unassignDashboardFromEdge: only('dashboard', 'READ'),
  getEdgeDashboards: only('edge', 'READ'),
  // The chain of the test is not for edges.
  assignRuleChainToEdge: { ...only('ruleChain', 'READ'), letIn: [400] },
  unassignRuleChainFromEdge: only('ruleChain', 'READ'),
  getEdgeRuleChains: only('edge', 'READ'),
  // Nor is it on the edge.
  setEdgeRootRuleChain: { ...only('edge', 'WRITE'), letIn: [400] },
  getMissingRuleChains: only('edge', 'READ'),
  // No edge is connected.
  syncEdge: { ...only('edge', 'READ'), letIn: [400] },
  getEdgeEvents: only('edge', 'READ'),
};
