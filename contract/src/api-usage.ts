import type { TenantProfileConfiguration } from './tenant-profile.ts';

/** Whether a tenant may go on using something this month. */
export const USAGE_STATES = ['ENABLED', 'WARNING', 'DISABLED'] as const;
export type UsageState = (typeof USAGE_STATES)[number];

/** What is counted for a tenant: the key of its series, and what limits it. */
export interface UsageCounter {
  /** Key of the monthly counts; hourly ones are under `<key>Hourly`. */
  key: string;
  /** Key of the limit. */
  limitKey: string;
  /** Member of the tenant profile with the limit per month. */
  limit: keyof TenantProfileConfiguration;
}

/** Something that a tenant uses until one of its counters reaches its limit. */
export interface UsageFeature {
  /** Name of 3.3.2. */
  name: string;
  /** Key of its state. */
  stateKey: string;
  counters: readonly UsageCounter[];
}

/**
 * What the usage of a tenant consists of (rest-entities.md §4.14). All keys are time series of its API_USAGE_STATE:
 * monthly counts stand at the beginning of the month, hourly ones at that of the hour (UTC).
 */
export const USAGE_FEATURES = [
  {
    name: 'TRANSPORT',
    stateKey: 'transportApiState',
    counters: [
      { key: 'transportMsgCount', limitKey: 'transportMsgLimit', limit: 'maxTransportMessages' },
      { key: 'transportDataPointsCount', limitKey: 'transportDataPointsLimit', limit: 'maxTransportDataPoints' },
    ],
  },
  {
    name: 'DB',
    stateKey: 'dbApiState',
    counters: [{ key: 'storageDataPointsCount', limitKey: 'storageDataPointsLimit', limit: 'maxDPStorageDays' }],
  },
  {
    name: 'RE',
    stateKey: 'ruleEngineApiState',
    counters: [{ key: 'ruleEngineExecutionCount', limitKey: 'ruleEngineExecutionLimit', limit: 'maxREExecutions' }],
  },
  {
    name: 'JS',
    stateKey: 'jsExecutionApiState',
    counters: [{ key: 'jsExecutionCount', limitKey: 'jsExecutionLimit', limit: 'maxJSExecutions' }],
  },
  {
    name: 'EMAIL',
    stateKey: 'emailApiState',
    counters: [{ key: 'emailCount', limitKey: 'emailLimit', limit: 'maxEmails' }],
  },
  {
    name: 'SMS',
    stateKey: 'smsApiState',
    counters: [{ key: 'smsCount', limitKey: 'smsLimit', limit: 'maxSms' }],
  },
  {
    name: 'ALARM',
    stateKey: 'alarmApiState',
    counters: [{ key: 'createdAlarmsCount', limitKey: 'createdAlarmsLimit', limit: 'maxCreatedAlarms' }],
  },
] as const satisfies readonly UsageFeature[];

export type UsageFeatureName = (typeof USAGE_FEATURES)[number]['name'];
export type UsageCounterKey = (typeof USAGE_FEATURES)[number]['counters'][number]['key'];

/** All counters, in the order of the features. */
export const USAGE_COUNTERS = USAGE_FEATURES.flatMap(({ counters }) => counters as readonly UsageCounter[]);

/** Fraction of a limit at which a tenant is warned when its profile names none. */
export const DEFAULT_WARN_THRESHOLD = 0.8;

/** Key of the hourly counts. */
export const hourlyKey = (key: string): string => `${key}Hourly`;
