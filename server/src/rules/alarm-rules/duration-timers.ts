import { entityId } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import { timerDelay } from '../../config/timers.ts';
import { type Message, newMessage } from '../../messages/message.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import type { DueDevice, RuleStateTable } from './rule-state-table.ts';

/** Type of the messages that tell a rule node that it is time to look at a device. */
export const ALARM_RULES_TIMER = 'ALARM_RULES_TIMER';

/** Devices that are read, and told of, at once. */
const PAGE = 1_000;
/** ms between two looks, at least and at most: a time of which nobody has told here is noticed with the next look */
const MIN_PAUSE = 100;
const MAX_PAUSE = 5_000;
/** ms after which a device that is still due is told of again: while its message waits, and once it was looked at */
const REPEAT = 60_000;
const REPEAT_AFTER_LOOK = 5_000;
/** Devices whose time is remembered to have been told. */
const MAX_TOLD = 100_000;

export interface DurationTimersParts {
  table: Pick<RuleStateTable, 'due' | 'nextDue'>;
  /** Puts messages into the log. */
  send: (messages: Message[]) => Promise<void>;
  log: Logger;
}

/**
 * Lets alarm rules fire while no data come: when it is time, a message in the log takes its turn among those of the
 * device. When that is, is stored with the states of the rules, so nothing is lost with the process; a message that
 * comes twice does nothing the second time.
 */
export function createDurationTimers({ table, send, log }: DurationTimersParts) {
  /** device and node → the time that was told, and until when it is not told again, epoch ms */
  const told = createEmbeddedCache<{ due: number; until: number }>(MAX_TOLD, REPEAT);
  let timer: NodeJS.Timeout | undefined;
  /** When the next look is taken, epoch ms. */
  let next = Number.POSITIVE_INFINITY;
  let isLooking = false;
  let isOpen = false;

  function schedule(at: number): void {
    if (!isOpen || at >= next) return;
    next = at;
    if (isLooking) return;
    clearTimeout(timer);
    timer = setTimeout(look, timerDelay(Math.max(MIN_PAUSE, at - Date.now())));
    timer.unref();
  }

  async function tell(now: number): Promise<void> {
    for (let after: DueDevice | undefined; isOpen; ) {
      const page = await table.due(now, after, PAGE);
      const fresh = page.filter(({ deviceId, nodeId, due }) => {
        const before = told.get(keyOf(deviceId, nodeId));
        return before?.due !== due || before.until <= now;
      });
      // Remembered before they are sent: they may be looked at as soon as that.
      for (const { deviceId, nodeId, due } of fresh) told.set(keyOf(deviceId, nodeId), { due, until: now + REPEAT });
      try {
        if (fresh.length > 0) await send(fresh.map(toMessage));
      } catch (error) {
        for (const { deviceId, nodeId } of fresh) told.delete(keyOf(deviceId, nodeId));
        throw error;
      }
      after = page.at(-1);
      if (page.length < PAGE) return;
    }
  }

  async function look(): Promise<void> {
    isLooking = true;
    next = Number.POSITIVE_INFINITY;
    let then = Date.now() + MAX_PAUSE;
    try {
      const now = Date.now();
      await tell(now);
      then = Math.min(then, (await table.nextDue(now)) ?? then);
    } catch (error) {
      if (isOpen) log.warn({ err: error }, 'devices whose alarm rules are due could not be told; trying again');
      then = Date.now() + 1_000;
    }
    isLooking = false;
    const earliest = Math.min(then, next);
    next = Number.POSITIVE_INFINITY;
    schedule(earliest);
  }

  return {
    /** Somebody waits for this time, epoch ms. */
    wake: schedule,
    /** A device was looked at because it was told of: when its time has come all the same, it is told of again soon. */
    looked(deviceId: string, nodeId: string): void {
      const key = keyOf(deviceId, nodeId);
      const before = told.get(key);
      if (before) told.set(key, { ...before, until: Math.min(before.until, Date.now() + REPEAT_AFTER_LOOK) });
    },
    /** Begins with what has become due while the server was down, the earliest first. */
    open(): void {
      isOpen = true;
      schedule(Date.now());
    },
    close(): void {
      isOpen = false;
      clearTimeout(timer);
    },
  };
}
export type DurationTimers = ReturnType<typeof createDurationTimers>;

const keyOf = (deviceId: string, nodeId: string): string => `${deviceId} ${nodeId}`;

function toMessage({ deviceId, nodeId, tenantId, due }: DueDevice): Message {
  return newMessage({
    tenantId,
    // Not before the time that it tells of, even when the clock has just been set back.
    ts: Math.max(Date.now(), due),
    type: ALARM_RULES_TIMER,
    originator: entityId('DEVICE', deviceId),
    ruleNodeId: nodeId,
    data: '{}',
  });
}
