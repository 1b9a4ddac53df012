import { alarmRoutes as routes } from '@signalbox/contract/alarm';
import { entityId } from '@signalbox/contract/id';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { AlarmService } from './alarm-service.ts';

/** Answers the alarm routes of the contract, except queries. */
export function alarmRoutes(alarms: AlarmService): RouteImplementation[] {
  return [
    implement(routes.getAlarm, ({ user, params }) => alarms.read(user, params.alarmId)),
    implement(routes.getAlarmInfo, ({ user, params }) => alarms.readInfo(user, params.alarmId)),
    implement(routes.getAlarmHistory, ({ user, params, query }) => alarms.listHistory(user, params.alarmId, query)),
    implement(routes.saveAlarm, ({ user, body }) => alarms.save(user, body)),
    implement(routes.deleteAlarm, ({ user, params }) => alarms.delete(user, params.alarmId)),
    implement(routes.acknowledgeAlarm, async ({ user, params }) => {
      await alarms.acknowledge(user, params.alarmId);
      return undefined;
    }),
    implement(routes.clearAlarm, async ({ user, params }) => {
      await alarms.clear(user, params.alarmId);
      return undefined;
    }),
    implement(routes.getAlarms, ({ user, params, query }) =>
      alarms.listOf(user, entityId(params.entityType, params.entityId), query),
    ),
    implement(routes.getAllAlarms, ({ user, query }) => alarms.list(user, query)),
    implement(routes.getHighestAlarmSeverity, ({ user, params, query }) =>
      alarms.highestSeverity(user, entityId(params.entityType, params.entityId), query),
    ),
  ];
}
