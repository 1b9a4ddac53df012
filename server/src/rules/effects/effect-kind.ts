import type { EventStore } from '../../events/event-store.ts';
import type { ParkedMessages } from '../../messages/parked/parked-messages.ts';
import type { LogPlace } from '../../messages/set-aside.ts';
import type { UnitOfWork } from '../../storage/transaction.ts';
import type { KeyLimits } from '../../telemetry/key-limits.ts';
import type { TelemetryService } from '../../telemetry/telemetry-service.ts';

/** Where effects are stored. */
export interface EffectStores {
  telemetry: TelemetryService;
  keyLimits: Pick<KeyLimits, 'admitSeries' | 'admitAttributes'>;
  parked: Pick<ParkedMessages, 'park' | 'requireRoom'>;
  events: Pick<EventStore, 'store'>;
}

/**
 * One kind of thing that messages cause. What a batch of them causes is gathered in memory and stored in the
 * transaction that moves the progress of the log.
 */
export interface EffectKind<Name extends string, Gathered, Add> {
  /** Name of the method by which nodes or the engine cause it. */
  kind: Name;
  /** Nothing yet. */
  nothing(): Gathered;
  isEmpty(gathered: Gathered): boolean;
  /** Makes that method. What it throws is the failure of the node. */
  adder(gathered: Gathered, stores: EffectStores): Add;
  /** Takes over what other messages have caused after these. */
  merge(gathered: Gathered, later: Gathered): void;
  /** Writes it; called once for each transaction, and only when there is something. */
  store(unit: UnitOfWork, gathered: Gathered, stores: EffectStores, place: LogPlace): Promise<void> | void;
}

/** Declares a kind of effect, with its types. */
export function defineEffect<Name extends string, Gathered, Add>(
  kind: EffectKind<Name, Gathered, Add>,
): EffectKind<Name, Gathered, Add> {
  return kind;
}

/** A kind of effect whose gathered things are a list, stored together. */
export function defineListEffect<Name extends string, Item, Add>(
  parts: Pick<EffectKind<Name, Item[], Add>, 'kind' | 'adder' | 'store'>,
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
 * Adds what was admitted. Nearly always at once: only new keys have to wait.
 * @returns a promise only when it waits
 */
export function whenAdmitted(admission: Promise<void> | undefined, add: () => void): Promise<void> | undefined {
  if (admission) return admission.then(add);
  add();
  return undefined;
}
