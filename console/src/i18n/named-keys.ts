import i18next from 'i18next';

/** Keys of 3.3.2 that have another name here: the part before the dot → the part after it → our key. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  action: { yes: 'common.yes', no: 'common.no' },
  'api-usage': { 'api-usage': 'usage.page' },
  'audit-log': { 'audit-logs': 'audit.page' },
  'device-profile': { 'device-profiles': 'deviceProfile.profiles' },
  edge: { 'edge-instances': 'edge.edges' },
  'ota-update': { 'ota-updates': 'otaUpdates.updates' },
  resource: { 'resources-library': 'resources.library' },
  rulechain: { rulechain: 'ruleChain.ruleChain', rulechains: 'ruleChain.ruleChains' },
  'tenant-profile': { 'tenant-profiles': 'tenantProfile.profiles' },
  widget: { 'widget-library': 'widgetLibrary.library' },
};

/** The words for a key of 3.3.2, or for one of ours; undefined of what is not known. */
export function textNamed(key: string): string | undefined {
  const [group = '', ...rest] = key.trim().split('.');
  const known =
    RENAMED[group]?.[rest.join('.')] ?? key.trim().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const text: unknown = i18next.exists(known) ? i18next.t(known, { returnObjects: true }) : undefined;
  return typeof text === 'string' ? text : undefined;
}
