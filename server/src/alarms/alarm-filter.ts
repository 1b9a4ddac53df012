import { ALARM_SEVERITIES, ALARM_STATUSES, type AlarmSeverity, type AlarmStatus } from '@signalbox/contract/alarm';
import { severityCode, statusCode } from './alarm-codes.ts';

/** Which alarms a list has; absent: whatever. Times are inclusive bounds on the creation, in epoch ms. */
export interface AlarmFilter {
  severities?: readonly AlarmSeverity[] | undefined;
  statuses?: readonly AlarmStatus[] | undefined;
  types?: readonly string[] | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
}

/** A severity and a status, as numbers: alarms that have both stand together in every index. */
export interface AlarmRange {
  severity: number;
  status: number;
}

/** The ranges that a filter lets pass, in the order of their numbers. */
export function rangesOf({ severities = ALARM_SEVERITIES, statuses = ALARM_STATUSES }: AlarmFilter): AlarmRange[] {
  const statusCodes = [...new Set(statuses.map(statusCode))].sort();
  return [...new Set(severities.map(severityCode))]
    .sort()
    .flatMap((severity) => statusCodes.map((status) => ({ severity, status })));
}

export const isWindowed = ({ startTime, endTime }: AlarmFilter): boolean =>
  startTime !== undefined || endTime !== undefined;
