import i18next from 'i18next';

/** Messages of the server for clients → what a person needs to know. Names in them stand for what was typed. */
const WORDS: readonly (readonly [pattern: RegExp, key: string])[] = [
  [/ with such name already exists/i, 'server.nameTaken'],
  [/ with such title already exists/i, 'server.titleTaken'],
  [/^User with email .* already present/i, 'server.emailTaken'],
  [/ with such provision device key already exists/i, 'server.keyTaken'],
  [/^Device credentials are already assigned to another device/i, 'server.credentialsTaken'],
  [/ should be specified!?$/i, 'common.required'],
  [/field value is malformed/i, 'server.malformed'],
  [/length (?:of .+ )?must be equal or less than (?<max>\d+)/i, 'server.tooLong'],
  [/^Invalid email address/i, 'server.invalidEmail'],
  [/dashboard referenced by the device profiles/i, 'server.dashboardInUse'],
  [/rule chain referenced by the device profiles/i, 'server.ruleChainInUse'],
  [/tenant profile referenced by the tenants/i, 'server.tenantProfileInUse'],
  [/device profile referenced by the devices/i, 'server.deviceProfileInUse'],
  [/^Can't change device profile transport type/i, 'server.transportInUse'],
  [/^You don't have permission to perform this operation/i, 'server.notPermitted'],
  [/^Too many requests/i, 'error.busy'],
  [/^Requested item wasn't found| with id \[.*\] (?:is|wasn't|was not) (?:not )?found/i, 'server.gone'],
];

/** A message of the server in words for people; undefined when there are none better than its own. */
export function serverWords(message: string): string | undefined {
  for (const [pattern, key] of WORDS) {
    const found = pattern.exec(message);
    if (found) return i18next.t(key, found.groups ?? {});
  }
  return undefined;
}
