import { describe, expect, it } from 'vitest';
import { createClientRoom } from './client-room.ts';

const client = (tenantId: string, deviceId: string, size = 10) => ({ tenantId, deviceId, registration: { size } });

describe('room for registered clients', () => {
  it('is bounded for each tenant, and a device that registers again has its place', () => {
    const room = createClientRoom(2);
    const first = client('one', 'a');
    for (const next of [first, client('one', 'b')]) room.enter(next);
    expect(room.mayEnter('one', 'c', 10)).toBe(false);
    expect(room.mayEnter('one', 'a', 10)).toBe(true);
    expect(room.mayEnter('two', 'd', 10)).toBe(true);
    room.leave(first);
    room.leave(first);
    expect(room.mayEnter('one', 'c', 10)).toBe(true);
    room.enter(client('one', 'c'));
    expect(room.mayEnter('one', 'e', 10)).toBe(false);
  });

  it('is left for other tenants by those whose registrations are long', () => {
    const room = createClientRoom(1000, { clients: 1000, bytes: 10_000 });
    let entered = 0;
    while (room.mayEnter('greedy', `device ${entered}`, 1000))
      room.enter(client('greedy', `device ${entered++}`, 1000));
    expect(entered).toBeGreaterThan(5);
    expect(entered).toBeLessThan(9);
    expect(room.mayEnter('modest', 'other', 500)).toBe(true);
  });

  it('is counted for registrations that become longer, and given back whole', () => {
    const room = createClientRoom(1000, { clients: 1000, bytes: 10_000 });
    const one = client('one', 'a', 1000);
    room.enter(one);
    expect(room.mayGrow(one, 7000)).toBe(true);
    expect(room.mayGrow(one, 9000)).toBe(false);
    one.registration = { size: 7000 };
    room.grown(one, 1000);
    expect(room.mayEnter('one', 'b', 2000)).toBe(false);
    room.leave(one);
    expect(room.mayEnter('one', 'b', 7000)).toBe(true);
  });
});
