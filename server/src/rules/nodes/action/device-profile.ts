import { ALARM_SEVERITIES, type Alarm, MAX_ALARM_DETAILS } from '@signalbox/contract/alarm';
import { deviceProfile } from '@signalbox/contract/rule-nodes/action/device-profile';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import type { AlarmCause } from '../../../alarms/alarm-record.ts';
import { type AlarmRuleEffect, advance, step, type Transition } from '../../../alarms/rules/alarm-rule-machine.ts';
import { encodeProgress } from '../../../alarms/rules/rule-state-codec.ts';
import { type Message, newMessage } from '../../../messages/message.ts';
import type { ReadyDevice } from '../../alarm-rules/alarm-rules.ts';
import { ALARM_RULES_TIMER } from '../../alarm-rules/duration-timers.ts';
import type { RuleStateWrite } from '../../alarm-rules/rule-state-table.ts';
import type { MessageEffects } from '../../batch-effects.ts';
import { causeOf } from '../alarm-node.ts';
import { type EventReader, prepareAlarmRuleEvents } from '../alarm-rule-events.ts';
import { ACKNOWLEDGED, implementRuleNode, type NodeOutput, type NodeResult } from '../define-rule-node.ts';

/** What becomes of an alarm: the relation of the message about it, and the flags in its metadata. */
const OUTCOMES = {
  created: { relation: 'Alarm Created', flags: { isNewAlarm: 'true' } },
  updated: { relation: 'Alarm Updated', flags: { isExistingAlarm: 'true' } },
  severity: { relation: 'Alarm Severity Updated', flags: { isExistingAlarm: 'true', isSeverityUpdated: 'true' } },
  cleared: { relation: 'Alarm Cleared', flags: { isClearedAlarm: 'true' } },
} as const;

/**
 * Evaluates the alarm rules of the device's profile. What it knows of devices is always kept over restarts, whatever its
 * two settings say: they are there for clients.
 */
export const deviceProfileNode = implementRuleNode(deviceProfile, {
  start(_configuration, { alarmRules, jsonTypeCast }, place) {
    const { nodeId } = place;
    const cause = causeOf(place);
    const events = prepareAlarmRuleEvents(jsonTypeCast);

    function finish(
      message: Message,
      effects: MessageEffects,
      { device, rules, known, isNew }: ReadyDevice,
      state: ReadyDevice['known']['state'],
      isTimer: boolean,
    ): void {
      if (state === known.state && !isTimer && !isNew) return;
      const { progress, due } = state;
      let { stored } = known;
      let write: RuleStateWrite | undefined;
      if (isTimer || known.isOfFormerRules || progress !== known.state.progress || due !== stored?.due) {
        const text = encodeProgress(rules, progress);
        // A timer that came without need would come again.
        if (isTimer || text !== (stored?.progress ?? '') || due !== stored?.due) {
          stored = { progress: text, due };
          const { tenantId, profileId } = device.facts;
          write = { deviceId: device.id, nodeId, tenantId, profileId, ...stored };
        }
      }
      const { metadata, queueName } = isTimer ? known : message;
      const { seen, version } = known;
      const value = { rules, state, stored, isOfFormerRules: false, seen, version, metadata, queueName };
      alarmRules.remember(device, nodeId, message, effects, value, write);
    }

    function evaluate(
      ready: ReadyDevice,
      message: Message,
      effects: MessageEffects,
      reader: EventReader | undefined,
    ): NodeResult | Promise<NodeResult> {
      const { rules, known, owners } = ready;
      const isTimer = reader === undefined;
      const now = message.ts;
      let { state } = known;
      let decided: readonly AlarmRuleEffect[] = [];
      const take = ({ state: after, effects: more }: Transition): void => {
        state = after;
        if (more.length > 0) decided = [...decided, ...more];
      };
      // What time alone did before the message came, comes before it.
      const until = isTimer ? now : now - 1;
      if (state.due !== undefined && state.due <= until) take(advance(rules, state, until, owners));
      const read = reader?.(message, rules, effects) ?? [];
      if (read instanceof Promise) {
        return read.then((found) => {
          for (const event of found) take(step(rules, state, event, now, owners));
          return conclude();
        });
      }
      for (const event of read) take(step(rules, state, event, now, owners));
      return conclude();

      function conclude(): NodeResult | Promise<NodeResult> {
        if (decided.length === 0) {
          finish(message, effects, ready, state, isTimer);
          return isTimer ? ACKNOWLEDGED : SUCCESS;
        }
        return carryOut(decided, message, effects, isTimer ? originOf(ready) : message, cause).then((outputs) => {
          finish(message, effects, ready, state, isTimer);
          return isTimer ? outputs : [...outputs, { relation: SUCCESS, message }];
        });
      }
    }

    return {
      handle(message, effects) {
        if (message.originator.entityType !== 'DEVICE') return SUCCESS;
        const isTimer = message.type === ALARM_RULES_TIMER && message.ruleNodeId === nodeId;
        const reader = isTimer ? undefined : events.get(message.type);
        if (!isTimer && !reader) return SUCCESS;
        if (isTimer) alarmRules.looked(message.originator.id, nodeId);

        const proceed = (ready: Awaited<ReturnType<typeof alarmRules.read>>): NodeResult | Promise<NodeResult> => {
          if (typeof ready !== 'string') return evaluate(ready, message, effects, reader);
          if (!isTimer) return ready === 'unknown' ? ACKNOWLEDGED : SUCCESS;
          // Nothing is left to wait for.
          const { tenantId, originator } = message;
          const gone = { tenantId, deviceId: originator.id, nodeId, profileId: '', progress: '', due: undefined };
          if (ready === 'no rules') effects.keepAlarmRules({ ...NOBODY_KNOWS, write: gone });
          return ACKNOWLEDGED;
        };
        const ready = alarmRules.find(nodeId, message, effects);
        return ready === undefined ? alarmRules.read(nodeId, message, effects).then(proceed) : proceed(ready);
      },
    };
  },
});

const nothing = (): undefined => undefined;
/** What is stored of a device that no node knows anything of. */
const NOBODY_KNOWS = { blocker: nothing, reserve: nothing, release: nothing, isStored: nothing, forget: nothing };

/** What messages about alarms have of the message that caused them. */
type Origin = Pick<Message, 'metadata' | 'queueName' | 'customerId'>;

/** Characters of the text of details: values of devices, which are part of it, may be long. */
const MAX_TEXT = MAX_ALARM_DETAILS - 100;

/** The newest message of a device that changed something, or what it would have had. */
function originOf({ known, device: { facts } }: ReadyDevice): Origin {
  const metadata = known.metadata ?? { deviceName: facts.name, deviceType: facts.type };
  return { metadata, queueName: known.queueName, customerId: facts.customerId ?? null };
}

/** Raises and clears alarms as the rules say. @returns the messages about them */
async function carryOut(
  decided: readonly AlarmRuleEffect[],
  message: Message,
  effects: MessageEffects,
  { metadata, queueName, customerId }: Origin,
  cause: AlarmCause,
): Promise<NodeOutput[]> {
  const outputs: NodeOutput[] = [];
  for (const effect of decided) {
    const found = await carryOutOne(effect, message, effects, cause);
    if (!found) continue;
    const { relation, flags } = OUTCOMES[found.outcome];
    outputs.push({
      relation,
      message: newMessage({
        tenantId: message.tenantId,
        type: 'ALARM',
        originator: message.originator,
        customerId,
        queueName,
        metadata: { ...metadata, ...flags, ...reachedBy(effect) },
        data: JSON.stringify(found.alarm),
        ruleNodeExecCounter: message.ruleNodeExecCounter,
      }),
    });
  }
  return outputs;
}

/** What the rule had reached, as metadata. */
function reachedBy({ rule: { firing }, reached }: AlarmRuleEffect): Record<string, string> {
  if (reached === undefined || firing.type === 'SIMPLE') return {};
  return { [firing.type === 'REPEATING' ? 'alarmConditionRepeats' : 'alarmConditionDuration']: String(reached) };
}

async function carryOutOne(
  { type, alarm: { alarmType, propagate, propagateRelationTypes }, rule, ts, at, text }: AlarmRuleEffect,
  { tenantId, originator }: Message,
  effects: MessageEffects,
  cause: AlarmCause,
): Promise<{ alarm: Alarm; outcome: keyof typeof OUTCOMES } | undefined> {
  const target = { tenantId, originator, type: alarmType };
  const existing = await effects.alarms.active(target);
  const { dashboardId, severity } = rule;
  const details =
    text === undefined && dashboardId === undefined
      ? (existing?.details ?? {})
      : {
          ...(text !== undefined && { data: text.slice(0, MAX_TEXT) }),
          ...(dashboardId !== undefined && { dashboardId }),
        };
  if (type === 'clear' || !severity) {
    const cleared = existing && effects.alarms.clear(existing.id.id, details, cause);
    return cleared && { alarm: cleared, outcome: 'cleared' };
  }
  // Somebody else may have made it worse meanwhile.
  if (existing && ALARM_SEVERITIES.indexOf(severity) > ALARM_SEVERITIES.indexOf(existing.severity)) return undefined;
  const { alarm, isNew, isSeverityChanged } = effects.alarms.raise({
    ...target,
    severity,
    status: 'ACTIVE_UNACK',
    startTs: existing?.startTs ?? ts,
    endTs: existing ? at : ts,
    details,
    propagate,
    propagateRelationTypes,
    cause,
  });
  return { alarm, outcome: isNew ? 'created' : isSeverityChanged ? 'severity' : 'updated' };
}
