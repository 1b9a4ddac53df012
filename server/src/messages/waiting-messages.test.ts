import { describe, expect, it } from 'vitest';
import { newMessage } from './message.ts';
import { costOf } from './message-cost.ts';
import { createMessagePressure, type TenantAccount } from './message-pressure.ts';
import { createPartitionWindow } from './partition-window.ts';
import { createWaitingMessages } from './waiting-messages.ts';

const pressure = createMessagePressure(1_000_000);

function open(partitions = 1) {
  const windows = new Map(Array.from({ length: partitions }, (_unused, number) => [number, createPartitionWindow()]));
  for (const window of windows.values()) window.open();
  const waiting = createWaitingMessages(windows);
  /** tenant id → its account: those without bytes are not kept elsewhere */
  const accounts = new Map<string, TenantAccount>();
  const accountOf = (tenantId: string): TenantAccount => {
    const account = accounts.get(tenantId) ?? pressure.account(tenantId);
    accounts.set(tenantId, account);
    return account;
  };
  const add = (tenantId: string, name: string, cost = 1, partition = 0): void =>
    waiting.add({
      partition,
      account: accountOf(tenantId),
      messages: [message(name)],
      bytes: 1,
      cost,
      resolve: () => undefined,
      reject: () => undefined,
    });
  const take = (most = 1_000_000, isLast = false): string[] =>
    waiting.take(most, isLast).map(({ messages }) => messages[0]?.data ?? '');
  return { waiting, windows, add, take };
}

function message(data: string) {
  return newMessage({
    tenantId: 'tenant',
    type: 'POST_TELEMETRY_REQUEST',
    originator: { entityType: 'DEVICE', id: 'device' },
    data,
  });
}

describe('messages that wait for their commit', () => {
  it('admits a tenant after one turn of another, however much that one has waiting', () => {
    const { add, take } = open();
    for (let number = 0; number < 400; number++) add('flood', `flood ${number}`);
    add('quiet', 'quiet');
    const taken = take();
    expect(taken).toHaveLength(401);
    expect(taken.indexOf('quiet')).toBe(64);
    expect(taken.filter((name) => name !== 'quiet')).toEqual(Array.from({ length: 400 }, (_u, n) => `flood ${n}`));
  });

  it('counts a turn by the cost of its messages', () => {
    const { add, take } = open();
    for (let number = 0; number < 3; number++) add('flood', `flood ${number}`, 150);
    for (let number = 0; number < 100; number++) add('quiet', `quiet ${number}`);
    // What costs more than a turn goes alone: what is taken together is processed together.
    expect(take()).toEqual(['flood 0']);
    // A cost of 150 exceeds two turns.
    expect(take()).toEqual(Array.from({ length: 100 }, (_u, n) => `quiet ${n}`));
    expect(take()).toEqual(['flood 1']);
    expect(take()).toEqual(['flood 2']);
  });

  it('lets small messages of a tenant with nothing under way pass a window that a large one fills', () => {
    const { windows, add, take } = open();
    const [window] = windows.values();
    window?.share();
    while (window?.hasRoom()) window.add(100);
    add('flood', 'flood', 150);
    add('flood', 'more', 150);
    add('quiet', 'quiet 1');
    expect(take()).toEqual(['quiet 1']);
    add('quiet', 'quiet 2');
    expect(take()).toEqual([]);
  });

  it('keeps the windows of all partitions small while several tenants send, as they share one processor', () => {
    const { windows, add, take } = open(2);
    add('flood', 'flood', 1, 0);
    add('quiet', 'quiet', 1, 1);
    take();
    for (const window of windows.values()) {
      for (let times = 0; times < 20; times++) {
        window.add(10);
        window.remove(10, 500 - times);
      }
      window.add(500);
      expect(window.hasRoom()).toBe(false);
    }
  });

  it('takes no more of a partition than its window allows, and continues with the others', () => {
    const { waiting, windows, add, take } = open(2);
    for (let number = 0; number < 3_000; number++) add('flood', `flood ${number}`);
    add('flood', 'other partition', 1, 1);
    const taken = take();
    expect(taken).toHaveLength(1_501);
    expect(taken).toContain('other partition');
    expect(take()).toEqual([]);
    windows.get(0)?.remove(1_500);
    expect(take()).toHaveLength(1_500);
    expect(waiting.size).toBe(0);
  });

  it('takes a message larger than the window when the window is empty', () => {
    const { windows, add, take } = open();
    add('flood', 'large', 5_000);
    add('flood', 'next');
    expect(take()).toEqual(['large']);
    windows.get(0)?.remove(5_000);
    expect(take()).toEqual(['next']);
  });

  it('takes everything at the end, and never more messages at once than requested', () => {
    const { add, take } = open();
    for (let number = 0; number < 1_000; number++) add('flood', `flood ${number}`);
    expect(take(300)).toHaveLength(300);
    expect(take(1_000_000, true)).toHaveLength(700);
  });
});

describe('the window of a partition', () => {
  it('shrinks when effects are late, and grows again when they are fast and more messages wait', () => {
    const window = createPartitionWindow();
    window.open();
    const size = (): number => {
      let count = 0;
      for (; window.hasRoom(); count++) window.add(1);
      window.remove(count);
      return count;
    };
    const late = (): number => {
      for (let times = 0; times < 20; times++) {
        window.add(10);
        window.remove(10, 500 - times);
      }
      return size();
    };
    expect(size()).toBe(1_500);
    // A tenant alone waits for nobody but itself.
    expect(late()).toBe(1_500);
    window.share();
    const small = late();
    expect(small).toBeLessThan(1_500);
    expect(small).toBeGreaterThanOrEqual(200);
    for (let times = 0; times < 100; times++) {
      size();
      window.add(1);
      window.remove(1, 1);
    }
    expect(size()).toBe(500);
  });

  it('has no bound before committed messages are processed', () => {
    const window = createPartitionWindow();
    window.add(1_000_000);
    expect(window.hasRoom()).toBe(true);
  });
});

it('counts a message by its values, or by its length where they are not known', () => {
  const values = Array.from({ length: 4_000 }, (_unused, number) => ({
    key: `key ${number}`,
    value: { type: 'LONG' as const, value: number },
  }));
  expect(costOf(message('{}'))).toBe(1);
  expect(costOf({ ...message('{}'), values })).toBe(1_000);
  expect(costOf(message('x'.repeat(51_200)))).toBe(100);
});
