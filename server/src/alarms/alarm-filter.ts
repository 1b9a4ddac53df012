import { ALARM_SEVERITIES, ALARM_STATUSES, type AlarmSeverity, type AlarmStatus } from '@signalbox/contract/alarm';
import { SEVERITIES_BY_CODE, STATUSES_BY_CODE, severityCode, statusCode } from './alarm-codes.ts';

/** Which alarms a list has; absent: whatever. Times are inclusive bounds on the creation, in epoch ms. */
export interface AlarmFilter {
  severities?: readonly AlarmSeverity[] | undefined;
  statuses?: readonly AlarmStatus[] | undefined;
  types?: readonly string[] | undefined;
  /** Lists of tenants and customers only. */
  originatorId?: string | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
}

/** A severity and a status, as numbers: alarms that have both stand together in every index. */
export interface AlarmRange {
  severity: number;
  status: number;
}

/** Alarms of some ranges that are of one of some types. */
export interface AlarmGroup {
  ranges: readonly AlarmRange[];
  /** undefined: of any type */
  types: readonly string[] | undefined;
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

/**
 * The alarms that a filter lets pass and a text search finds in type, severity or status, in groups that have no alarm in
 * common.
 * @param foundTypes the types that have the text
 */
export function groupsOf(
  filter: AlarmFilter,
  textSearch: string | undefined,
  foundTypes: readonly string[],
): AlarmGroup[] {
  const ranges = rangesOf(filter);
  const types = filter.types?.length ? [...new Set(filter.types)] : undefined;
  if (!textSearch) return [{ ranges, types }];
  const text = textSearch.toLowerCase();
  const has = (name: string | undefined): boolean => name?.toLowerCase().includes(text) ?? false;
  const isNamed = ({ severity, status }: AlarmRange): boolean =>
    has(SEVERITIES_BY_CODE[severity]) || has(STATUSES_BY_CODE[status]);
  const isFound = (type: string): boolean => foundTypes.includes(type);
  const groups = [
    { ranges: ranges.filter(isNamed), types },
    { ranges: ranges.filter((range) => !isNamed(range)), types: types ? types.filter(isFound) : foundTypes },
  ];
  return groups.filter((group) => group.ranges.length > 0 && group.types?.length !== 0);
}
