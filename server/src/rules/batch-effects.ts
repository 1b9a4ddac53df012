import { NULL_UUID } from '@signalbox/contract/id';
import type { Message } from '../messages/message.ts';
import type { LogPlace } from '../messages/set-aside.ts';
import type { UnitOfWork } from '../storage/transaction.ts';
import { addEvent } from './effects/add-event.ts';
import { afterCommit } from './effects/after-commit.ts';
import { alarms } from './effects/alarms.ts';
import { assignCustomer } from './effects/assign-customer.ts';
import { changeRelations } from './effects/change-relations.ts';
import { continueLater } from './effects/continue-later.ts';
import type { DecidingStores, EffectKind, EffectStores, UnstoredCustomer } from './effects/effect-kind.ts';
import { holdInQueue, moveToQueue } from './effects/hold-in-queue.ts';
import { keepAlarmRules } from './effects/keep-alarm-rules.ts';
import { saveAttributes } from './effects/save-attributes.ts';
import { saveTimeseries } from './effects/save-timeseries.ts';
import { setAside } from './effects/set-aside.ts';
import { tellEdges } from './effects/tell-edges.ts';
import { type UnstoredRelations, unstoredRelations } from './unstored-relations.ts';
import { type UnstoredValues, unstoredValues } from './unstored-values.ts';

/**
 * Every kind of effect, in the order in which they are stored. A new one is a file in effects/ and a line here. What
 * alarm rules know comes first: they have seen the values of the batch before others are told of them. Alarms find along
 * relations what they are propagated to, and go with their originators to other customers. Parked messages come last: work
 * on them starts only after everything before it is stored.
 */
const EFFECT_KINDS = [
  keepAlarmRules,
  saveTimeseries,
  saveAttributes,
  changeRelations,
  alarms,
  assignCustomer,
  tellEdges,
  addEvent,
  setAside,
  holdInQueue,
  moveToQueue,
  afterCommit,
  continueLater,
] as const;

type Kind = (typeof EFFECT_KINDS)[number];

/** A method for each kind of effect. */
type Adders = { [K in Kind as K['kind']]: ReturnType<K['adder']> };

/** What a node may change. All of it is stored in one transaction with the progress of the log. */
export interface MessageEffects extends Omit<Adders, 'addEvent' | 'setAside' | 'holdInQueue'> {
  /** False within a batch, where other messages wait for this one: slow scripts are then run outside of it. */
  readonly mayWait: boolean;
  /** Identifies this run of the batch: a batch that is tried again has another one. */
  readonly batch: object;
  /** What earlier nodes of the batch have saved. */
  readonly unstored: UnstoredValues;
  /** Whom they have given entities to. */
  readonly unstoredCustomer: UnstoredCustomer;
  /** What they have done to relations. */
  readonly unstoredRelations: UnstoredRelations;
  /** Sends a new message through the chains, from the node it names or from the first chain of its originator. */
  enqueue(message: Message): void;
}

/** The effects of messages so far, which may be stored or forgotten. */
export interface GatheredEffects extends MessageEffects, Adders {
  /** Removes and returns the messages that nodes have created; they belong to the same batch. */
  takeEnqueued(): Message[];
  /** The gathered effects in the order of EFFECT_KINDS, for `absorb`. */
  readonly gathered: readonly unknown[];
}

/** The effects of messages so far. */
export interface BatchEffects extends GatheredEffects {
  /** Adds the effects of other messages. */
  absorb(other: BatchEffects): void;
  /** Adds only the events of other messages, whose other effects are dropped. */
  absorbEvents(other: BatchEffects): void;
  /** True when there is nothing to store and nothing to do after the commit. */
  empty(): boolean;
  store(unit: UnitOfWork, place: LogPlace): Promise<void>;
}

/** The list without the types of what each kind gathers: each kind is only ever given its own. */
const KINDS = EFFECT_KINDS as readonly EffectKind<string, unknown, unknown>[];

interface GatherOptions {
  mayWait?: boolean;
  /** Effects of the messages before these ones in the same batch, when they are gathered apart. */
  earlier?: GatheredEffects;
}

/** Gathers effects that nobody is going to store. */
export function gatherEffects(
  stores: DecidingStores,
  { mayWait = false, earlier }: GatherOptions = {},
): GatheredEffects {
  const gathered = KINDS.map((kind, at) => kind.nothing(earlier?.gathered[at]));
  const gatheredOf = <K extends Kind>(kind: K): ReturnType<K['nothing']> =>
    gathered[EFFECT_KINDS.indexOf(kind)] as ReturnType<K['nothing']>;
  const unstoredCustomer: UnstoredCustomer = (entityId) => {
    // Dashboards have many customers, and are shown as having none.
    const last = gatheredOf(assignCustomer).findLast(
      ({ entity }) => entity.id === entityId && entity.entityType !== 'DASHBOARD',
    );
    if (!last) return earlier?.unstoredCustomer(entityId);
    return last.isAssigned ? last.customer.id : NULL_UUID;
  };
  const adders = Object.fromEntries(
    KINDS.map((kind, at) => [kind.kind, kind.adder(gathered[at], stores, unstoredCustomer)]),
  );
  let enqueued: Message[] = [];

  return {
    ...(adders as unknown as Adders),
    mayWait,
    batch: earlier?.batch ?? {},
    unstored: unstoredValues(gatheredOf(saveTimeseries), gatheredOf(saveAttributes), earlier?.unstored),
    unstoredCustomer,
    unstoredRelations: unstoredRelations(gatheredOf(changeRelations), earlier?.unstoredRelations),
    gathered,
    enqueue: (message) => void enqueued.push(message),
    takeEnqueued() {
      const taken = enqueued;
      enqueued = [];
      return taken;
    },
  };
}

/** Gathers the effects of a batch, or of a part of it. */
export function createBatchEffects(stores: EffectStores, options: GatherOptions = {}): BatchEffects {
  const effects = gatherEffects(stores, options);
  const { gathered } = effects;
  return {
    ...effects,
    absorb(other) {
      for (const [at, kind] of KINDS.entries()) kind.merge(gathered[at], other.gathered[at]);
      for (const message of other.takeEnqueued()) effects.enqueue(message);
    },
    absorbEvents(other) {
      const at = EFFECT_KINDS.indexOf(addEvent);
      KINDS[at]?.merge(gathered[at], other.gathered[at]);
      for (const [place, kind] of KINDS.entries()) kind.drop?.(other.gathered[place]);
    },
    empty: () => KINDS.every((kind, at) => kind.isEmpty(gathered[at])),
    async store(unit, place) {
      for (const [at, kind] of KINDS.entries()) {
        if (!kind.isEmpty(gathered[at])) await kind.store(unit, gathered[at], stores, place);
      }
    },
  };
}
