import { isUuid } from '@signalbox/contract/id';
import { checkAlarmStatus } from '@signalbox/contract/rule-nodes/filter/check-alarm-status';
import { implementRuleNode } from '../define-rule-node.ts';

/** Id of the alarm that a payload is. @throws Error when it is not one */
function idIn(data: string): string {
  const id = (JSON.parse(data) as { id?: { id?: unknown } } | null)?.id?.id;
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase();
  throw new Error('The message is no alarm: it has no id');
}

export const checkAlarmStatusNode = implementRuleNode(checkAlarmStatus, {
  start({ alarmStatusList }) {
    const statuses: ReadonlySet<string> = new Set(alarmStatusList);
    return {
      async handle({ tenantId, data }, effects) {
        const alarm = await effects.alarms.find(tenantId, idIn(data));
        if (!alarm) throw new Error('No such alarm found.');
        return statuses.has(alarm.status) ? 'True' : 'False';
      },
    };
  },
});
