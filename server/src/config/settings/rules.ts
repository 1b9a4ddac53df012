import { asInteger, setting } from './definition.ts';

/** The message log and the rules, and what is counted of them. */
export const RULE_SETTINGS = {
  messagePartitions: setting({
    env: 'SIGNALBOX_MESSAGE_PARTITIONS',
    default: 4,
    meaning: 'Partitions of the durable message log; messages of one originator stay in one partition.',
    parse: asInteger(1, 64),
  }),
  scriptTimeout: setting({
    env: 'SIGNALBOX_SCRIPT_TIMEOUT',
    default: 1000,
    unit: 'ms',
    meaning: 'Longest run of a script of a rule node; after three errors it is paused for a minute.',
    parse: asInteger(10, 60_000),
  }),
  scriptMemory: setting({
    env: 'SIGNALBOX_SCRIPT_MEMORY',
    default: 32,
    unit: 'MB',
    meaning: 'Memory of the scripts of one tenant.',
    parse: asInteger(8, 1024),
  }),
  ruleStatisticsPeriod: setting({
    env: 'SIGNALBOX_RULE_STATISTICS_PERIOD',
    default: 3_600_000,
    unit: 'ms',
    meaning: 'How often rule nodes and chains record the number of processed messages (STATS events).',
    parse: asInteger(1000, 86_400_000),
  }),
  queueStatisticsPeriod: setting({
    env: 'SIGNALBOX_QUEUE_STATISTICS_PERIOD',
    default: 60_000,
    unit: 'ms',
    meaning: "How often the numbers of messages in a tenant's queues are stored as telemetry (TbServiceQueue assets).",
    parse: asInteger(1000, 86_400_000),
  }),
  usageReportPeriod: setting({
    env: 'SIGNALBOX_USAGE_REPORT_PERIOD',
    default: 5000,
    unit: 'ms',
    meaning: 'How often what tenants use is written. A killed server loses the counts since then.',
    parse: asInteger(20, 600_000),
  }),
};
