import { expect } from 'vitest';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { copyToViewNode } from './copy-to-view.ts';

const device = { entityType: 'DEVICE', id: 'device' } as const;
const view = (id: string, more: object = {}) => {
  const entityId = { entityType: 'ENTITY_VIEW', id } as const;
  return {
    entityId,
    fields: {
      id: entityId,
      entityId: device,
      keys: { timeseries: [], attributes: { cs: ['fw'], ss: ['limit', 'mode'], sh: [] } },
      startTimeMs: 0,
      endTimeMs: 0,
      ...more,
    },
  };
};
const world = {
  entities: [
    view('open'),
    view('later', { startTimeMs: Date.now() + 1_000_000 }),
    view('over', { endTimeMs: 1 }),
    view('other', { entityId: { entityType: 'DEVICE', id: 'other' } }),
  ],
};
const server = { scope: 'SERVER_SCOPE', a: 'b' };
const message = { type: 'ATTRIBUTES_UPDATED', metadata: server, data: '{"limit":5,"mode":"eco","hidden":1}' };
const long = (key: string, value: number) => ({ key, value: { type: 'LONG', value } });
const copied = (type: string, data: string, metadata: object) => [
  expect.objectContaining({
    type,
    data,
    metadata,
    originator: { entityType: 'ENTITY_VIEW', id: 'open' },
    ruleChainId: 'chain',
    ruleNodeId: 'node',
    relation: 'Success',
  }),
];

testRuleNode(copyToViewNode, [
  {
    title: 'copies what an open view shows, and sends a message of its own for it',
    world,
    message,
    effects: {
      saved: [
        {
          scope: 'SERVER_SCOPE',
          entries: [long('limit', 5), { key: 'mode', value: { type: 'STRING', value: 'eco' } }],
          notifyDevice: false,
        },
      ],
      enqueued: copied(message.type, message.data, server),
    },
  },
  {
    title: 'what devices send are client attributes',
    world,
    message: { ...message, type: 'POST_ATTRIBUTES_REQUEST', data: '{"fw":2,"limit":1}' },
    effects: {
      saved: [{ scope: 'CLIENT_SCOPE', entries: [long('fw', 2)], notifyDevice: false }],
      enqueued: copied('POST_ATTRIBUTES_REQUEST', '{"fw":2,"limit":1}', server),
    },
  },
  {
    title: 'deletes what was deleted',
    world,
    message: { ...message, type: 'ATTRIBUTES_DELETED', data: '{"attributes":["limit","hidden"]}' },
    effects: {
      saved: [{ scope: 'SERVER_SCOPE', entries: [{ key: 'limit', value: null }], notifyDevice: false }],
      enqueued: copied('ATTRIBUTES_DELETED', '{"attributes":["limit","hidden"]}', server),
    },
  },
  {
    title: 'sends a message although the view shows none of them',
    world,
    message: { ...message, type: 'ACTIVITY_EVENT', data: '{"active":true}' },
    effects: { enqueued: copied('ACTIVITY_EVENT', '{"active":true}', server) },
  },
  { title: 'ends messages of entities without views', message },
  {
    title: 'fails for other types',
    message: { metadata: server },
    fails: 'Unsupported msg type: POST_TELEMETRY_REQUEST',
  },
  { title: 'fails without metadata', message: { ...message, metadata: {} }, fails: 'Message metadata is empty' },
  { title: 'fails without a scope', message: { ...message, metadata: { a: 'b' } }, fails: 'Unknown scope: ' },
  {
    title: 'fails when deleted attributes are not named',
    message: { ...message, type: 'ATTRIBUTES_DELETED' },
    fails: 'does not name the deleted attributes',
  },
]);
