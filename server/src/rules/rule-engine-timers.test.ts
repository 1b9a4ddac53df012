import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  answerScripts,
  chain,
  engine,
  haveTimers,
  later,
  liveBus,
  loads,
  meter,
  node,
  PASS,
  setUpRuleEngine,
  TENANT,
} from '../../test/rule-engine-world.ts';
import { COUNTER } from '../usage/usage-meter.ts';

const PATIENCE = { timeout: 40_000 };

setUpRuleEngine();

describe('nodes that work by themselves', () => {
  const generator = node('debug.TbMsgGeneratorNode', { periodInSeconds: 1, msgCount: 1, jsScript: 'make' });

  beforeEach(() => {
    haveTimers(TENANT);
    answerScripts(async () => ({
      type: 'object',
      json: '{"msg":{"t":1},"metadata":{},"msgType":"POST_TELEMETRY_REQUEST"}',
    }));
  });

  test('start with the server, without a message', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [generator], connections: [] });
    await engine.open();
    await vi.waitFor(() => expect(later).toMatchObject([{ data: '{"t":1}', relation: 'Success' }]), 5_000);
    expect(meter.of(TENANT).counts[COUNTER.ruleExecutions]).toBe(1);
    expect(loads).toBe(1);
  });

  test('start with their chain when nothing of the tenant runs yet, and only then', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [PASS], connections: [] });
    haveTimers();
    const saved = { kind: 'ruleChain', tenantId: TENANT, entityId: { entityType: 'RULE_CHAIN', id: 'root' } } as const;
    liveBus.publish(saved);
    await engine.open();
    expect(loads).toBe(0);
    haveTimers(TENANT);
    liveBus.publish(saved);
    await vi.waitFor(() => expect(loads).toBe(1), PATIENCE);
  });

  test('do not start when the tenant has used up its executions', async () => {
    meter.of(TENANT).left[COUNTER.ruleExecutions] = 0;
    await engine.open();
    expect(loads).toBe(0);
  });

  test('send nothing more once they are used up, and end with the engine', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [node('action.TbMsgCountNode', { interval: 1 })], connections: [] });
    await engine.open();
    meter.of(TENANT).left[COUNTER.ruleExecutions] = 1;
    await vi.waitFor(() => expect(later).toHaveLength(1), 5_000);
    const exhausted = vi.spyOn(meter.of(TENANT), 'mayUse');
    await vi.waitFor(() => expect(exhausted).toHaveBeenCalled(), 5_000);
    expect(later).toHaveLength(1);
    engine.close();
  });
});
