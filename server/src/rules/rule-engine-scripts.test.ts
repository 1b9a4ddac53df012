import { beforeEach, describe, expect, test } from 'vitest';
import {
  answerScripts,
  aside,
  chain,
  debugEvents,
  engine,
  fillNodes,
  liveBus,
  node,
  parked,
  run,
  SAVE,
  savedTexts,
  setUpRuleEngine,
  stored,
  TENANT,
  telemetry,
} from '../../test/rule-engine-world.ts';
import type { EffectStores } from './effects/effect-kind.ts';
import { ScriptTooSlow } from './scripts/script-engine.ts';
import { createSlowScriptExecutor } from './slow-scripts.ts';

setUpRuleEngine();

describe('a script that takes too long for a batch', () => {
  const SCRIPT = node('filter.TbJsFilterNode', { jsScript: 'slow' }, true);

  beforeEach(() => {
    chain('root', {
      firstNodeIndex: 0,
      nodes: [SCRIPT, SAVE],
      connections: [{ fromIndex: 0, toIndex: 1, type: 'True' }],
    });
    answerScripts(async (_body, _input, { mayWait }) => {
      if (!mayWait) throw new ScriptTooSlow('The script takes long');
      return { type: 'boolean', json: 'true' };
    });
  });

  /** Runs parked messages, as the executor does. */
  async function runParked(): Promise<void> {
    const executor = createSlowScriptExecutor(
      (tenantId, nodeId) => engine.nodeOf(tenantId, nodeId),
      () => ({}) as EffectStores,
      async () => undefined,
    );
    for (const { next } of parked.splice(0)) {
      const outcome = await executor.run(null, {
        id: 'id',
        next,
        attempt: 1,
        progress: undefined,
        note: () => undefined,
        signal: new AbortController().signal,
      });
      if ('continueWith' in outcome) await run(...outcome.continueWith.map((change) => ({ ...next, ...change })));
    }
  }

  test('leaves it, and its message continues when the script has run separately', async () => {
    await run(telemetry('{"t":1}'), telemetry('{"t":2}', { type: 'OTHER' }));
    expect(savedTexts()).toEqual([]);
    expect(parked).toHaveLength(2);
    expect(parked[0]).toMatchObject({ kind: { name: 'slow script' }, next: { ruleNodeId: 'root-0', data: '{"t":1}' } });
    parked.pop();
    await runParked();
    expect(savedTexts()).toEqual([1]);
    expect(debugEvents().filter(({ type }) => type === 'OUT')).toMatchObject([{ relationType: 'True' }]);
  });

  test('fails its message with the text of its error when it fails separately', async () => {
    answerScripts(async (_body, _input, { mayWait }) => {
      if (!mayWait) throw new ScriptTooSlow('The script takes long');
      throw new Error('timed out');
    });
    await run(telemetry('{"t":1}'));
    await expect(runParked()).rejects.toThrow('timed out');
    await run(telemetry('{"t":1}', { ruleNodeId: 'root-0', relation: 'Failure', failure: 'timed out' }));
    expect(aside).toMatchObject([{ error: "timed out in rule node 'node 0' of rule chain 'root'" }]);
  });

  test('fails its message immediately when too many wait at its node', async () => {
    fillNodes();
    await run(telemetry('{"t":1}'));
    expect(aside).toMatchObject([
      { error: expect.stringContaining('The script takes long: 10000 messages wait at this node already') },
    ]);
  });

  test('of a deleted node ends its message', async () => {
    await run(telemetry('{"t":1}'));
    stored.nodes = [];
    stored.chains = [];
    liveBus.publish({ kind: 'ruleChain', tenantId: TENANT, entityId: { entityType: 'RULE_CHAIN', id: 'root' } });
    await runParked();
    expect(savedTexts()).toEqual([]);
  });
});
