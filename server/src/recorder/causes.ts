import type { AlarmChange } from '@signalbox/contract/alarm';
import type { EntityId } from '@signalbox/contract/id';
import type { RecordedCause, TraceEffect } from '@signalbox/contract/recorder';
import type pg from 'pg';
import type { EntityDirectory } from '../access/entity-directory.ts';
import { requireEntity } from '../access/require-entity.ts';
import { severityOf } from '../alarms/alarm-codes.ts';
import type { AlarmReader } from '../alarms/alarm-reader.ts';
import { entityNotFound, notFound } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { LogFindings, LoggedMessage, LogQuery, LogSearch } from '../messages/log-search.ts';
import type { Message } from '../messages/message.ts';
import { familyOf } from './message-marks.ts';
import { placeText, type ShowMessage } from './recorded-message.ts';
import type { TracedMessage } from './traces.ts';

/** ms before a value or a change of an alarm, and after it, in which the message is looked for that it came of */
const BEFORE = 60_000;
const AFTER = 600_000;
/** ms after a value in which its message has come, unless it names another time */
const CLOSE = 5_000;
/** ms after a message that does it in which another one may have done it too */
const AT_ONCE = 100;
/** Messages that are run again to find it. */
const MAX_CANDIDATES = 30;
/** ms; what the searches of one answer may take */
const PATIENCE = 2_000;
/** ms; what running them may take, each after those before it */
const RUNS_PATIENCE = 8_000;

export interface CausesParts {
  pool: pg.Pool;
  directory: EntityDirectory;
  alarms: Pick<AlarmReader, 'byId'>;
  search: Pick<LogSearch, 'find' | 'beginning'>;
  show: ShowMessage;
  trace(logged: LoggedMessage): Promise<TracedMessage>;
  /** The same after the messages before it, which alarms depend on. */
  traceInOrder(logged: LoggedMessage): Promise<TracedMessage>;
}

type AlarmEffect = Extract<TraceEffect, { kind: 'ALARM' }>;

/** A change of an alarm: when it was, epoch ms, and the number of its entry in the history, where it is known. */
export interface AlarmMoment {
  ts: number;
  number?: number | undefined;
}

type Period = Pick<LogQuery, 'from' | 'until' | 'order'>;

/** Finds the message that something came of: messages of its time are run again until one does the same. */
export function createCauses({ pool, directory, alarms, search, show, trace, traceInOrder }: CausesParts) {
  /** @param mentions texts of the batches, and of the messages themselves, where they are known */
  async function candidates(
    tenantId: string,
    { id }: EntityId,
    period: Period,
    { text, mentions = [], patience = PATIENCE }: { text?: string; mentions?: string[]; patience?: number } = {},
  ): Promise<LogFindings> {
    const findings = await search.find({
      originatorId: id,
      mentions: [tenantId, id, ...mentions],
      // What waited goes on in the trace of the message that it came of.
      accept: (message) =>
        message.tenantId === tenantId &&
        message.originator.id === id &&
        message.relation === undefined &&
        (text === undefined || message.data.includes(text) || Object.values(message.metadata).includes(text)),
      limit: MAX_CANDIDATES,
      patience,
      ...period,
    });
    return { ...findings, found: findings.found.slice(0, MAX_CANDIDATES) };
  }

  async function does(logged: LoggedMessage, isIt: (effect: TraceEffect) => boolean): Promise<boolean> {
    return (await trace(logged)).steps.some(({ effects }) => effects.some(isIt));
  }

  const causeOf = async (logged: LoggedMessage, isCertain = true): Promise<RecordedCause> => ({
    message: await show(logged),
    isCertain,
    missing: null,
  });

  /** What an entry of an alarm's history says, in the words of traces; undefined: there is none, or it is of a person. */
  async function entryAt(
    alarmId: string,
    { ts, number }: AlarmMoment,
  ): Promise<Pick<AlarmEffect, 'change' | 'severity'> | undefined> {
    const { rows } = await pool.query<{ change: AlarmChange; severity: number }>(
      `SELECT change, severity FROM alarm_history
       WHERE alarm_id = $1 AND (number = $2 OR $2 IS NULL AND $3 IN (ts, last_ts)) ORDER BY number DESC LIMIT 1`,
      [alarmId, number ?? null, ts],
    );
    const [row] = rows;
    if (!row) return undefined;
    const { change } = row;
    const isEnd = change === 'CREATED' || change === 'CLEARED';
    return { change: isEnd ? change : 'UPDATED', severity: severityOf(row.severity) };
  }

  /** @param isAll whether everything that is kept of the time was looked through */
  async function nothing(ts: number, isAll: boolean): Promise<RecordedCause> {
    const isOlder = ts < (await search.beginning());
    return { message: null, isCertain: false, missing: isOlder ? 'OLDER' : isAll ? 'WITHOUT_MESSAGE' : 'NOT_FOUND' };
  }

  return {
    /**
     * Looks from the time of the value on at messages that name its key, since a value that came without a time is of the
     * moment just before its message was stored; then at all that name its time, since a device
     * may send values long after they were measured; then at any around its time, since nodes may give keys other names.
     */
    async ofValue(user: SecurityUser, id: EntityId, { key, ts }: { key: string; ts: number }): Promise<RecordedCause> {
      await requireEntity(directory, user, id, 'READ_TELEMETRY');
      const { tenantId } = user;
      const end = performance.now() + PATIENCE;
      const isIt = (effect: TraceEffect): boolean =>
        effect.kind === 'TELEMETRY' &&
        effect.entityId.id === id.id &&
        effect.points.some((point) => point.ts === ts && Object.hasOwn(point.values, key));
      const text = JSON.stringify(key);
      const time = String(ts);
      const looks: [Period, { text?: string; mentions?: string[] }][] = [
        [{ from: ts, until: ts + AFTER, order: 'oldest first' }, { text }],
        [
          { from: 0, until: Number.MAX_SAFE_INTEGER, order: 'newest first' },
          { text: time, mentions: [time] },
        ],
        [{ from: ts, until: ts + AFTER, order: 'oldest first' }, {}],
        [{ from: ts - BEFORE, until: ts, order: 'newest first' }, {}],
      ];
      /** Places of those that were run again. */
      const seen = new Set<string>();
      let isAll = true;
      for (const [period, wanted] of looks) {
        const patience = end - performance.now();
        if (patience <= 0) return nothing(ts, false);
        const { found, isComplete } = await candidates(tenantId, id, period, { ...wanted, patience });
        let match: LoggedMessage | undefined;
        for (const logged of found) {
          const place = placeText(logged.place);
          if (seen.has(place)) continue;
          if (match && logged.createdTime > match.createdTime + AT_ONCE) break;
          seen.add(place);
          // Of several values of one time the one that was written last counts.
          if ((!match || period.order === 'oldest first') && (await does(logged, isIt))) match = logged;
        }
        if (match) return causeOf(match);
        // Messages that come long after a value have nothing to do with it.
        const isEnough = isComplete || (found.at(-1)?.createdTime ?? 0) > ts + CLOSE;
        if (period.from === ts) isAll &&= isEnough;
      }
      return nothing(ts, isAll);
    },

    /** @param number of the entry in the alarm's history; without it, whatever changed the alarm at that time */
    async ofAlarm(user: SecurityUser, alarmId: string, { ts, number }: AlarmMoment): Promise<RecordedCause> {
      const alarm = (await alarms.byId(alarmId))?.alarm;
      if (alarm?.tenantId.id !== user.tenantId) throw notFound("Alarm with requested id wasn't found!");
      const { originator, type } = alarm;
      const end = performance.now() + RUNS_PATIENCE;
      const period: Period = { from: ts - BEFORE, until: ts + 1, order: 'newest first' };
      const { found } = await candidates(user.tenantId, originator, period);
      const entry = await entryAt(alarmId, { ts, number });
      const isOfType = (effect: TraceEffect): effect is AlarmEffect =>
        effect.kind === 'ALARM' && effect.originator.id === originator.id && effect.type === type;
      const isIt = ({ alarmId: id, change, severity }: AlarmEffect): boolean =>
        (id === null || id.id === alarmId) && (!entry || (change === entry.change && severity === entry.severity));
      let similar: LoggedMessage | undefined;
      for (const logged of found) {
        if (performance.now() > end) break;
        const did = (await traceInOrder(logged)).steps.flatMap(({ effects }) => effects.filter(isOfType));
        if (did.some(isIt)) return causeOf(logged);
        if (did.length > 0) similar ??= logged;
      }
      const likeliest = similar ?? found[0];
      return likeliest ? causeOf(likeliest, false) : nothing(ts, true);
    },

    /** @throws ApiError 404 when the tenant has no such message set aside */
    async ofSetAside({ tenantId }: SecurityUser, id: string): Promise<RecordedCause> {
      const { rows } = await pool.query<{ created_time: number; message: Message; entered: Message | null }>(
        `SELECT created_time, message, entered FROM message_set_aside
         WHERE tenant_id = $1 AND id = $2 AND originator_id IS NOT NULL`,
        [tenantId, id],
      );
      const [row] = rows;
      if (!row) throw entityNotFound('Message', id);
      const came = row.entered ?? row.message;
      const family = familyOf(came);
      const { found, isComplete } = await search.find({
        originatorId: came.originator.id,
        mentions: [tenantId, family],
        accept: (message) =>
          message.tenantId === tenantId && message.relation === undefined && familyOf(message) === family,
        from: Math.min(came.ts, Number(row.created_time)) - BEFORE,
        // Sent again, it has come several times: what failed is the newest one before.
        until: Number(row.created_time) + 1,
        order: 'newest first',
        limit: 1,
        patience: PATIENCE,
      });
      const [logged] = found;
      return logged ? causeOf(logged) : nothing(came.ts, isComplete);
    },
  };
}
