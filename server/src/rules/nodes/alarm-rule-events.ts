import type { AlarmRuleEvent } from '../../alarms/rules/alarm-rule-machine.ts';
import type { CompiledRules } from '../../alarms/rules/compile-rules.ts';
import type { Message } from '../../messages/message.ts';
import { type PayloadOptions, parseAttributes, parseTelemetry, splitObject } from '../../values/json-values.ts';
import type { MessageEffects } from '../batch-effects.ts';
import { timeOfMessage } from './message-time.ts';
import { objectOf } from './payload.ts';

/** What a message says to the alarm rules, in the order of time. @throws Error for a payload that cannot be read */
export type EventReader = (
  message: Message,
  rules: CompiledRules,
  effects: MessageEffects,
) => readonly AlarmRuleEvent[] | Promise<readonly AlarmRuleEvent[]>;

const NOTHING: readonly AlarmRuleEvent[] = [];

/** How messages are read that say something to alarm rules, by their type; all others say nothing (rule-engine.md §5.2). */
export function prepareAlarmRuleEvents(castStrings: boolean): ReadonlyMap<string, EventReader> {
  const options: PayloadOptions = { castStrings, nulls: 'error', lenient: false };

  const telemetryIn = (text: string, ts: number): AlarmRuleEvent[] => {
    const groups = parseTelemetry(text, ts, options);
    if (groups.length > 1) groups.sort((one, other) => one.ts - other.ts);
    return groups.map((group) => ({ type: 'telemetry', ...group }));
  };
  const telemetry: EventReader = (message) => {
    const ts = timeOfMessage(message);
    return message.values ? [{ type: 'telemetry', ts, values: message.values }] : telemetryIn(message.data, ts);
  };
  // Of people and other systems, which is stored when the rules are told: `{"timeseries":[{"ts":…,"values":{…}}]}`.
  const saved: EventReader = ({ data, ts }) => {
    const text = splitObject(data, options).get('timeseries');
    return text === undefined ? NOTHING : telemetryIn(text, ts);
  };
  const attributes: EventReader = (message) => [
    { type: 'attributes', values: message.values ?? parseAttributes(message.data, options) },
  ];
  // The state of a device is stored as attributes or as telemetry.
  const activity: EventReader = (message, ...rest) =>
    (message.metadata.scope ? attributes : telemetry)(message, ...rest);

  const deletion: EventReader = ({ data }) => {
    const { attributes: keys } = objectOf(data);
    if (!Array.isArray(keys)) return NOTHING;
    return [{ type: 'attributesDeleted', keys: keys.filter((key) => typeof key === 'string') }];
  };

  /** Somebody has cleared or deleted an alarm: the rules of its type start from scratch, unless there is another one. */
  const ended: EventReader = async ({ data, tenantId, originator, type: messageType }, rules, effects) => {
    const { type, id, status } = objectOf(data);
    const alarm = rules.alarms.findIndex(({ alarmType }) => alarmType === type);
    const isOld = messageType === 'ALARM_DELETE' && String(status).startsWith('CLEARED');
    if (alarm < 0 || isOld) return NOTHING;
    const current = await effects.alarms.active({ tenantId, originator, type: String(type) });
    const isOther = current && current.id.id !== (id as { id?: unknown } | null)?.id;
    return isOther ? NOTHING : [{ type: 'ended', alarm }];
  };

  return new Map([
    ['POST_TELEMETRY_REQUEST', telemetry],
    ['TIMESERIES_UPDATED', saved],
    ['POST_ATTRIBUTES_REQUEST', attributes],
    ['ATTRIBUTES_UPDATED', attributes],
    ['ATTRIBUTES_DELETED', deletion],
    ['ACTIVITY_EVENT', activity],
    ['INACTIVITY_EVENT', activity],
    ['ALARM_CLEAR', ended],
    ['ALARM_DELETE', ended],
  ]);
}
