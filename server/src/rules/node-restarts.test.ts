import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  answerScripts,
  aside,
  chain,
  events,
  liveBus,
  node,
  run,
  setUpRuleEngine,
  stored,
  TENANT,
  telemetry,
} from '../../test/rule-engine-world.ts';

// Script nodes of the world do not start while their script is `broken`, as when the sandbox is not there.
setUpRuleEngine();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  answerScripts(async () => ({ type: 'boolean', json: 'true' }));
});
afterEach(() => void vi.useRealTimers());

const lifecycle = (type: string): unknown[] =>
  events
    .filter((event) => event.type === type && event.entityId.entityType === 'RULE_NODE')
    .map(({ entityId, body }) => [entityId.id, body.event ?? body.method, body.success ?? body.error]);

/** The next messages wait for the rules that are being loaded. */
const settle = (): Promise<void> => run(telemetry('{}'));

/** Saves the chain with other scripts. */
async function save(...scripts: string[]): Promise<void> {
  for (const [at, jsScript] of scripts.entries())
    (stored.nodes[at] as { configuration: unknown }).configuration = { jsScript };
  liveBus.publish({
    kind: 'ruleChain',
    tenantId: TENANT,
    entityId: { entityType: 'RULE_CHAIN', id: 'root' },
  });
  await settle();
}

const setUp = (...scripts: string[]): void =>
  chain('root', {
    firstNodeIndex: 0,
    nodes: scripts.map((jsScript) => node('filter.TbJsFilterNode', { jsScript })),
    connections: [],
  });

describe('a node that cannot start', () => {
  const failed = ['root-0', 'STARTED', false];

  test('is tried again after 5 s, 10 s and so on, ten times, while its messages fail with the reason', async () => {
    setUp('broken', 'fine');
    await settle();
    expect(lifecycle('LC_EVENT')).toEqual(expect.arrayContaining([failed, ['root-1', 'STARTED', true]]));
    expect(lifecycle('ERROR')).toContainEqual(['root-0', 'OnStart', "Can't compile script: broken"]);
    expect(aside).toMatchObject([
      { error: expect.stringContaining("Failed to initialize rule node! Can't compile script: broken") },
    ]);
    for (let attempt = 1; attempt <= 10; attempt++) {
      const before = lifecycle('LC_EVENT').length;
      await vi.advanceTimersByTimeAsync(attempt * 5_000 - 100);
      expect(lifecycle('LC_EVENT')).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(100);
      await settle();
      expect(lifecycle('LC_EVENT').slice(before)).toEqual([failed]);
    }
    const before = lifecycle('LC_EVENT').length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(lifecycle('LC_EVENT')).toHaveLength(before);
  });

  test('is tried again at once, and as often, when the chain is saved', async () => {
    setUp('broken');
    await settle();
    for (let attempt = 1; attempt <= 10; attempt++) await vi.advanceTimersByTimeAsync(attempt * 5_000);
    const before = lifecycle('LC_EVENT').length;
    await save('broken');
    await vi.advanceTimersByTimeAsync(5_000);
    await settle();
    expect(lifecycle('LC_EVENT').slice(before)).toEqual([failed, failed]);
    await save('fine');
    expect(lifecycle('LC_EVENT').at(-1)).toEqual(['root-0', 'STARTED', true]);
  });

  test('leaves the attempts of others as they are, and what is saved later has its own', async () => {
    setUp('broken', 'fine');
    await settle();
    for (let attempt = 1; attempt <= 10; attempt++) await vi.advanceTimersByTimeAsync(attempt * 5_000);
    const before = lifecycle('LC_EVENT').length;
    await save('fine', 'broken');
    await vi.advanceTimersByTimeAsync(15_000);
    await settle();
    expect(lifecycle('LC_EVENT').slice(before)).toEqual([
      ['root-0', 'STARTED', true],
      ['root-1', 'UPDATED', false],
      ['root-1', 'STARTED', false],
      ['root-1', 'STARTED', false],
    ]);
  });

  test('is not started again by changes elsewhere, nor at all when that is pointless', async () => {
    chain('root', { firstNodeIndex: 0, nodes: [{ type: 'of nobody' }], connections: [] });
    await settle();
    expect(lifecycle('LC_EVENT')).toEqual([failed]);
    liveBus.publish({
      kind: 'entity',
      action: 'updated',
      tenantId: TENANT,
      entityId: { entityType: 'DEVICE_PROFILE', id: 'profile' },
    });
    await vi.advanceTimersByTimeAsync(600_000);
    await settle();
    expect(lifecycle('LC_EVENT')).toEqual([failed]);
  });
});
