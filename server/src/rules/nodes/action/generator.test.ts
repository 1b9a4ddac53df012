import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { generatorNode } from './generator.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const id = '6faf8590-e57e-11f1-a2cf-f30f015b2b9a';
const device = { entityType: 'DEVICE', id } as const;
const counting = { msgCount: 0, periodInSeconds: 2, jsScript: '…' };
/** Counts up from the previous message. */
const next = ({ msg }: { msg: string }) => ({
  msg: { n: ((JSON.parse(msg) as { n?: number }).n ?? 0) + 1 },
  metadata: { data: 40 },
  msgType: 'POST_TELEMETRY_REQUEST',
});

test('creates a message each period from the one before, as the node itself', async () => {
  const node = await tryRuleNode(generatorNode, counting, { script: next });
  expect(node.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(4_000);
  const made = {
    tenantId: 'tenant',
    type: 'POST_TELEMETRY_REQUEST',
    originator: { entityType: 'RULE_NODE', id: 'node' },
    metadata: { data: '40' },
    queueName: 'Main',
    ruleChainId: 'chain',
    ruleNodeId: 'node',
    relation: 'Success',
  };
  expect(node.sent).toMatchObject([
    { ...made, data: '{"n":1}' },
    { ...made, data: '{"n":2}' },
  ]);
  node.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(node.sent).toHaveLength(2);
});

test('creates as many as it should for an entity of the tenant', async () => {
  const configuration = { ...counting, msgCount: 3, originatorType: 'DEVICE', originatorId: id };
  const node = await tryRuleNode(generatorNode, configuration, {
    script: next,
    world: { entities: [{ entityId: device }] },
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(node.sent.map(({ originator, data }) => [originator, data])).toEqual([
    [device, '{"n":1}'],
    [device, '{"n":2}'],
    [device, '{"n":3}'],
  ]);
});

test('a script that fails is a failure, and the next one gets the last message', async () => {
  let calls = 0;
  const node = await tryRuleNode(generatorNode, counting, {
    script(input) {
      if (++calls === 2) throw new Error('broken');
      return next(input);
    },
  });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(node.sent).toMatchObject([
    { relation: 'Success', data: '{"n":1}' },
    { relation: 'Failure', failure: 'broken', data: '{"n":1}' },
    { relation: 'Success', data: '{"n":2}' },
  ]);
});

test('a script that returns no object repeats the previous message', async () => {
  const node = await tryRuleNode(generatorNode, counting, { script: () => 5 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(node.sent).toMatchObject([{ relation: 'Success', data: '{}', type: '', metadata: {} }]);
});

test('messages that come here end', async () => {
  const node = await tryRuleNode(generatorNode, counting, { script: next });
  expect(node.handle({})).toEqual([]);
  node.stop();
});

test.each([
  [{ entities: [] }, id],
  [{ entities: [{ entityId: device, tenantId: 'other' }] }, id],
  [{ entities: [] }, 'no-id'],
])('does not start for an originator that the tenant does not have', async (world, originatorId) => {
  const configuration = { ...counting, originatorType: 'DEVICE', originatorId };
  const start = tryRuleNode(generatorNode, configuration, { script: next, world });
  await expect(start).rejects.toThrow('The originator does not exist');
});
