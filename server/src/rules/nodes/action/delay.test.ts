// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { createDelayExecutor } from '../../delayed-messages.ts';
import { delayNode } from './delay.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 10_000, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const message = { id: 'first', data: '{"a":1}', metadata: { period: '5' } };
const waits = (until: number, max = 1000) => ({
  parked: [{ kind: 'delay', request: { until }, room: { max, refusal: 'Max limit of pending messages reached!' } }],
  later: [expect.objectContaining({ data: '{"a":1}', ruleChainId: 'chain', ruleNodeId: 'node', ts: 1000 })],
});
const pattern = (periodInSecondsPattern: string) => ({
  periodInSecondsPattern,
  useMetadataPeriodInSecondsPatterns: true,
  maxPendingMsgs: 3,
});

testRuleNode(delayNode, [
  { title: 'holds a message for the period of the node', message, effects: waits(70_000) },
  { title: 'or of the message', configuration: pattern('${period}'), message, effects: waits(15_000, 3) },
  {
    title: 'a year at most',
    configuration: pattern('999999999'),
    message,
    effects: waits(10_000 + 31_536_000_000, 3),
  },
  {
    title: 'fails without a period in the message',
    configuration: pattern('${missing}'),
    message,
    fails: "'${missing}' is not a period in seconds",
  },
  { title: 'fails for a period that is not one', configuration: pattern('-1'), message, fails: "'-1' is not a period" },
]);

test('a message goes on when its time has come, and waits a day at a time', async () => {
  const { run } = createDelayExecutor();
  const context = {} as Parameters<typeof run>[1];
  expect(await run({ until: 10_000 }, context)).toEqual({ continueWith: [{ relation: 'Success' }] });
  expect(await run({ until: 10_001 }, context)).toEqual({ retryIn: 1 });
  expect(await run({ until: 10_000 + 7 * 86_400_000 }, context)).toEqual({ retryIn: 86_400_000 });
});
