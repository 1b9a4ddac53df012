import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { messageCountNode } from './message-count.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const report = (count: number, delta: number) => ({
  tenantId: 'tenant',
  type: 'POST_TELEMETRY_REQUEST',
  originator: { entityType: 'TENANT', id: 'tenant' },
  data: `{"n_server":${count}}`,
  metadata: { delta: String(delta) },
  ruleChainId: 'chain',
  ruleNodeId: 'node',
  relation: 'Success',
});

test('counts messages, which end here, and reports at each interval', async () => {
  const node = await tryRuleNode(messageCountNode, { interval: 2, telemetryPrefix: 'n' });
  expect([node.handle({}), node.handle({ type: 'ALARM' })]).toEqual([[], []]);
  await vi.advanceTimersByTimeAsync(2_000);
  node.handle({});
  await vi.advanceTimersByTimeAsync(4_000);
  expect(node.sent).toMatchObject([report(2, 2_000), report(1, 2_000), report(0, 2_000)]);
});

test('includes what could not be reported in the next report', async () => {
  const node = await tryRuleNode(messageCountNode, { interval: 1, telemetryPrefix: 'n' });
  node.handle({});
  node.isSending = false;
  await vi.advanceTimersByTimeAsync(1_000);
  node.handle({});
  node.isSending = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(node.sent).toMatchObject([report(2, 2_000)]);
});

test('ends with the node', async () => {
  const node = await tryRuleNode(messageCountNode);
  node.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(node.sent).toEqual([]);
});

test('an interval is at least a second', () => {
  expect(messageCountNode.configuration.safeParse({ interval: 0 }).success).toBe(false);
});
