import { type AccessRow, NONE, only } from '../access-row.ts';

/** Rule chains. */
export const ruleChainsRows: Record<string, AccessRow | AccessRow[]> = {
  // Rule chains
  getRuleChains: NONE,
  getRuleChain: only('ruleChain', 'READ'),
  saveRuleChain: [
    { creates: 'ruleChain', body: (_objects, unique) => ({ name: unique }) },
    { on: 'ruleChain', op: 'WRITE', body: ({ ruleChain }) => ({ ...ruleChain, name: 'Changed' }) },
  ],
  createDefaultRuleChain: { creates: 'ruleChain', body: (_objects, unique) => ({ name: unique }) },
  deleteRuleChain: only('ruleChain', 'DELETE'),
  setRootRuleChain: only('ruleChain', 'WRITE'),
  // The chain of the test is not for edges.
  setEdgeTemplateRootRuleChain: { ...only('ruleChain', 'WRITE'), letIn: [400] },
  setAutoAssignToEdge: { ...only('ruleChain', 'WRITE'), letIn: [400] },
  unsetAutoAssignToEdge: { ...only('ruleChain', 'WRITE'), letIn: [400] },
  getAutoAssignToEdgeRuleChains: NONE,
  getRuleChainMetadata: only('ruleChain', 'READ'),
  saveRuleChainMetadata: {
    on: 'ruleChain',
    op: 'WRITE',
    body: ({ ruleChain }) => ({
      ruleChainId: ruleChain.id,
      firstNodeIndex: null,
      nodes: [],
      connections: [],
      ruleChainConnections: null,
    }),
  },
  getLatestDebugInput: only('ruleNode', 'READ'),
  testScript: {
    body: () => ({
      script: 'return true;',
      scriptType: 'filter',
      argNames: ['msg', 'metadata', 'msgType'],
      msg: '{}',
      metadata: {},
      msgType: 'POST_TELEMETRY_REQUEST',
    }),
  },
  exportRuleChains: { query: 'limit=100' },
  importRuleChains: { query: 'overwrite=false', body: () => ({ ruleChains: [], metadata: [] }), letIn: [400] },
  getComponent: { params: { clazz: 'org.thingsboard.rule.engine.filter.TbJsFilterNode' } },
  getComponentsOfType: { params: { componentType: 'FILTER' } },
  getComponents: { query: 'componentTypes=FILTER,ACTION' },
};
