import type { AlarmReader } from '../../alarms/alarm-reader.ts';
import type { AlarmStore } from '../../alarms/alarm-store.ts';
import type { Assignments } from '../../entities/ownership/assignments.ts';
import type { EventStore } from '../../events/event-store.ts';
import type { HeldMessages } from '../../messages/held/held-messages.ts';
import type { ParkedMessages } from '../../messages/parked/parked-messages.ts';
import type { LogPlace } from '../../messages/set-aside.ts';
import type { UnitOfWork } from '../../storage/transaction.ts';
import type { KeyLimits } from '../../telemetry/key-limits.ts';
import type { TelemetryService } from '../../telemetry/telemetry-service.ts';
import type { UsageMeter } from '../../usage/usage-meter.ts';
import type { RuleStateTable } from '../alarm-rules/rule-state-table.ts';

/** What nodes are told while their messages run, before anything is stored. */
export interface DecidingStores {
  keyLimits: Pick<KeyLimits, 'admitSeries' | 'admitAttributes'>;
  parked: Pick<ParkedMessages, 'requireRoom' | 'waitingAt'>;
  held: Pick<HeldMessages, 'requireRoom'>;
  usage: Pick<UsageMeter, 'of'>;
  alarms: { reader: AlarmReader };
}

/**
 * Id of the customer that earlier nodes of the batch have given an entity to, NULL_UUID for none; undefined when they have
 * not touched its customer.
 */
export type UnstoredCustomer = (entityId: string) => string | undefined;

/** Where effects are stored. */
export interface EffectStores extends DecidingStores {
  telemetry: TelemetryService;
  parked: Pick<ParkedMessages, 'park' | 'requireRoom' | 'waitingAt'>;
  held: Pick<HeldMessages, 'hold' | 'requireRoom' | 'isWaiting'>;
  events: Pick<EventStore, 'store'>;
  assignments: Assignments;
  usage: UsageMeter;
  alarms: { reader: AlarmReader; store: Pick<AlarmStore, 'write'> };
  alarmRules: Pick<RuleStateTable, 'write'>;
}

/**
 * One kind of effect of messages. The effects of a batch are gathered in memory and stored in the transaction that
 * moves the offset of the log.
 */
export interface EffectKind<Name extends string, Gathered, Add> {
  /** Name of the method that adds one, for nodes or the engine. */
  kind: Name;
  /** The empty collection. @param earlier what earlier messages of the batch have gathered, when it is another one */
  nothing(earlier?: Gathered): Gathered;
  isEmpty(gathered: Gathered): boolean;
  /** Creates that method. An error that it throws becomes the failure of the node. */
  adder(gathered: Gathered, stores: DecidingStores, unstoredCustomer: UnstoredCustomer): Add;
  /** Adds the effects of later messages. */
  merge(gathered: Gathered, later: Gathered): void;
  /** Called when effects are dropped whose batch goes on, so that later messages of it do not build on them. */
  drop?(gathered: Gathered): void;
  /** Stores the effects; called once a transaction, and only when there are any. */
  store(unit: UnitOfWork, gathered: Gathered, stores: EffectStores, place: LogPlace): Promise<void> | void;
}

/** Declares a kind of effect and infers its types. */
export function defineEffect<Name extends string, Gathered, Add>(
  kind: EffectKind<Name, Gathered, Add>,
): EffectKind<Name, Gathered, Add> {
  return kind;
}

/** Declares a kind of effect that is gathered in a list. */
export function defineListEffect<Name extends string, Item, Add>(
  parts: Pick<EffectKind<Name, Item[], Add>, 'kind' | 'adder' | 'store' | 'drop'>,
): EffectKind<Name, Item[], Add> {
  return {
    nothing: () => [],
    isEmpty: (items) => items.length === 0,
    merge(items, later) {
      for (const item of later) items.push(item);
    },
    ...parts,
  };
}

/**
 * Runs `add` once admitted: nearly always immediately, since only new keys have to wait.
 * @returns a promise only when it waits
 */
export function runWhenAdmitted(admission: Promise<void> | undefined, add: () => void): Promise<void> | undefined {
  if (admission) return admission.then(add);
  add();
  return undefined;
}
