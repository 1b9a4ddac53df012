import { afterEach, describe, expect, it } from 'vitest';
import { createExchangeLog, type NewExchange, settleWith } from './exchange-log.ts';

const TENANT = 'tenant';
const PUBLISH: NewExchange = { direction: 'IN', protocol: 'MQTT', kind: 'PUBLISH', payload: '{"a":1}' };

let now = 1000;
const open: ReturnType<typeof createExchangeLog>[] = [];
function logOf() {
  now = 1000;
  const log = createExchangeLog(() => now);
  open.push(log);
  return log;
}
afterEach(() => {
  for (const log of open.splice(0)) log.close();
});

describe('the log of what devices exchange', () => {
  it('keeps nothing of devices that nobody looks at', () => {
    const log = logOf();
    expect(log.isWatching).toBe(false);
    expect(log.begin('a', PUBLISH)).toBeUndefined();
    log.read(TENANT, 'a', undefined);
    expect(log.isWatching).toBe(true);
    expect(log.watches('b')).toBe(false);
    expect(log.begin('b', PUBLISH)).toBeUndefined();
    expect(log.read(TENANT, 'b', undefined).exchanges).toEqual([]);
  });

  it('tells what began or changed since the last call', () => {
    const log = logOf();
    const first = log.read(TENANT, 'a', undefined);
    expect(first).toMatchObject({ isNew: true, since: 1000, exchanges: [] });
    const exchange = log.begin('a', PUBLISH);
    const second = log.read(TENANT, 'a', first.cursor);
    expect(second.isNew).toBe(false);
    expect(second.exchanges).toMatchObject([{ id: 1, outcome: 'PENDING', duration: null, payload: '{"a":1}' }]);
    expect(log.read(TENANT, 'a', second.cursor).exchanges).toEqual([]);
    now += 12;
    exchange?.settle('REFUSED', 'too much');
    exchange?.settle('ACCEPTED');
    expect(log.read(TENANT, 'a', second.cursor).exchanges).toMatchObject([
      { id: 1, outcome: 'REFUSED', reason: 'too much', duration: 12 },
    ]);
    expect(log.read(TENANT, 'a', 'nonsense').isNew).toBe(true);
  });

  it('keeps the last hundred of each device', () => {
    const log = logOf();
    log.read(TENANT, 'a', undefined);
    for (let i = 0; i < 250; i++) log.begin('a', { ...PUBLISH, address: 'x'.repeat(10_000) });
    const { exchanges } = log.read(TENANT, 'a', undefined);
    expect(exchanges).toHaveLength(100);
    expect(exchanges[0]?.id).toBe(151);
    expect(exchanges[0]?.address).toHaveLength(512);
  });

  it('ends a minute after the last look', () => {
    const log = logOf();
    log.read(TENANT, 'a', undefined);
    now += 59_000;
    log.sweep();
    expect(log.isWatching).toBe(true);
    now += 2000;
    log.sweep();
    expect(log.isWatching).toBe(false);
    expect(log.begin('a', PUBLISH)).toBeUndefined();
  });

  it('refuses to follow too many devices of a tenant', () => {
    const log = logOf();
    for (let i = 0; i < 20; i++) log.read(TENANT, `a${i}`, undefined);
    expect(() => log.read(TENANT, 'one more', undefined)).toThrow('too many');
    log.read(TENANT, 'a0', undefined);
  });

  it('keeps no tenant out, whatever others look at', () => {
    const log = logOf();
    for (let tenant = 0; tenant < 10; tenant++) {
      for (let i = 0; i < 20; i++) {
        now++;
        log.read(`t${tenant}`, `t${tenant} ${i}`, undefined);
      }
    }
    for (let i = 0; i < 18; i++) log.read('last', `last ${i}`, undefined);
    // Those that were looked at longest ago have made room, and no tenant has many fewer than another.
    const kept = (tenant: number) =>
      Array.from({ length: 20 }, (_, i) => log.watches(`t${tenant} ${i}`)).filter(Boolean);
    expect(Array.from({ length: 10 }, (_, tenant) => kept(tenant).length).toSorted()).toEqual([
      ...[18, 18, 18, 18, 18, 18, 18, 18, 19, 19],
    ]);
    expect(log.watches('t0 0')).toBe(false);
    expect(log.watches('t0 19')).toBe(true);
    expect(() => log.read('last', 'last 18', undefined)).toThrow('too many');
    expect(() => log.read('t0', 't0 0', undefined)).toThrow('too many');
  });

  it('tells another tenant nothing of what a device exchanged before it came', () => {
    const log = logOf();
    const { cursor } = log.read(TENANT, 'a', undefined);
    log.begin('a', PUBLISH);
    expect(log.read('other', 'a', cursor)).toMatchObject({ isNew: true, exchanges: [] });
  });

  it('settles by what becomes of the work', async () => {
    const log = logOf();
    log.read(TENANT, 'a', undefined);
    await settleWith(log.begin('a', PUBLISH), () => 1);
    const failing = settleWith(log.begin('a', PUBLISH), () => Promise.reject(new Error('no room')));
    await expect(failing).rejects.toThrow('no room');
    expect(log.read(TENANT, 'a', undefined).exchanges).toMatchObject([
      { outcome: 'ACCEPTED' },
      { outcome: 'REFUSED', reason: 'no room' },
    ]);
  });
});
