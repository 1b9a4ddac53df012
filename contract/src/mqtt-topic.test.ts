import { expect, it } from 'vitest';
import { topicFilterProblem } from './mqtt-topic.ts';

it.each(['v1/devices/me/telemetry', '+/telemetry', 'a/+/b', 'a/#', '#', '/a', 'sensors/+/data/#'])(
  'takes the topic filter %s',
  (filter) => {
    expect(topicFilterProblem(filter)).toBeUndefined();
  },
);
it.each([
  ['', 'empty'],
  ['a/#/b', 'hash'],
  ['a#', 'hash'],
  ['a+/b', 'plus'],
  ['a\u0000b', 'null'],
  ['<b>x</b>', 'markup'],
  ['x'.repeat(70_000), 'long'],
  ['ж'.repeat(40_000), 'long'],
])('says what is wrong with %j', (filter, problem) => {
  expect(topicFilterProblem(filter)).toBe(problem);
});
