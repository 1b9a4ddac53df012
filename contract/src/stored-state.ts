import { sortedJson } from './sorted-json.ts';

/** Members that a save does not replace: some reads add them, or they change by other calls or by themselves. */
const NOT_SAVED: ReadonlySet<string> = new Set([
  ...['createdTime', 'customerTitle', 'customerIsPublic', 'deviceProfileName', 'tenantProfileName'],
  ...['active', 'lastActivityTime', 'assignedCustomers', 'default', 'root', 'firstRuleNodeId'],
]);
/** The same of `additionalInfo`. */
const NOT_SAVED_INFO: ReadonlySet<string> = new Set(['lastLoginTs', 'failedLoginAttempts', 'userCredentialsEnabled']);

const without = (value: object, names: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What a save replaces of something stored, as one text: the same however it was read. */
export function storedStateText(stored: object): string {
  const members = without(stored, NOT_SAVED);
  const { additionalInfo } = members;
  if (!isObject(additionalInfo)) return sortedJson(members);
  const info = without(additionalInfo, NOT_SAVED_INFO);
  return sortedJson({ ...members, additionalInfo: Object.keys(info).length > 0 ? info : null });
}
