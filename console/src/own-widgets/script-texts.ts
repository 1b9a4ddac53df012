import './texts/texts.ts';
import '../alarms/texts/texts.ts';
import '../controls/texts/texts.ts';
import i18next from 'i18next';
import { textNamed } from '../i18n/named-keys.ts';

/** Keys of 3.3.2 that scripts and templates ask for: the part before the dot → what follows it. */
const KEYS: Readonly<Record<string, string>> = {
  action: 'add cancel clear close delete edit export no refresh save undo yes',
  alarm: 'acknowledge alarm alarms clear originator severity status type',
  'api-usage': 'api-usage',
  asset: 'assets',
  'audit-log': 'audit-logs',
  customer: 'customers',
  dashboard: 'dashboard dashboards',
  device: 'devices',
  'device-profile': 'device-profiles',
  edge: 'edge-instances edges',
  'entity-view': 'entity-views',
  home: 'home',
  'ota-update': 'ota-updates',
  profile: 'profile',
  resource: 'resources-library',
  rulechain: 'rulechain rulechains',
  tenant: 'tenants',
  'tenant-profile': 'tenant-profiles',
  user: 'users',
  widget: 'widget-library',
};

/** Words that only widgets have: the last part of the key. */
const WORDS: Readonly<Record<string, string>> = {
  action: 'apply assign back continue copy create download hide import ok remove run search share unassign update view',
  value: 'true false',
};

const SEVERITIES = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE'];
const STATUSES = ['ACTIVE_UNACK', 'ACTIVE_ACK', 'CLEARED_UNACK', 'CLEARED_ACK'];
const SEARCH_STATUSES = ['ACTIVE', 'CLEARED', 'ACK', 'UNACK'];
const ALARM_FIELDS: Readonly<Record<string, string>> = {
  ...{ 'start-time': 'startTs', 'end-time': 'endTs', 'ack-time': 'ackTs', 'clear-time': 'clearTs' },
  'originator-type': 'originatorType',
};
const ALARM_WORDS: Readonly<Record<string, string>> = { 'created-time': 'createdTime', details: 'details' };
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ alarm: 'ALARM', asset: 'ASSET', customer: 'CUSTOMER', dashboard: 'DASHBOARD', device: 'DEVICE', edge: 'EDGE' },
  ...{ 'device-profile': 'DEVICE_PROFILE', 'entity-view': 'ENTITY_VIEW', rulechain: 'RULE_CHAIN', tenant: 'TENANT' },
  ...{ rulenode: 'RULE_NODE', 'tenant-profile': 'TENANT_PROFILE', user: 'USER' },
};

const keysOf = (groups: Readonly<Record<string, string>>): [key: string, name: string][] =>
  Object.entries(groups).flatMap(([group, names]) =>
    names.split(' ').map((name): [string, string] => [`${group}.${name}`, name]),
  );

/** Texts that scripts and templates of people's own widgets ask for, by the keys of 3.3.2. */
export function scriptTexts(): Record<string, string> {
  const { t } = i18next;
  return Object.fromEntries([
    ...keysOf(KEYS).map(([key]) => [key, textNamed(key) ?? key]),
    ...keysOf(WORDS).map(([key, name]) => [key, t(`ownWidget.word.${name}`)]),
    ...SEVERITIES.map((name) => [`alarm.severity-${name.toLowerCase()}`, t(`alarm.severities.${name}`)]),
    ...STATUSES.map((name) => [`alarm.display-status.${name}`, t(`alarm.statuses.${name}`)]),
    ...SEARCH_STATUSES.map((name) => [`alarm.search-status.${name}`, t(`alarm.searchStatuses.${name}`)]),
    ...Object.entries(ALARM_FIELDS).map(([name, ours]) => [`alarm.${name}`, t(`alarm.${ours}`)]),
    ...Object.entries(ENTITIES).map(([name, type]) => [`entity.type-${name}`, t(`entityType.${type}`)]),
    ...Object.entries(ALARM_WORDS).map(([name, ours]) => [`alarm.${name}`, t(`ownWidget.word.${ours}`)]),
  ]);
}
