import { isActive } from '@signalbox/contract/alarm';
import { clearAlarm } from '@signalbox/contract/rule-nodes/action/clear-alarm';
import { announceAlarm, causeOf, createDetailsBuilder } from '../alarm-node.ts';
import { implementRuleNode } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';

export const clearAlarmNode = implementRuleNode(clearAlarm, {
  async start({ alarmType, alarmDetailsBuildJs }, { scripts }, place) {
    const details = await createDetailsBuilder(scripts, place.tenantId, alarmDetailsBuildJs);
    const cause = causeOf(place);
    const typeOf = compileTemplate(alarmType);

    return {
      async handle(message, effects) {
        const { tenantId, originator } = message;
        const alarm =
          originator.entityType === 'ALARM'
            ? await effects.alarms.find(tenantId, originator.id)
            : await effects.alarms.active({ tenantId, originator, type: typeOf(message) });
        if (!alarm || !isActive(alarm.status)) return 'False';
        const built = await details.build(message, alarm.details, effects);
        const cleared = effects.alarms.clear(alarm.id.id, built, cause);
        // Somebody else's message may have cleared it while the script ran.
        return cleared ? announceAlarm(message, effects, place, cleared, 'cleared') : 'False';
      },
      stop: details.close,
    };
  },
});
