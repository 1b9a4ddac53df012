// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { originatorTelemetryNode } from './originator-telemetry.ts';

const point = (ts: number, value: number) => ({ key: 't', ts, value: { type: 'LONG', value } }) as const;
const worldOf = (...history: ReturnType<typeof point>[]) =>
  ({ entities: [{ entityId: { entityType: 'DEVICE', id: 'device' }, history }] }) as const;
const world = worldOf(point(999, 0), point(1000, 1), point(1500, 2), point(1999, 3), point(2000, 4));
const between = {
  latestTsKeyNames: ['$[key]', 'missing'],
  useMetadataIntervalPatterns: true,
  startIntervalPattern: '${from}',
  endIntervalPattern: '$[to]',
};
const message = { metadata: { from: '1000' }, data: '{"to":2000,"key":"t"}' };
const now = Date.now();

testRuleNode(originatorTelemetryNode, [
  {
    title: 'adds the first value of the interval as a JSON string',
    configuration: { ...between, fetchMode: 'FIRST' },
    world,
    message,
    relation: 'Success',
    leaves: { metadata: { from: '1000', t: '"1"' } },
  },
  {
    title: 'adds the last value',
    configuration: { ...between, fetchMode: 'LAST' },
    world,
    message,
    relation: 'Success',
    leaves: { metadata: { from: '1000', t: '"3"' } },
  },
  {
    title: 'adds all values, newest first, up to the limit',
    configuration: { ...between, fetchMode: 'ALL', orderBy: 'DESC', limit: 2 },
    world,
    message,
    relation: 'Success',
    leaves: { metadata: { from: '1000', t: '[{"ts":1999,"value":3},{"ts":1500,"value":2}]' } },
  },
  {
    title: 'reads an interval before now',
    configuration: {
      latestTsKeyNames: ['t'],
      fetchMode: 'ALL',
      startInterval: 2,
      startIntervalTimeUnit: 'HOURS',
      endInterval: 1,
      endIntervalTimeUnit: 'HOURS',
    },
    world: worldOf(point(now - 7_300_000, 1), point(now - 7_000_000, 2), point(now - 3_500_000, 3)),
    relation: 'Success',
    leaves: { metadata: { t: `[{"ts":${now - 7_000_000},"value":2}]` } },
  },
  { title: 'fails when nothing is selected', fails: 'Telemetry is not selected!' },
  {
    title: 'fails when the message has no interval',
    configuration: between,
    message: { data: '{"to":2000,"key":"t"}' },
    fails: "'${from}' is not a time in milliseconds",
  },
  {
    title: 'fails when it is no time',
    configuration: between,
    message: { ...message, metadata: { from: 'yesterday' } },
    fails: "'yesterday' is not a time in milliseconds",
  },
]);
