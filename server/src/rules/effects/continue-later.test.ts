import { expect, test } from 'vitest';
import { newMessage } from '../../messages/message.ts';
import { createBatchEffects } from '../batch-effects.ts';
import { DELAY } from '../delayed-messages.ts';
import type { EffectStores } from './effect-kind.ts';

const messageAt = (ruleNodeId: string) =>
  newMessage({
    tenantId: 'tenant',
    type: 'any',
    originator: { entityType: 'DEVICE', id: 'device' },
    data: '{}',
    ruleNodeId,
  });
const room = { max: 3, refusal: 'Max limit of pending messages reached!' };

test('a node with a limit of its own counts what waits there, and what the batch has added', () => {
  const parked = { requireRoom: () => undefined, waitingAt: (nodeId: string) => (nodeId === 'delay' ? 1 : 0) };
  const effects = createBatchEffects({ parked } as unknown as EffectStores);
  const wait = (nodeId: string) => effects.continueLater(DELAY, { until: 1 }, messageAt(nodeId), room);
  wait('delay');
  for (let i = 0; i < 3; i++) wait('other');
  wait('delay');
  expect(() => wait('delay')).toThrow(room.refusal);
  expect(() => wait('other')).toThrow(room.refusal);
  effects.continueLater(DELAY, { until: 1 }, messageAt('delay'));
});

test('so many long messages of a tenant may wait that a batch can store them', () => {
  const parked = { requireRoom: () => undefined, waitingAt: () => 0 };
  const effects = createBatchEffects({ parked } as unknown as EffectStores);
  const data = 'x'.repeat(1_048_576);
  const wait = (tenantId: string) =>
    effects.continueLater(DELAY, { until: 1 }, { ...messageAt('node'), data, tenantId });
  for (let i = 0; i < 64; i++) wait('greedy');
  expect(() => wait('greedy')).toThrow('Too long messages wait at rule nodes at once');
  wait('other');
});
