import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../messages/message.ts';
import { ALARM_RULES_TIMER, createDurationTimers, type DurationTimers } from './duration-timers.ts';
import type { DueDevice } from './rule-state-table.ts';

const START = 1_000_000;

let stored: DueDevice[];
let sent: Message[];
let failures: number;
/** How many messages are not taken. */
let refused: number;
/** Called when the devices whose time has come are read. */
let due: () => void;
let timers: DurationTimers;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  stored = [];
  sent = [];
  failures = 0;
  refused = 0;
  due = () => undefined;
  timers = createDurationTimers({
    table: {
      async due(now, after, limit) {
        if (failures > 0) {
          failures--;
          throw new Error('The database is away');
        }
        const found = stored.filter((one) => one.due <= now).sort((one, other) => one.due - other.due);
        const from = after ? found.findIndex(({ deviceId }) => deviceId === after.deviceId) + 1 : 0;
        if (found.length > 0) due();
        return found.slice(from, from + limit);
      },
      nextDue: async (now) =>
        stored
          .map(({ due }) => due)
          .reduce<number | undefined>(
            (next, due) => (due > now && (next === undefined || due < next) ? due : next),
            undefined,
          ),
    },
    async send(messages) {
      if (refused-- > 0) throw new Error('The log takes nothing');
      sent.push(...messages);
    },
    log: pino({ level: 'silent' }),
  });
});
afterEach(() => {
  timers.close();
  vi.useRealTimers();
});

const add = (deviceId: string, due: number): void => {
  stored.push({ deviceId, nodeId: 'node', tenantId: 'tenant', due });
};
const told = (): string[] => sent.map(({ originator }) => originator.id);
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('timers of alarm rules', () => {
  it('tell the node of a device when it is time, and begin with what is overdue', async () => {
    add('late', START - 5_000);
    add('later', START - 9_000);
    add('soon', START + 30_000);
    timers.open();
    await pass(1_000);
    expect(told()).toEqual(['later', 'late']);
    expect(sent[0]).toMatchObject({
      type: ALARM_RULES_TIMER,
      tenantId: 'tenant',
      ruleNodeId: 'node',
      originator: { entityType: 'DEVICE', id: 'later' },
    });
    stored = stored.filter(({ due }) => due > START);
    await pass(28_900);
    expect(told()).toHaveLength(2);
    await pass(300);
    expect(told()).toEqual(['later', 'late', 'soon']);
  });

  it('are woken for earlier times', async () => {
    timers.open();
    await pass(1_000);
    add('new', START + 10_000);
    timers.wake(START + 10_000);
    timers.wake(START + 50_000);
    await pass(9_200);
    expect(told()).toEqual(['new']);
    timers.wake(Number.POSITIVE_INFINITY);
  });

  it('tell once, again when nothing came of it for a minute, and again of another time', async () => {
    add('device', START);
    timers.open();
    for (let i = 0; i < 50; i++) {
      timers.wake(Date.now());
      await pass(1_000);
    }
    expect(told()).toEqual(['device']);
    await pass(61_000);
    expect(told()).toEqual(['device', 'device']);
    stored = [];
    add('device', Date.now());
    timers.wake(Date.now());
    await pass(500);
    expect(told()).toHaveLength(3);
  });

  it('tell again soon after a device was looked at in vain, of a time that has come', async () => {
    add('device', START);
    timers.open();
    await pass(500);
    expect(sent).toHaveLength(1);
    timers.looked('device', 'node');
    timers.looked('other', 'node');
    await pass(4_000);
    expect(sent).toHaveLength(1);
    await pass(7_000);
    expect(sent).toHaveLength(2);
    // The clock is set back while the database answers.
    stored = [{ deviceId: 'early', nodeId: 'node', tenantId: 'tenant', due: Date.now() + 1_000 }];
    timers.wake(Date.now() + 1_000);
    due = () => void vi.setSystemTime(Date.now() - 30_000);
    await pass(1_100);
    expect(sent).toHaveLength(3);
    expect(sent[2]?.ts).toBe(stored[0]?.due);
  });

  it('notice a time of which nobody has told, and tell once more what could not be sent', async () => {
    timers.open();
    await pass(1_000);
    add('silent', Date.now());
    refused = 1;
    await pass(6_500);
    expect(told()).toEqual(['silent']);
  });

  it('tell of any number, a thousand at a time', async () => {
    for (let i = 0; i < 2_500; i++) add(`device ${i}`, START - 10_000 + i);
    timers.open();
    await pass(1_000);
    expect(told()).toEqual(stored.map(({ deviceId }) => deviceId));
  });

  it('try again when the database is away, and end when they are closed', async () => {
    add('device', START);
    failures = 2;
    timers.open();
    await pass(500);
    expect(told()).toEqual([]);
    await pass(3_000);
    expect(told()).toEqual(['device']);
    timers.close();
    add('other', Date.now());
    timers.wake(Date.now());
    await pass(120_000);
    expect(told()).toEqual(['device']);
  });
});
