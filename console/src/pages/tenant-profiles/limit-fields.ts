import type { TenantProfileConfiguration } from '@signalbox/contract/tenant-profile';

/** Member of the configuration that is a number. */
export type CountMember = {
  [M in keyof TenantProfileConfiguration]-?: NonNullable<TenantProfileConfiguration[M]> extends number ? M : never;
}[keyof TenantProfileConfiguration];
/** Member of the configuration that is a rate such as `100:1,2000:60`. */
export type RateMember = Exclude<keyof TenantProfileConfiguration, CountMember | 'type'>;

/** What a number counts. */
export type LimitUnit = 'bytes' | 'days' | 'perMonth' | 'nodes' | 'keys' | 'frames';

interface CountField {
  kind: 'count';
  member: CountMember;
  unit?: LimitUnit;
  /** The installation has a setting for it, which holds while the profile has no limit of its own. */
  isOwn?: boolean;
}
interface RateField {
  kind: 'rate';
  member: RateMember;
  isOwn?: boolean;
}
export type LimitField = CountField | RateField;

const count = (member: CountMember, unit?: LimitUnit): CountField => ({
  kind: 'count',
  member,
  ...(unit ? { unit } : {}),
});
const rate = (member: RateMember): RateField => ({ kind: 'rate', member });
const own = <Field extends LimitField>(field: Field): Field => ({ ...field, isOwn: true });

/** All limits of a tenant profile by section, in the order of the form. The threshold of warnings is a field of its own. */
export const LIMIT_SECTIONS = [
  {
    name: 'entities',
    fields: [
      count('maxDevices'),
      count('maxAssets'),
      count('maxCustomers'),
      count('maxUsers'),
      count('maxDashboards'),
      count('maxRuleChains'),
      count('maxResourcesInBytes', 'bytes'),
      count('maxOtaPackagesInBytes', 'bytes'),
      own(count('maxKeysPerDevice', 'keys')),
      own(count('maxKeysPerTenant', 'keys')),
    ],
  },
  {
    name: 'usage',
    fields: [
      count('maxTransportMessages', 'perMonth'),
      count('maxTransportDataPoints', 'perMonth'),
      count('maxDPStorageDays', 'perMonth'),
      count('maxREExecutions', 'perMonth'),
      count('maxJSExecutions', 'perMonth'),
      count('maxEmails', 'perMonth'),
      count('maxSms', 'perMonth'),
      count('maxCreatedAlarms', 'perMonth'),
    ],
  },
  {
    name: 'rules',
    fields: [count('maxRuleNodeExecutionsPerMessage', 'nodes')],
  },
  {
    name: 'retention',
    fields: [count('defaultStorageTtlDays', 'days'), count('alarmsTtlDays', 'days'), count('rpcTtlDays', 'days')],
  },
  {
    name: 'devices',
    fields: [
      rate('transportTenantMsgRateLimit'),
      rate('transportTenantTelemetryMsgRateLimit'),
      rate('transportTenantTelemetryDataPointsRateLimit'),
      rate('transportDeviceMsgRateLimit'),
      rate('transportDeviceTelemetryMsgRateLimit'),
      rate('transportDeviceTelemetryDataPointsRateLimit'),
    ],
  },
  {
    name: 'clients',
    fields: [
      own(rate('tenantServerRestLimitsConfiguration')),
      own(rate('customerServerRestLimitsConfiguration')),
      own(count('maxWsSessionsPerTenant')),
      own(count('maxWsSessionsPerCustomer')),
      own(count('maxWsSessionsPerRegularUser')),
      own(count('maxWsSessionsPerPublicUser')),
      own(count('maxWsSubscriptionsPerTenant')),
      own(count('maxWsSubscriptionsPerCustomer')),
      own(count('maxWsSubscriptionsPerRegularUser')),
      own(count('maxWsSubscriptionsPerPublicUser')),
      own(count('wsMsgQueueLimitPerSession', 'frames')),
      own(rate('wsUpdatesPerSessionRateLimit')),
    ],
  },
] as const satisfies readonly { name: string; fields: readonly LimitField[] }[];

export type LimitSection = (typeof LIMIT_SECTIONS)[number]['name'];
