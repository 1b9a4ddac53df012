import { type Alarm, isActive } from '@signalbox/contract/alarm';
import { type EntityId, entityId } from '@signalbox/contract/id';
import { isStorableText, DEFAULT_TEXT_LENGTH as MAX_TYPE, UNSTORABLE_TEXT } from '@signalbox/contract/text';
import type { EntitySummary } from '../../access/entity-directory.ts';
import { clearAlarm, customerOf, mergeAlarm, newAlarm, type RaisedAlarm, stepOf } from '../../alarms/alarm-changes.ts';
import type { AlarmCause, AlarmRecord, AlarmStep } from '../../alarms/alarm-record.ts';
import { keyText } from '../../alarms/alarm-store.ts';
import { BatchOutdated } from '../../messages/message-log.ts';
import { requireAlarms } from '../../usage/stopped.ts';
import { COUNTER } from '../../usage/usage-meter.ts';
import { type DecidingStores, defineEffect, type UnstoredCustomer } from './effect-kind.ts';

/** An alarm as the messages of a batch have left it so far. */
interface Entry {
  /** As it is stored; undefined: the batch has created it. */
  before: AlarmRecord | undefined;
  alarm: Alarm;
  steps: AlarmStep[];
}

/** Alarms that the messages of a batch ask for and change. */
interface Alarms {
  /** The rest of the batch, where these are the effects of one message that may be dropped. */
  within: Alarms | undefined;
  /** key → the active alarm; undefined: there is none */
  active: Map<string, Entry | undefined>;
  /** alarm id → any alarm that was asked for */
  byId: Map<string, Entry | undefined>;
  /** originator id → who it is */
  originators: Map<string, EntitySummary | undefined>;
  /** key → changes of its alarms */
  changes: Map<string, number>;
  /** key → changes of its alarms within which these began */
  seen: Map<string, number>;
  /** tenant id → alarms created */
  created: Map<string, number>;
}

/** Whom an alarm is about. */
export interface AlarmTarget {
  tenantId: string;
  originator: EntityId;
  type: string;
}

/** What a node says of an alarm. */
export interface RaiseRequest extends AlarmTarget, Omit<RaisedAlarm, 'status' | 'ackTs' | 'clearTs'> {
  /** Of a new alarm; one that is there keeps its own. */
  status: Alarm['status'];
  cause: AlarmCause;
}

/** What became of it. */
export interface RaisedByNode {
  alarm: Alarm;
  isNew: boolean;
  isSeverityChanged: boolean;
}

/**
 * Alarms as nodes use them. What `active` and `find` return is what earlier messages of the batch made of it; the others
 * decide at once, and are only called after those.
 */
export interface AlarmEffects {
  /**
   * The active alarm of a type and originator.
   * @throws Error when the originator is not one of the tenant
   */
  active(target: AlarmTarget): Promise<Alarm | undefined> | Alarm | undefined;
  /** An alarm of the tenant by its id. */
  find(tenantId: string, id: string): Promise<Alarm | undefined> | Alarm | undefined;
  /**
   * Creates an alarm, or merges into the active one.
   * @throws ApiError when the tenant may create no more
   */
  raise(request: RaiseRequest): RaisedByNode;
  /** Clears an alarm, with new details; undefined when it is not active. */
  clear(id: string, details: Alarm['details'], cause: AlarmCause): Alarm | undefined;
}

const nothing = (within?: Alarms): Alarms => ({
  within,
  active: new Map(),
  byId: new Map(),
  originators: new Map(),
  changes: new Map(),
  seen: new Map(),
  created: new Map(),
});

const keyOf = ({ originator, type }: Pick<Alarm, 'originator' | 'type'>): string =>
  keyText({ originatorId: originator.id, type });

const changesOf = (alarms: Alarms | undefined, key: string): number => alarms?.changes.get(key) ?? 0;

/** Takes an alarm over, so that changes of it can be dropped. */
function keep(alarms: Alarms, entry: Entry): Entry {
  const known = alarms.byId.get(entry.alarm.id.id);
  if (known) return known;
  const own = { ...entry, steps: [...entry.steps] };
  alarms.byId.set(entry.alarm.id.id, own);
  const key = keyOf(entry.alarm);
  if (!alarms.seen.has(key)) alarms.seen.set(key, changesOf(alarms.within, key));
  return own;
}

const toEntry = (before: AlarmRecord): Entry => ({ before, alarm: before.alarm, steps: [] });

/** Notes the active alarm of a key, as others have left it or as it is stored. */
function noteActive(alarms: Alarms, key: string, stored: AlarmRecord | undefined): Alarm | undefined {
  const { within } = alarms;
  // Somebody else may have asked, and changed it, while it was read.
  if (alarms.active.has(key)) return alarms.active.get(key)?.alarm;
  if (!alarms.seen.has(key)) alarms.seen.set(key, changesOf(within, key));
  const known = within?.active.has(key) ? within.active.get(key) : stored && toEntry(stored);
  const entry = known && keep(alarms, known);
  alarms.active.set(key, entry);
  return entry?.alarm;
}

function change(alarms: Alarms, entry: Entry, after: Alarm, cause: AlarmCause): void {
  entry.steps.push(stepOf(entry.steps.length > 0 || entry.before ? entry.alarm : undefined, after, Date.now(), cause));
  entry.alarm = after;
  const key = keyOf(after);
  alarms.changes.set(key, changesOf(alarms, key) + 1);
}

function createdBy(alarms: Alarms | undefined, tenantId: string): number {
  return alarms ? (alarms.created.get(tenantId) ?? 0) + createdBy(alarms.within, tenantId) : 0;
}

function createAlarmEffects(
  alarms: Alarms,
  { alarms: stored, usage }: Pick<DecidingStores, 'alarms' | 'usage'>,
  unstoredCustomer: UnstoredCustomer,
): AlarmEffects {
  const originatorOf = ({ tenantId, originator }: AlarmTarget): EntitySummary => {
    const known = alarms.originators.get(originator.id);
    if (known?.tenantId !== tenantId) {
      throw new Error(`There is no ${originator.entityType} ${originator.id} that an alarm could be about`);
    }
    return known;
  };

  /** An alarm with the customer that its originator has by now. */
  const ofCustomer = (alarm: Alarm): Alarm => {
    const id = unstoredCustomer(alarm.originator.id);
    return id === undefined ? alarm : { ...alarm, customerId: entityId('CUSTOMER', id) };
  };

  async function load(target: AlarmTarget, key: string): Promise<Alarm | undefined> {
    const { originator, type } = target;
    if (type.length > MAX_TYPE) throw new Error(`The type of an alarm has at most ${MAX_TYPE} characters`);
    if (!isStorableText(type)) throw new Error(`The type of the alarm ${UNSTORABLE_TEXT}`);
    const isKnown = alarms.active.has(key) || alarms.within?.active.has(key);
    const [summary, record] = await Promise.all([
      alarms.originators.get(originator.id) ?? stored.reader.originator(originator),
      isKnown ? undefined : stored.reader.active({ originatorId: originator.id, type }),
    ]);
    alarms.originators.set(originator.id, summary);
    originatorOf(target);
    const active = noteActive(alarms, key, record);
    return active && ofCustomer(active);
  }

  return {
    active(target) {
      const key = keyOf(target);
      if (!alarms.active.has(key) || !alarms.originators.has(target.originator.id)) return load(target, key);
      originatorOf(target);
      const active = alarms.active.get(key)?.alarm;
      return active && ofCustomer(active);
    },

    find(tenantId, id) {
      const ofTenant = (entry: Entry | undefined): Alarm | undefined =>
        entry?.alarm.tenantId.id === tenantId ? ofCustomer(entry.alarm) : undefined;
      const known = alarms.byId.get(id) ?? alarms.within?.byId.get(id);
      if (known) return ofTenant(keep(alarms, known));
      return stored.reader.byId(id).then((record) => {
        const entry = alarms.byId.get(id) ?? alarms.within?.byId.get(id) ?? (record && toEntry(record));
        return ofTenant(entry && keep(alarms, entry));
      });
    },

    raise({ cause, ...request }) {
      const key = keyOf(request);
      if (!alarms.active.has(key)) throw new Error('The active alarm has to be read before another is raised');
      const { tenantId, originator, type } = request;
      const summary = originatorOf(request);
      const customerId = unstoredCustomer(originator.id) ?? customerOf(summary);
      const entry = alarms.active.get(key);
      if (entry) {
        const before = entry.alarm;
        const { ackTs, clearTs, status } = before;
        change(alarms, entry, mergeAlarm(before, { ...request, status, ackTs, clearTs }, customerId), cause);
        return { alarm: entry.alarm, isNew: false, isSeverityChanged: before.severity !== entry.alarm.severity };
      }
      requireAlarms(usage, tenantId, createdBy(alarms, tenantId));
      const subject = { tenantId, originator, type, customerId };
      const alarm = newAlarm(subject, { ...request, ackTs: 0, clearTs: 0 }, Date.now());
      const created: Entry = { before: undefined, alarm, steps: [] };
      change(alarms, created, alarm, cause);
      alarms.byId.set(alarm.id.id, created);
      if (isActive(alarm.status)) alarms.active.set(key, created);
      alarms.created.set(tenantId, (alarms.created.get(tenantId) ?? 0) + 1);
      return { alarm, isNew: true, isSeverityChanged: false };
    },

    clear(id, details, cause) {
      const entry = alarms.byId.get(id);
      const after = entry && clearAlarm(ofCustomer(entry.alarm), Date.now(), { details });
      if (!entry || !after) return undefined;
      change(alarms, entry, after, cause);
      alarms.active.set(keyOf(after), undefined);
      return after;
    },
  };
}

/**
 * Alarms of rules. What becomes of them is decided while the messages run, by what is stored and by what earlier messages
 * of the batch did, and stored only if nobody else has changed them meanwhile: otherwise the batch runs again.
 */
export const alarms = defineEffect({
  kind: 'alarms',
  nothing,
  isEmpty: ({ changes }: Alarms) => changes.size === 0,
  adder: createAlarmEffects,
  merge(batch, later) {
    for (const [key, seen] of later.seen) {
      if (later.changes.has(key) && changesOf(batch, key) !== seen) throw new BatchOutdated();
    }
    for (const [id, entry] of later.byId) if (entry && later.changes.has(keyOf(entry.alarm))) batch.byId.set(id, entry);
    for (const key of later.changes.keys()) if (later.active.has(key)) batch.active.set(key, later.active.get(key));
    for (const [key, count] of later.changes) batch.changes.set(key, changesOf(batch, key) + count);
    for (const [id, summary] of later.originators) batch.originators.set(id, summary);
    for (const [tenantId, count] of later.created) {
      batch.created.set(tenantId, (batch.created.get(tenantId) ?? 0) + count);
    }
  },
  async store(unit, { byId, created }, { alarms: stored, usage }) {
    const writes = [...byId.values()].flatMap((entry) =>
      entry && entry.steps.length > 0 ? [{ before: entry.before, after: entry.alarm, steps: entry.steps }] : [],
    );
    for (const [tenantId, count] of created) {
      usage.of(tenantId).add(COUNTER.createdAlarms, count);
      unit.afterRollback(() => usage.of(tenantId).add(COUNTER.createdAlarms, -count));
    }
    await stored.store.write(unit, writes);
  },
});
