import { type AlarmRuleTryInput, type AlarmRuleTryReply, alarmRuleTryRoutes } from '@signalbox/contract/alarm-rule-try';
import { deviceProfileRoutes } from '@signalbox/contract/device-profile';
import { call } from './client.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;

/** When rules would have fired in a period of a device; nothing is stored. */
export function tryAlarmRule(body: AlarmRuleTryInput): Promise<AlarmRuleTryReply> {
  return call(alarmRuleTryRoutes.tryAlarmRule, { body }, quiet);
}

/** Keys in use by devices of a profile, or of the tenant, sorted. */
export function getKeysInUse(type: 'ATTRIBUTE' | 'TIME_SERIES', deviceProfileId?: string): Promise<readonly string[]> {
  const route =
    type === 'ATTRIBUTE'
      ? deviceProfileRoutes.getDeviceProfileAttributeKeys
      : deviceProfileRoutes.getDeviceProfileTimeseriesKeys;
  return call(route, { query: deviceProfileId === undefined ? {} : { deviceProfileId } }, quiet);
}
