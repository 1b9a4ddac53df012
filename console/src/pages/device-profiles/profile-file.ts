import type { AlarmRule, DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import {
  type DeviceProfile,
  type DeviceProfileDataInput,
  type DeviceProfileInput,
  deviceProfileInputSchema,
  RULE_ENGINE_QUEUES,
} from '@signalbox/contract/device-profile';
import * as z from 'zod/mini';
import { jsonFileName, saveFile } from '../../controls/save-file.ts';
import { wrongSnmpMember } from '../../device-profiles/snmp-mappings.ts';
import { type EntityFile, wrongMember } from '../../entity-page/entity-file.ts';

/** Largest file that is read, bytes: as much as a save takes. */
export const MAX_PROFILE_BYTES = 4 * 1024 * 1024;

/** A device profile as it is exported: without what belongs to this tenant (rest-content.md §1.6). */
export function exportedProfile({
  id: _id,
  createdTime: _createdTime,
  tenantId: _tenantId,
  ...profile
}: DeviceProfile) {
  return { ...profile, default: false };
}

/** Saves a device profile as a file of the person. */
export function downloadProfile(profile: DeviceProfile): void {
  const text = `${JSON.stringify(exportedProfile(profile), null, 2)}\n`;
  saveFile(jsonFileName(profile.name, 'device_profile'), new Blob([text], { type: 'application/json' }));
}

/** The profile of an exported file, as a new one that is not the default. */
export function readProfile(text: string): EntityFile<DeviceProfileInput> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { wrong: undefined };
  }
  if (typeof content !== 'object' || content === null || !('profileData' in content)) return { wrong: undefined };
  // The server says what is wrong with a name.
  const { name } = content as { name?: unknown };
  const parsed = z.safeParse(deviceProfileInputSchema, { ...content, name: undefined });
  if (!parsed.success) return { wrong: wrongMember(parsed.error) };
  if (typeof name !== 'string' || !name.trim()) return { wrong: 'name' };
  const { id: _id, ...profile } = parsed.data;
  const missing = (['type', 'transportType', 'provisionType', 'profileData'] as const).find((one) => !profile[one]);
  if (missing) return { wrong: missing };
  const transport = profile.profileData?.transportConfiguration;
  const wrong = transport?.type === 'SNMP' ? wrongSnmpMember(transport) : undefined;
  if (wrong) return { wrong: `profileData.transportConfiguration.${wrong}` };
  return { content: { ...profile, name, default: false } };
}

const rulesOf = ({ createRules, clearRule }: DeviceProfileAlarm) => [...Object.values(createRules ?? {}), clearRule];

/** Ids of the dashboards that alarm rules name, each once. */
const dashboardsOf = (alarms: readonly DeviceProfileAlarm[]): string[] => [
  ...new Set(alarms.flatMap(rulesOf).flatMap((rule) => (rule?.dashboardId ? [rule.dashboardId.id] : []))),
];

/** A profile whose alarm rules name none of these dashboards. */
function withoutDashboards(profileData: DeviceProfileDataInput, gone: ReadonlySet<string>): DeviceProfileDataInput {
  const without = <Rule extends AlarmRule | null | undefined>(rule: Rule): Rule =>
    rule?.dashboardId && gone.has(rule.dashboardId.id) ? { ...rule, dashboardId: null } : rule;
  const alarms = profileData.alarms?.map((alarm) => ({
    ...alarm,
    ...(alarm.createRules && {
      createRules: Object.fromEntries(
        Object.entries(alarm.createRules).map(([severity, rule]) => [severity, without(rule)]),
      ),
    }),
    ...(alarm.clearRule && { clearRule: without(alarm.clearRule) }),
  }));
  return { ...profileData, alarms } as DeviceProfileDataInput;
}

/** What a profile names that belongs to a tenant, or to the profile itself. */
export type NamedPart = 'ruleChain' | 'dashboard' | 'alarmDashboard' | 'queue' | 'firmware' | 'software';

/**
 * A profile of a file without what is not here, and names of that. Packages always are of the profile that was exported.
 * @param isHere looks up a rule chain or a dashboard by its id
 */
export async function withoutForeign(
  profile: DeviceProfileInput,
  isHere: (part: 'ruleChain' | 'dashboard', id: string) => Promise<boolean>,
): Promise<{ profile: DeviceProfileInput; left: NamedPart[] }> {
  const { defaultRuleChainId: chain, defaultDashboardId: dashboard, defaultQueueName: queue } = profile;
  const [hasChain, hasDashboard] = await Promise.all([
    chain ? isHere('ruleChain', chain.id) : true,
    dashboard ? isHere('dashboard', dashboard.id) : true,
  ]);
  const alarmDashboards = dashboardsOf(profile.profileData?.alarms ?? []);
  const looked = await Promise.all(alarmDashboards.map((id) => isHere('dashboard', id)));
  const gone = new Set(alarmDashboards.filter((_, index) => !looked[index]));
  const hasQueue = !queue || RULE_ENGINE_QUEUES.some((name) => name === queue);
  return {
    profile: {
      ...profile,
      ...(hasChain ? {} : { defaultRuleChainId: null }),
      ...(hasDashboard ? {} : { defaultDashboardId: null }),
      ...(hasQueue ? {} : { defaultQueueName: null }),
      ...(gone.size === 0 || !profile.profileData ? {} : { profileData: withoutDashboards(profile.profileData, gone) }),
      firmwareId: null,
      softwareId: null,
    },
    left: [
      ...(hasChain ? [] : (['ruleChain'] as const)),
      ...(hasDashboard ? [] : (['dashboard'] as const)),
      ...(gone.size === 0 ? [] : (['alarmDashboard'] as const)),
      ...(hasQueue ? [] : (['queue'] as const)),
      ...(profile.firmwareId ? (['firmware'] as const) : []),
      ...(profile.softwareId ? (['software'] as const) : []),
    ],
  };
}
