import type { Alarm } from '@signalbox/contract/alarm';
import type { EntityId, EntityType } from '@signalbox/contract/id';
import type { TraceEffect } from '@signalbox/contract/recorder';
import type { Message } from '../../messages/message.ts';
import { DEVICE_CALL } from '../../rpc/device-rpc.ts';
import type { TelemetryValue } from '../../values/value.ts';
import type { GatheredEffects } from '../batch-effects.ts';
import { DELAY } from '../delayed-messages.ts';
import type { RelationChange } from '../effects/change-relations.ts';
import { OUTSIDE_CALL } from '../nodes/external/call-outside.ts';
import type { Tracer } from './tracer.ts';

type Waiting = Extract<TraceEffect, { kind: 'WAIT' }>;

/** A message that waits at a node of a dry run. */
export interface DryWait {
  step: number;
  for: Waiting['for'];
  /** epoch ms; of a delay */
  until: number | null;
  /** What goes on, from the node that it names. */
  next: Message;
}

/**
 * The same effects, written down as well.
 * @param tracer of the message that runs
 */
export function recordEffects(
  effects: GatheredEffects,
  tracer: () => Tracer,
  onWait: (wait: DryWait) => void,
): GatheredEffects {
  const write = (effect: TraceEffect): void => tracer().effect(effect);
  return {
    ...effects,
    saveTimeseries(message, points, ttlSeconds) {
      const admission = effects.saveTimeseries(message, points, ttlSeconds);
      write({
        kind: 'TELEMETRY',
        entityId: plain(message.originator),
        points: points.map(({ ts, values }) => ({
          ts,
          values: Object.fromEntries(values.map(({ key, value }) => [key, textOf(value)])),
        })),
        ttl: ttlSeconds,
      });
      return admission;
    },
    saveAttributes(owner, scope, entries, notifyDevice) {
      const admission = effects.saveAttributes(owner, scope, entries, notifyDevice);
      write({
        kind: 'ATTRIBUTES',
        entityId: plain(owner.originator),
        scope,
        values: Object.fromEntries(entries.flatMap(({ key, value }) => (value ? [[key, textOf(value)]] : []))),
        deleted: entries.flatMap(({ key, value }) => (value ? [] : [key])),
      });
      return admission;
    },
    assignCustomer(assignment) {
      effects.assignCustomer(assignment);
      const { entity, customer, isAssigned } = assignment;
      write({
        kind: 'CUSTOMER',
        entityId: plain(entity),
        customerId: { entityType: 'CUSTOMER', id: customer.id },
        isAssigned,
      });
    },
    changeRelations(change) {
      effects.changeRelations(change);
      write(relationEffect(change));
    },
    alarms: {
      active: (target) => effects.alarms.active(target),
      find: (tenantId, id) => effects.alarms.find(tenantId, id),
      raise(request) {
        const raised = effects.alarms.raise(request);
        write(alarmEffect(raised.isNew ? 'CREATED' : 'UPDATED', raised.alarm));
        return raised;
      },
      clear(id, details, cause) {
        const cleared = effects.alarms.clear(id, details, cause);
        if (cleared) write(alarmEffect('CLEARED', cleared));
        return cleared;
      },
    },
    tellEdges(news) {
      effects.tellEdges(news);
      const { edgeIds, entityId, type, action } = news;
      write({ kind: 'EDGES', edgeIds: [...edgeIds], entityId, type, action });
    },
    continueLater(kind, request, next, room) {
      effects.continueLater(kind, request, next, room);
      const until = kind.name === DELAY.name ? (request as { until: number }).until : null;
      const reason = REASONS.get(kind.name) ?? 'SCRIPT';
      const step = tracer().waits({ kind: 'WAIT', for: reason, until });
      onWait({ step, for: reason, until, next });
    },
    // Of nodes of the dry run only: what they remember, or an answer that is written down.
    afterCommit: (action) => action(),
    // It is not in the log, so it runs at once.
    moveToQueue(message) {
      effects.enqueue(message);
      tracer().created(message);
    },
    enqueue(message) {
      effects.enqueue(message);
      tracer().created(message);
    },
  };
}

const REASONS = new Map<string, Waiting['for']>([
  [DELAY.name, 'DELAY'],
  [DEVICE_CALL.name, 'DEVICE'],
  [OUTSIDE_CALL.name, 'OUTSIDE'],
]);

function alarmEffect(
  change: Extract<TraceEffect, { kind: 'ALARM' }>['change'],
  { id, originator, type, severity, status }: Alarm,
): TraceEffect {
  const alarmId = change === 'CREATED' ? null : id;
  return { kind: 'ALARM', change, alarmId, originator: plain(originator), type, severity, status };
}

function relationEffect(change: RelationChange): TraceEffect {
  if ('clear' in change) {
    const { at, direction, type } = change.clear;
    const [from, to] = direction === 'FROM' ? [plain(at), null] : [null, plain(at)];
    return { kind: 'RELATION', change: 'DELETED', from, to, type };
  }
  const isSaved = 'save' in change;
  const { from, to, type } = isSaved ? change.save : change.delete;
  return { kind: 'RELATION', change: isSaved ? 'CREATED' : 'DELETED', from: plain(from), to: plain(to), type };
}

/** The value as JSON text. */
function textOf({ type, value }: TelemetryValue): string {
  if (type === 'JSON') return value;
  return type === 'STRING' ? JSON.stringify(value) : String(value);
}

/** Only what the wire has of an id. */
function plain<T extends EntityType>({ entityType, id }: EntityId<T>): EntityId<T> {
  return { entityType, id };
}
