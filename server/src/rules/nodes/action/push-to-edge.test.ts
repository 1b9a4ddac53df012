import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { pushToEdgeNode } from './push-to-edge.ts';

const world = { edges: { device: ['e1', 'e2'] } };
const alarmId = '6faf8590-e57e-11f1-a2cf-f30f015b2b9a';
const told = (news: object, edgeIds: string[] = ['e1', 'e2']) => ({
  effects: [['tellEdges', { tenantId: 'tenant', edgeIds, entityId: 'device', type: 'DEVICE', ...news }]],
});
const twice = ['Success', 'Success'];

testRuleNode(pushToEdgeNode, [
  {
    title: 'tells every edge of the originator about telemetry',
    world,
    message: { data: '{"t":1}', metadata: { ts: '5' } },
    relation: twice,
    effects: told({ action: 'TIMESERIES_UPDATED', body: { data: { t: 1 }, ts: '5' } }),
  },
  {
    title: 'with the time of the message when it has no other',
    world,
    message: { data: '{"t":1}' },
    relation: twice,
    effects: told({ action: 'TIMESERIES_UPDATED', body: { data: { t: 1 }, ts: '1000' } }),
  },
  {
    title: 'tells an edge about itself',
    message: { originator: { entityType: 'EDGE', id: 'device' } },
    relation: ['Success'],
    effects: told({ type: 'EDGE', action: 'TIMESERIES_UPDATED', body: { data: {}, ts: '1000' } }, ['device']),
  },
  {
    title: 'tells about attributes of the device, in the scope of the node',
    configuration: { scope: 'CLIENT_SCOPE' },
    world,
    message: { type: 'POST_ATTRIBUTES_REQUEST', data: '{"a":1}' },
    relation: twice,
    effects: told({ action: 'POST_ATTRIBUTES', body: { kv: { a: 1 }, scope: 'CLIENT_SCOPE' } }),
  },
  {
    title: 'and about changed ones, in the scope of the message',
    world,
    message: { type: 'ATTRIBUTES_UPDATED', data: '{"a":1}', metadata: { scope: 'SHARED_SCOPE' } },
    relation: twice,
    effects: told({ action: 'ATTRIBUTES_UPDATED', body: { kv: { a: 1 }, scope: 'SHARED_SCOPE' } }),
  },
  {
    title: 'and about deleted ones',
    world,
    message: { type: 'ATTRIBUTES_DELETED', data: '{"attributes":["a"]}' },
    relation: twice,
    effects: told({ action: 'ATTRIBUTES_DELETED', body: { keys: ['a'], scope: 'SERVER_SCOPE' } }),
  },
  {
    title: 'tells about an alarm',
    world,
    message: { type: 'ALARM', data: JSON.stringify({ id: { entityType: 'ALARM', id: alarmId } }) },
    relation: twice,
    effects: told({ action: 'ADDED', type: 'ALARM', entityId: alarmId, body: null }),
  },
  { title: 'ends what no edge has to know' },
  { title: 'ends what came from an edge', world, message: { metadata: { source: 'Edge' } } },
  {
    title: 'fails for other kinds',
    message: { originator: { entityType: 'USER', id: 'u' } },
    fails: 'Unsupported originator type: USER',
  },
  {
    title: 'fails for other types',
    message: { type: 'ENTITY_CREATED' },
    fails: 'Unsupported msg type: ENTITY_CREATED',
  },
  { title: 'fails for an alarm that is not one', message: { type: 'ALARM' }, fails: 'The payload is not an alarm' },
]);
