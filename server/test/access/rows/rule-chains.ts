import { type AccessRow, NONE, only } from '../access-row.ts';

/** A message that nobody has set aside. */
const noMessage: AccessRow = { params: { messageId: '7d6b1c50-0000-1000-8000-000000000000' }, letIn: [404] };

/** Rule chains. */
export const ruleChainsRows: Record<string, AccessRow | AccessRow[]> = {
  // Recorder
  recordedMessages: { query: 'limit=1' },
  // No message is there; one of another tenant is told the same.
  trace: { params: { place: '0.999999.0' }, letIn: [404] },
  tryChain: {
    ...only('ruleChain', 'READ'),
    body: ({ ruleChain }) => ({ ruleChainId: ruleChain.id, metadata: {}, startTs: 0, endTs: 1, limit: 1 }),
  },
  traceTry: {
    params: { place: '0.999999.0' },
    body: ({ ruleChain }) => ({ ruleChainId: ruleChain.id, metadata: {} }),
    letIn: [404],
  },
  causeOfValue: {
    params: { entityType: 'DEVICE', entityId: '43e6cd90-e580-11f1-9def-6fbc04ae5d78' },
    query: 'key=temperature&ts=1',
    letIn: [404],
  },
  enteredMessages: { ...only('ruleChain', 'READ'), query: 'limit=1' },
  causeOfSetAside: noMessage,
  causeOfAlarm: { params: { alarmId: '43e6cd90-e580-11f1-9def-6fbc04ae5d78' }, query: 'ts=1', letIn: [404] },
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
  getLeadingRuleChains: only('ruleChain', 'READ'),
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
  getRuleChainFlow: only('ruleChain', 'READ'),
  getRuleChainVersions: only('ruleChain', 'READ'),
  // The chain of the test is empty: it has no version yet.
  getRuleChainVersion: { ...only('ruleChain', 'READ'), params: { number: '1' }, letIn: [404] },
  restoreRuleChainVersion: { ...only('ruleChain', 'WRITE'), params: { number: '1' }, letIn: [404] },
  getDeletedRuleChains: NONE,
  restoreDeletedRuleChain: { ...only('ruleChain', 'CREATE'), letIn: [404] },
  forgetDeletedRuleChain: { ...only('ruleChain', 'DELETE'), letIn: [404] },
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
  // Messages that failed in them
  getSetAsideMessages: NONE,
  getSetAsideSummary: NONE,
  getSetAsideMessage: noMessage,
  retrySetAsideMessage: { ...noMessage, query: 'from=NODE' },
  deleteSetAsideMessage: noMessage,
};
