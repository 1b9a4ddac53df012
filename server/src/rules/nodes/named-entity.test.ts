import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readsOf } from '../../../test/node-world.ts';
import { prepareNamedEntity } from './named-entity.ts';

const room = { entityType: 'ASSET', id: 'room' } as const;
const place = { tenantId: 'tenant', nodeId: 'node', nodeName: 'Node', ruleChainId: 'chain' };
let lookUps: string[];
let name: string;

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  lookUps = [];
  name = 'Room';
});
afterEach(() => {
  vi.useRealTimers();
});

function prepare(expiration: number) {
  const entities = {
    async find(_tenantId: string, _type: string, wanted: string) {
      lookUps.push(wanted);
      return wanted === name ? room : undefined;
    },
    ensure: () => Promise.reject(new Error('not created')),
  };
  const entity = () => ({ entities: [{ entityId: room, name }] });
  const reads = { ...readsOf(), entity: (tenantId: string, id: typeof room) => readsOf(entity()).entity(tenantId, id) };
  return prepareNamedEntity({ entities, reads: reads as ReturnType<typeof readsOf> }, place, expiration);
}

test('looks a name up once in the time it is remembered', async () => {
  const names = prepare(10);
  expect(await names.find('ASSET', 'Room')).toEqual(room);
  expect(await names.find('ASSET', 'Room')).toEqual(room);
  expect(lookUps).toEqual(['Room']);
  vi.setSystemTime(10_001);
  expect(await names.find('ASSET', 'Room')).toEqual(room);
  expect(lookUps).toHaveLength(2);
});

test('remembers for ever with 0', async () => {
  const names = prepare(0);
  await names.find('ASSET', 'Room');
  vi.setSystemTime(1e12);
  await names.find('ASSET', 'Room');
  expect(lookUps).toHaveLength(1);
});

test('does not return an entity that has another name now, and does not remember that there was none', async () => {
  const names = prepare(0);
  await names.find('ASSET', 'Room');
  name = 'Hall';
  expect(await names.find('ASSET', 'Room')).toBeUndefined();
  name = 'Room';
  expect(await names.find('ASSET', 'Room')).toEqual(room);
  expect(lookUps).toHaveLength(3);
});
