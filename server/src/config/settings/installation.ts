import { asBoolean, asInteger, asOneOf, asPostgresAddress, asText, setting } from './definition.ts';

/** What an installation keeps, and what it shows. */
export const INSTALLATION_SETTINGS = {
  dataDir: setting({
    env: 'SIGNALBOX_DATA_DIR',
    default: './data',
    meaning: 'Folder of the embedded database and of generated keys.',
    parse: asText,
  }),
  databaseUrl: setting({
    env: 'SIGNALBOX_DATABASE_URL',
    default: '',
    meaning: 'Address of an external PostgreSQL 14 or newer; without one the embedded database runs.',
    parse: asPostgresAddress,
  }),
  databaseConnections: setting({
    env: 'SIGNALBOX_DATABASE_CONNECTIONS',
    default: 10,
    meaning: 'Maximum number of database connections; telemetry has four more, entity queries six.',
    parse: asInteger(4, 100),
  }),
  logLevel: setting({
    env: 'SIGNALBOX_LOG_LEVEL',
    default: 'info',
    meaning: 'Minimum severity of log lines: trace, debug, info, warn, error or silent.',
    parse: asOneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  }),
  demo: setting({
    env: 'SIGNALBOX_DEMO',
    default: false,
    meaning: 'Create the demo accounts, devices and dashboards, and run the simulated devices.',
    parse: asBoolean,
  }),
  demoPublic: setting({
    env: 'SIGNALBOX_DEMO_PUBLIC',
    default: false,
    meaning: 'Allow the demo accounts, whose passwords are published, on an address beyond loopback.',
    parse: asBoolean,
  }),
  reportBrowser: setting({
    env: 'SIGNALBOX_REPORT_BROWSER',
    default: '',
    meaning:
      'Path of the Chromium that draws the reports which are sent by mail. Without one, whichever is in a usual place; a server that runs as root draws none then, because the browser has no sandbox there.',
    parse: asText,
  }),
  edgesEnabled: setting({
    env: 'SIGNALBOX_EDGES_ENABLED',
    default: true,
    meaning: 'Whether the console shows edges, and clients are told that the installation supports them.',
    parse: asBoolean,
  }),
  messageLogRetentionHours: setting({
    env: 'SIGNALBOX_MESSAGE_LOG_RETENTION',
    default: 24,
    unit: 'h',
    meaning: 'How long processed messages stay in the durable log for replay and tracing.',
    parse: asInteger(1, 8760),
  }),
  messageLogSize: setting({
    env: 'SIGNALBOX_MESSAGE_LOG_SIZE',
    default: 4096,
    unit: 'MB',
    meaning: 'When the durable log takes more than this, processed messages are dropped before their time.',
    parse: asInteger(64, 1_000_000),
  }),
  eventRetentionDays: setting({
    env: 'SIGNALBOX_EVENT_RETENTION',
    default: 90,
    unit: 'days',
    meaning:
      'How long ERROR, LC_EVENT and STATS events and messages that were set aside are kept; debug events: 7 days.',
    parse: asInteger(1, 36_500),
  }),
  auditRetentionDays: setting({
    env: 'SIGNALBOX_AUDIT_RETENTION',
    default: 1095,
    unit: 'days',
    meaning: 'How long the audit log is kept, and what entities were before each change.',
    parse: asInteger(1, 36_500),
  }),
  jobRetentionDays: setting({
    env: 'SIGNALBOX_JOB_RETENTION',
    default: 7,
    unit: 'days',
    meaning: 'How long jobs that have ended are kept, with the report of what failed.',
    parse: asInteger(1, 365),
  }),
};
