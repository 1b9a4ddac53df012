import i18next from 'i18next';

/**
 * Texts that dashboards of 3.3.2 name as `{i18n:device.devices}`: the part of the key before its dot → the part after it
 * → our key.
 */
const NAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  action: {
    ...{ add: 'action.add', cancel: 'action.cancel', clear: 'action.clear', close: 'action.close' },
    ...{ delete: 'action.delete', edit: 'action.edit', refresh: 'action.refresh', save: 'action.save' },
    ...{ undo: 'action.undo', yes: 'common.yes', no: 'common.no' },
  },
  alarm: { alarms: 'alarm.alarms' },
  'api-usage': { 'api-usage': 'usage.page' },
  asset: { assets: 'asset.assets' },
  'audit-log': { 'audit-logs': 'audit.page' },
  customer: { customers: 'customer.customers' },
  dashboard: { dashboard: 'dashboard.dashboard', dashboards: 'dashboard.dashboards' },
  device: { devices: 'device.devices' },
  'device-profile': { 'device-profiles': 'deviceProfile.profiles' },
  edge: { 'edge-instances': 'edge.edges', edges: 'edge.edges' },
  'entity-view': { 'entity-views': 'entityView.entityViews' },
  home: { home: 'home.home' },
  'ota-update': { 'ota-updates': 'otaUpdates.updates' },
  profile: { profile: 'profile.profile' },
  resource: { 'resources-library': 'resources.library' },
  rulechain: { rulechain: 'ruleChain.ruleChain', rulechains: 'ruleChain.ruleChains' },
  tenant: { tenants: 'tenant.tenants' },
  'tenant-profile': { 'tenant-profiles': 'tenantProfile.profiles' },
  user: { users: 'user.users' },
  widget: { 'widget-library': 'widgetLibrary.library' },
};

const PART = /\{i18n:([^{}]+)\}/g;

function textNamed(key: string): string | undefined {
  const [group = '', ...rest] = key.trim().split('.');
  const known = NAMED[group]?.[rest.join('.')] ?? key.trim();
  const text: unknown = i18next.exists(known) ? i18next.t(known, { returnObjects: true }) : undefined;
  return typeof text === 'string' ? text : undefined;
}

/**
 * A text of a dashboard with the parts `{i18n:key}` written out in the language of the user; what is not known stays as
 * it is. @param written what becomes of the words, where the text is markup
 */
export function withNamedTexts(text: string, written: (words: string) => string = (words) => words): string {
  if (!text.includes('{i18n:')) return text;
  return text.replace(PART, (part, key: string) => {
    const words = textNamed(key);
    return words === undefined ? part : written(words);
  });
}

/** All those texts by their keys, for what cannot look them up itself. */
export function namedTexts(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(NAMED).flatMap(([group, keys]) =>
      Object.entries(keys).map(([name, key]) => [`${group}.${name}`, i18next.t(key)]),
    ),
  );
}
