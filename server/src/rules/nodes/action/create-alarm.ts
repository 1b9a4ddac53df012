import { ALARM_SEVERITIES, type AlarmInput, type AlarmSeverity, alarmInputSchema } from '@signalbox/contract/alarm';
import { createAlarm } from '@signalbox/contract/rule-nodes/action/create-alarm';
import { parseExactJson } from '../../../config/exact-json.ts';
import type { Message } from '../../../messages/message.ts';
import { announceAlarm, causeOf, createDetailsBuilder } from '../alarm-node.ts';
import { implementRuleNode } from '../define-rule-node.ts';
import { firstIssue } from '../first-issue.ts';
import { compileTemplate } from '../template.ts';

/** @throws Error for anything but a severity */
function severityOf(text: string): AlarmSeverity {
  const severity = ALARM_SEVERITIES.find((one) => one === text);
  if (!severity) throw new Error(`Severity must be one of ${ALARM_SEVERITIES.join(', ')}, not '${text}'`);
  return severity;
}

/** The alarm that a message is. @throws Error when it is not one */
function alarmIn({ data }: Message): AlarmInput {
  const parsed = alarmInputSchema.safeParse(parseExactJson(data));
  if (parsed.success) return parsed.data;
  throw new Error(firstIssue('The message is no alarm:', parsed.error));
}

export const createAlarmNode = implementRuleNode(createAlarm, {
  async start(configuration, { scripts }, place) {
    const { alarmType, severity, dynamicSeverity, useMessageAlarmData } = configuration;
    if (!useMessageAlarmData && !dynamicSeverity) severityOf(severity);
    const details = await createDetailsBuilder(scripts, place.tenantId, configuration.alarmDetailsBuildJs);
    const cause = causeOf(place);
    const typeOf = compileTemplate(alarmType);
    const severityText = compileTemplate(severity);

    return {
      async handle(message, effects) {
        const { tenantId } = message;
        const given = useMessageAlarmData ? alarmIn(message) : undefined;
        const type = given ? given.type : typeOf(message);
        if (!type) throw new Error('Alarm type should be specified!');
        const target = { tenantId, originator: given?.originator ?? message.originator, type };
        const existing = await effects.alarms.active(target);
        const now = Date.now();
        const built = given && !existing ? given.details : await details.build(message, existing?.details, effects);
        const { alarm, isNew } = effects.alarms.raise({
          ...target,
          severity: severityOf(given ? (given.severity ?? '') : severityText(message)),
          status: given?.status ?? 'ACTIVE_UNACK',
          startTs: (!existing && given?.startTs) || now,
          endTs: (!existing && given?.endTs) || (given?.startTs ?? now),
          details: built,
          propagate: given ? given.propagate : configuration.propagate,
          propagateRelationTypes: given ? given.propagateRelationTypes : configuration.relationTypes,
          cause,
        });
        return announceAlarm(message, effects, place, alarm, isNew ? 'created' : 'updated');
      },
      stop: details.close,
    };
  },
});
