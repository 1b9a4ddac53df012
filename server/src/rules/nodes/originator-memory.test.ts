import { expect, test } from 'vitest';
import { type Message, newMessage } from '../../messages/message.ts';
import type { MessageEffects } from '../batch-effects.ts';
import { createOriginatorMemory } from './originator-memory.ts';

function message(id: string): Message {
  return newMessage({ tenantId: 't', type: 'any', originator: { entityType: 'DEVICE', id: 'd' }, data: '{}', id });
}

/** A run of a batch; `commit` runs what comes after its commit. */
function run() {
  const actions: (() => void)[] = [];
  const effects = { batch: {}, afterCommit: (action: () => void) => actions.push(action) } as unknown as MessageEffects;
  return {
    effects,
    commit() {
      for (const action of actions) action();
    },
  };
}

test('later messages of a batch find what earlier ones left; a batch that is tried again does not', () => {
  const memory = createOriginatorMemory<number>();
  const failed = run();
  memory.remember(message('1'), failed.effects, 1);
  expect(memory.recall(message('2'), failed.effects)).toBe(1);

  const again = run();
  expect(memory.recall(message('1'), again.effects)).toBeUndefined();
  memory.remember(message('1'), again.effects, 1);
  memory.remember(message('2'), again.effects, 2);
  again.commit();
  expect(memory.recall(message('3'), run().effects)).toBe(2);
});

test('a message that is tried again finds what was there before it', () => {
  const memory = createOriginatorMemory<number>();
  const { effects } = run();
  memory.remember(message('1'), effects, 1);
  memory.remember(message('2'), effects, 2);
  expect(memory.recall(message('2'), effects)).toBe(1);
  memory.remember(message('2'), effects, 2);
  expect(memory.recall(message('2'), effects)).toBe(1);
  expect(memory.recall(message('3'), effects)).toBe(2);
});
