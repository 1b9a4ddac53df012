import type { Alarm } from '@signalbox/contract/alarm';
import type { EntityId, EntityType } from '@signalbox/contract/id';
import { MAX_TRACE_SENT, type TraceEffect, type TraceSent } from '@signalbox/contract/recorder';
import type { Message } from '../../messages/message.ts';
import { DEVICE_CALL, type DeviceRpcRequest } from '../../rpc/device-rpc.ts';
import { toJsonText } from '../../values/wire-values.ts';
import type { GatheredEffects } from '../batch-effects.ts';
import { describeError } from '../debug-events.ts';
import { DELAY } from '../delayed-messages.ts';
import type { RelationChange } from '../effects/change-relations.ts';
import type { OutsideMessage } from '../nodes/define-rule-node.ts';
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
  /** Why what it waits for cannot even be sent; null: it can. */
  refusal: string | null;
}

export interface RecordedEffectsParts {
  /** Of the message that runs. */
  tracer: () => Tracer;
  onWait: (wait: DryWait) => void;
  /** What a node sends outside for a message. @throws when it cannot be sent */
  sentBy: (nodeId: string, message: Message) => OutsideMessage | undefined;
}

/** The same effects, written down as well. */
export function recordEffects(
  effects: GatheredEffects,
  { tracer, onWait, sentBy }: RecordedEffectsParts,
): GatheredEffects {
  const write = (effect: TraceEffect): void => tracer().effect(effect);
  /** Ids of alarms that this run has raised: nobody else knows them, and another run has others. */
  const ownAlarms = new Set<string>();
  return {
    ...effects,
    saveTimeseries(message, points, ttlSeconds) {
      const admission = effects.saveTimeseries(message, points, ttlSeconds);
      write({
        kind: 'TELEMETRY',
        entityId: plain(message.originator),
        points: points.map(({ ts, values }) => ({
          ts,
          values: Object.fromEntries(values.map(({ key, value }) => [key, toJsonText(value)])),
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
        values: Object.fromEntries(entries.flatMap(({ key, value }) => (value ? [[key, toJsonText(value)]] : []))),
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
        if (raised.isNew) ownAlarms.add(raised.alarm.id.id);
        write(alarmEffect(raised.isNew ? 'CREATED' : 'UPDATED', raised.alarm, ownAlarms));
        return raised;
      },
      clear(id, details, cause) {
        const cleared = effects.alarms.clear(id, details, cause);
        if (cleared) write(alarmEffect('CLEARED', cleared, ownAlarms));
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
      let sent: TraceSent | null = null;
      let refusal: string | null = null;
      try {
        if (reason === 'DEVICE') sent = sentToDevice(request as DeviceRpcRequest);
        else if (reason === 'OUTSIDE') sent = sentOf(sentBy(next.ruleNodeId ?? '', next));
      } catch (error) {
        refusal = describeError(error as Error);
      }
      const step = tracer().waits({ kind: 'WAIT', for: reason, until, sent });
      onWait({ step, for: reason, until, next, refusal });
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

const sentToDevice = ({ method, params }: DeviceRpcRequest): TraceSent => ({
  to: method,
  details: {},
  text: params.slice(0, MAX_TRACE_SENT),
  size: params.length,
});

function sentOf(message: OutsideMessage | undefined): TraceSent | null {
  if (!message) return null;
  const { to, details = {}, text } = message;
  return {
    to: to.slice(0, MAX_TRACE_SENT),
    details: Object.fromEntries(
      Object.entries(details).flatMap(([name, value]) =>
        value === '' ? [] : [[name, value.slice(0, MAX_TRACE_SENT)]],
      ),
    ),
    text: text.slice(0, MAX_TRACE_SENT),
    size: text.length,
  };
}

function alarmEffect(
  change: Extract<TraceEffect, { kind: 'ALARM' }>['change'],
  { id, originator, type, severity, status }: Alarm,
  ownAlarms: ReadonlySet<string>,
): TraceEffect {
  const alarmId = ownAlarms.has(id.id) ? null : id;
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

/** Only what the wire has of an id. */
function plain<T extends EntityType>({ entityType, id }: EntityId<T>): EntityId<T> {
  return { entityType, id };
}
