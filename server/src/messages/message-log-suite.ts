import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Message, newMessage } from './message.ts';
import type { BatchConsumer, MessageLog } from './message-log.ts';

const TENANT = '6faf8590-e57e-11f1-a2cf-f30f015b2b9a';
const OTHER_TENANT = '6faf8590-e57e-11f1-a2cf-f30f015b2b9b';

/** A log under test, with a store for the effects of its messages that lives as long as the log's data. */
export interface MessageLogHarness {
  /** Opens the log on its data; called again after a close to simulate a restart. */
  open(): Promise<MessageLog>;
  /** Stores an effect for each message in the unit of work of the batch. */
  storeEffects: BatchConsumer;
  /** The effects stored so far, oldest first. */
  effects(): Promise<{ originator: string; number: number }[]>;
  close(): Promise<void>;
}

function originatorId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function message(originator: number, number: number, tenantId = TENANT, queueName: string | null = null): Message {
  return newMessage({
    tenantId,
    type: 'POST_TELEMETRY_REQUEST',
    originator: { entityType: 'DEVICE', id: originatorId(originator) },
    data: String(number),
    queueName,
  });
}

/** What every driver of the message log must do. */
export function describeMessageLog(driver: string, create: () => Promise<MessageLogHarness>): void {
  describe(`the message log, ${driver}`, () => {
    let harness: MessageLogHarness;
    let messageLog: MessageLog;
    beforeEach(async () => {
      harness = await create();
      messageLog = await harness.open();
    });
    afterEach(async () => {
      await messageLog.close();
      await harness.close();
    });

    async function numbersOf(originator: number): Promise<number[]> {
      const stored = await harness.effects();
      return stored.filter((effect) => effect.originator === originatorId(originator)).map(({ number }) => number);
    }

    it('holds no queue up by another one that cannot go on', async () => {
      let goOn = (): void => undefined;
      const stuck = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await messageLog.consume(async (batch) => {
        if (batch.messages.some(({ queueName }) => queueName === 'HighPriority')) await stuck;
        return harness.storeEffects(batch);
      });
      // A queue that is not known is the main one.
      await messageLog.append([message(1, 1, TENANT, 'HighPriority'), message(1, 2), message(1, 3, TENANT, 'Unknown')]);
      await expect.poll(() => numbersOf(1)).toEqual([2, 3]);
      await messageLog.append([message(1, 4)]);
      await expect.poll(() => numbersOf(1)).toEqual([2, 3, 4]);
      goOn();
      await messageLog.drained();
      expect(await numbersOf(1)).toEqual([2, 3, 4, 1]);
    });

    it('gives every message its effect once, in the order of its originator', async () => {
      await messageLog.consume(harness.storeEffects);
      const appended: Promise<void>[] = [];
      for (let number = 0; number < 50; number++) {
        for (let originator = 0; originator < 5; originator++) {
          appended.push(messageLog.append([message(originator, number)]));
        }
      }
      await Promise.all(appended);
      await messageLog.drained();
      for (let originator = 0; originator < 5; originator++) {
        expect(await numbersOf(originator)).toEqual(Array.from({ length: 50 }, (_unused, number) => number));
      }
    });

    it('keeps acknowledged messages over a restart, and delivers them then', async () => {
      await messageLog.append([message(1, 1), message(1, 2)]);
      await messageLog.close();
      messageLog = await harness.open();
      await messageLog.append([message(1, 3)]);
      await messageLog.consume(harness.storeEffects);
      await messageLog.drained();
      expect(await numbersOf(1)).toEqual([1, 2, 3]);
    });

    it('does not deliver processed messages again', async () => {
      await messageLog.consume(harness.storeEffects);
      await messageLog.append([message(1, 1)]);
      await messageLog.drained();
      await messageLog.close();
      messageLog = await harness.open();
      await messageLog.consume(harness.storeEffects);
      await messageLog.append([message(1, 2)]);
      await messageLog.drained();
      expect(await numbersOf(1)).toEqual([1, 2]);
    });

    it('retries a batch whose effects failed, and stores them once', async () => {
      let failures = 1;
      await messageLog.consume(async (batch) => {
        const store = await harness.storeEffects(batch);
        return async (unit) => {
          await store?.(unit);
          if (failures-- > 0) throw new Error('the effects fail after they were written');
        };
      });
      await messageLog.append([message(1, 1)]);
      await messageLog.drained();
      expect(await numbersOf(1)).toEqual([1]);
    });

    it('lets tenants take turns: the backlog of one does not delay the messages of another', async () => {
      await messageLog.consume(async (batch) => {
        // Work that takes time in proportion to the messages.
        await new Promise((resolve) => setTimeout(resolve, batch.messages.length / 2));
        return harness.storeEffects(batch);
      });
      const flood = 4_000;
      const appended: Promise<void>[] = [];
      for (let number = 0; number < flood; number++) appended.push(messageLog.append([message(1, number)]));
      await messageLog.append([message(1, -1, OTHER_TENANT)]);
      await Promise.all(appended);
      await messageLog.drained();
      const numbers = await numbersOf(1);
      expect(numbers.filter((number) => number !== -1)).toEqual(Array.from({ length: flood }, (_unused, n) => n));
      expect(numbers.indexOf(-1)).toBeLessThan(flood / 2);
    });

    it('accepts messages while others wait for room in their partition', async () => {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
      await messageLog.consume(async (batch) => {
        if (batch.messages.some(({ originator }) => originator.id === originatorId(1))) {
          begin();
          await finished;
        }
        return harness.storeEffects(batch);
      });
      const held = Promise.all(
        Array.from({ length: 2_000 }, (_unused, number) => messageLog.append([message(1, number)])),
      );
      await begun;
      await harness.effects();
      // Several originators: not all of them share the partition of the first.
      const others = Array.from({ length: 20 }, (_unused, number) => messageLog.append([message(number + 2, 0)]));
      await Promise.any(others);
      finish();
      await Promise.all([held, ...others]);
      await messageLog.drained();
      expect(await numbersOf(1)).toHaveLength(2_000);
    });

    it('is not full when nothing waits, and reports relief at once', async () => {
      await messageLog.consume(harness.storeEffects);
      await messageLog.append([message(1, 1)]);
      await messageLog.drained();
      expect(messageLog.pressure().full).toBe(false);
      let relieved = false;
      messageLog.onRelief(() => {
        relieved = true;
      });
      await expect.poll(() => relieved).toBe(true);
    });
  });
}
