import { ALARM_SEVERITIES, ALARM_STATUSES, type AlarmSeverity, type AlarmStatus } from '@signalbox/contract/alarm';

/** Severities in the order of their numbers in the database: by name, as lists are sorted. */
export const SEVERITIES_BY_CODE: readonly AlarmSeverity[] = [...ALARM_SEVERITIES].sort();
/** The same for statuses: those of active alarms come first. */
export const STATUSES_BY_CODE: readonly AlarmStatus[] = [...ALARM_STATUSES].sort();

const severityCodes = new Map(SEVERITIES_BY_CODE.map((severity, code) => [severity, code]));
const statusCodes = new Map(STATUSES_BY_CODE.map((status, code) => [status, code]));

export const severityCode = (severity: AlarmSeverity): number => severityCodes.get(severity) as number;
export const statusCode = (status: AlarmStatus): number => statusCodes.get(status) as number;
/** Numbers of severities from the gravest to the least. */
export const SEVERITY_CODES_BY_GRAVITY: readonly number[] = ALARM_SEVERITIES.map(severityCode);
export const severityOf = (code: number): AlarmSeverity => SEVERITIES_BY_CODE[code] as AlarmSeverity;
export const statusOf = (code: number): AlarmStatus => STATUSES_BY_CODE[code] as AlarmStatus;
