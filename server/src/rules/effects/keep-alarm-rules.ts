import type { UnitOfWork } from '../../storage/transaction.ts';
import type { RuleStateWrite } from '../alarm-rules/rule-state-table.ts';
import { defineListEffect } from './effect-kind.ts';

/** A transaction that stores what devices have reached. */
export interface StoringBatch {
  /** Resolves when it has ended, with a commit or without. */
  ended: Promise<void>;
}

/** What a device has reached of its alarm rules. */
export interface KeptAlarmRules {
  /** What is to be stored; undefined when that is there already. */
  write: RuleStateWrite | undefined;
  /** Who is storing something of the device. */
  blocker(): StoringBatch | undefined;
  /**
   * Lets nobody else store anything of the device, until `release`.
   * @throws BatchOutdated when somebody else has done so since this was decided
   */
  reserve(by: StoringBatch): void;
  /** Called when the transaction has ended. */
  release(): void;
  /** Called after the commit, before anybody learns of what else the batch has changed. */
  isStored(): void;
  /** Called when the message that made it is tried again later, and has not counted so far. */
  forget(): void;
}

/** States of alarm rules: of each device and node the last one of the batch is stored. */
export const keepAlarmRules = defineListEffect({
  kind: 'keepAlarmRules',
  adder:
    (list: KeptAlarmRules[]) =>
    (kept: KeptAlarmRules): void => {
      list.push(kept);
    },
  drop(list) {
    for (const kept of list.toReversed()) kept.forget();
  },
  async store(unit, list, { alarmRules }) {
    const writes = new Map<string, RuleStateWrite>();
    await reserveAll(unit, list);
    unit.afterCommit(() => {
      for (const kept of list) kept.isStored();
    });
    for (const { write } of list) {
      if (write) writes.set(`${write.deviceId} ${write.nodeId}`, write);
    }
    if (writes.size > 0) await alarmRules.write(unit, [...writes.values()]);
  },
});

/** Reserves all devices of the list at once, so that two transactions never wait for each other. */
async function reserveAll(unit: UnitOfWork, list: readonly KeptAlarmRules[]): Promise<void> {
  for (let other = blockerOf(list); other; other = blockerOf(list)) await other.ended;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const own = { ended };
  let reserved = 0;
  const release = (): void => {
    for (const kept of list.slice(0, reserved)) kept.release();
    resolve();
  };
  try {
    for (; reserved < list.length; reserved++) list[reserved]?.reserve(own);
  } catch (error) {
    release();
    throw error;
  }
  // Before anybody learns that it is over.
  unit.afterCommit(release);
  unit.afterRollback(release);
}

function blockerOf(list: readonly KeptAlarmRules[]): StoringBatch | undefined {
  for (const kept of list) {
    const other = kept.blocker();
    if (other) return other;
  }
  return undefined;
}
