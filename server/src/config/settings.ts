import { parseAddressRanges } from './address-ranges.ts';

/**
 * Every setting once: name, default, unit and meaning. Set by environment variables with the prefix `SIGNALBOX_`
 * (`DATABASE_URL` also without it). The settings table in README.md is generated from this list.
 */
interface SettingDefinition<T> {
  /** Name of the environment variable. */
  env: string;
  default: T;
  unit?: string;
  meaning: string;
  parse: (text: string) => T;
}

function setting<T>(definition: SettingDefinition<T>): SettingDefinition<T> {
  return definition;
}

const asText = (text: string): string => text;

function asInteger(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new Error(`must be a whole number from ${min} to ${max}, not '${text}'`);
    }
    return value;
  };
}

function asOneOf(...choices: string[]) {
  return (text: string): string => {
    if (!choices.includes(text)) throw new Error(`must be one of ${choices.join(', ')}, not '${text}'`);
    return text;
  };
}

function asPostgresAddress(text: string): string {
  // The text may contain a password, so it is not repeated.
  if (!/^postgres(ql)?:\/\/./.test(text)) {
    throw new Error('must be an address like postgres://user:password@host:5432/database');
  }
  return text;
}

function asBoolean(text: string): boolean {
  if (/^(true|1|on|yes)$/i.test(text)) return true;
  if (/^(false|0|off|no)$/i.test(text)) return false;
  throw new Error(`must be true or false, not '${text}'`);
}

function asRate(text: string): string {
  if (!/^$|^[1-9]\d*:[1-9]\d*(,[1-9]\d*:[1-9]\d*)*$/.test(text)) {
    throw new Error(`must be a list such as 100:1,2000:60 (count:seconds), not '${text}'`);
  }
  return text;
}

function asAddressRanges(text: string): string {
  parseAddressRanges(text);
  return text;
}

function asWebAddress(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new Error(`must be an address like https://intranet.example/newest.json, not '${text}'`);
  }
  return text;
}

const ORIGIN = /^https?:\/\/(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/i;

/** Normalizes a list of origins: `https://a.example,https://*.b.example:8443`, or `*`. */
function asOrigins(text: string): string {
  const origins = text
    .split(',')
    .map((part) => part.trim().replace(/\/$/, ''))
    .filter((part) => part !== '');
  for (const origin of origins) {
    if (origin !== '*' && !ORIGIN.test(origin)) {
      throw new Error(`must list origins such as https://intranet.example, not '${origin}'`);
    }
  }
  return origins.join(',');
}

const port = asInteger(0, 65535);

export const SETTINGS = {
  httpPort: setting({
    env: 'SIGNALBOX_HTTP_PORT',
    default: 8080,
    meaning: 'Port of the console, the REST API, the sockets and the HTTP device API; 0 takes any free one.',
    parse: port,
  }),
  coapPort: setting({
    env: 'SIGNALBOX_COAP_PORT',
    default: 5683,
    meaning: 'Port (UDP) of the CoAP device API; 0 takes any free one.',
    parse: port,
  }),
  coapDtlsPort: setting({
    env: 'SIGNALBOX_COAP_DTLS_PORT',
    default: 5684,
    meaning:
      'Port (UDP) of the CoAP device API over DTLS, where there is a `SIGNALBOX_TLS_CERTIFICATE`; 0 takes any free one.',
    parse: port,
  }),
  httpsPort: setting({
    env: 'SIGNALBOX_HTTPS_PORT',
    default: 8443,
    meaning:
      'Port of what `SIGNALBOX_HTTP_PORT` offers, over TLS, where there is a `SIGNALBOX_TLS_CERTIFICATE`; 0 takes any free one.',
    parse: port,
  }),
  mqttTlsPort: setting({
    env: 'SIGNALBOX_MQTT_TLS_PORT',
    default: 8883,
    meaning: 'Port of MQTT over TLS, where there is a `SIGNALBOX_TLS_CERTIFICATE`; 0 takes any free one.',
    parse: port,
  }),
  tlsCertificate: setting({
    env: 'SIGNALBOX_TLS_CERTIFICATE',
    default: '',
    meaning:
      'File with the certificate of the server: PEM with those above it, or PKCS #12 (`.p12`, `.pfx`) with the key. It is read again when it changes. Without one there is no TLS.',
    parse: asText,
  }),
  tlsKey: setting({
    env: 'SIGNALBOX_TLS_KEY',
    default: '',
    meaning: 'File with the key of that certificate (PEM); by default it is in the same file.',
    parse: asText,
  }),
  tlsPassword: setting({
    env: 'SIGNALBOX_TLS_PASSWORD',
    default: '',
    meaning: 'Password of the key, or of the PKCS #12 file.',
    parse: asText,
  }),
  tlsRevocationLists: setting({
    env: 'SIGNALBOX_TLS_REVOCATION_LISTS',
    default: '',
    meaning:
      'File with lists of revoked certificates of clients (CRL): PEM with any number of them, and with the certificates of the authorities by which their signatures are checked, or one list in DER; at most 16 MiB. It is read again when it changes: then sessions of devices with a certificate that is revoked end. A list that is outdated counts until there is a newer one.',
    parse: asText,
  }),
  mqttPort: setting({
    env: 'SIGNALBOX_MQTT_PORT',
    default: 1883,
    meaning: 'Port of the MQTT device API; 0 takes any free one.',
    parse: port,
  }),
  lwm2mPort: setting({
    env: 'SIGNALBOX_LWM2M_PORT',
    default: 5685,
    meaning: 'Port (UDP) of the LwM2M server; 0 takes any free one.',
    parse: port,
  }),
  lwm2mDtlsPort: setting({
    env: 'SIGNALBOX_LWM2M_DTLS_PORT',
    default: 5686,
    meaning: 'Port (UDP) of the LwM2M server over DTLS; 0 takes any free one.',
    parse: port,
  }),
  lwm2mBootstrapPort: setting({
    env: 'SIGNALBOX_LWM2M_BOOTSTRAP_PORT',
    default: 5687,
    meaning: 'Port (UDP) of the LwM2M bootstrap server; 0 takes any free one.',
    parse: port,
  }),
  lwm2mBootstrapDtlsPort: setting({
    env: 'SIGNALBOX_LWM2M_BOOTSTRAP_DTLS_PORT',
    default: 5688,
    meaning: 'Port (UDP) of the LwM2M bootstrap server over DTLS; 0 takes any free one.',
    parse: port,
  }),
  lwm2mTrustStore: setting({
    env: 'SIGNALBOX_LWM2M_TRUST_STORE',
    default: '',
    meaning:
      'File (PEM) with the certificates of authorities: a device of LwM2M in the mode X.509 without a stored certificate may show any that one of them has signed, itself or by others in the chain, and whose common name is the endpoint of the device. It is read again when it changes. Without one, devices are known by stored certificates alone.',
    parse: asText,
  }),
  lwm2mHost: setting({
    env: 'SIGNALBOX_LWM2M_HOST',
    default: '',
    meaning: 'Host by which devices reach the LwM2M servers, as new profiles propose it; by default `SIGNALBOX_BIND`.',
    parse: asText,
  }),
  lwm2mServerId: setting({
    env: 'SIGNALBOX_LWM2M_SERVER_ID',
    default: 123,
    meaning: 'Short id of the LwM2M server.',
    parse: asInteger(1, 65_534),
  }),
  lwm2mBootstrapServerId: setting({
    env: 'SIGNALBOX_LWM2M_BOOTSTRAP_SERVER_ID',
    default: 111,
    meaning: 'Short id of the LwM2M bootstrap server.',
    parse: asInteger(1, 65_534),
  }),
  lwm2mRequestTimeout: setting({
    env: 'SIGNALBOX_LWM2M_REQUEST_TIMEOUT',
    default: 120_000,
    unit: 'ms',
    meaning: 'How long the answer of a device of LwM2M is waited for.',
    parse: asInteger(100, 3_600_000),
  }),
  lwm2mClientsPerTenant: setting({
    env: 'SIGNALBOX_LWM2M_CLIENTS_PER_TENANT',
    default: 25_000,
    meaning:
      'Registered clients of LwM2M that one tenant may have, of 50,000 in all, and never so many that the next tenant finds no room: further ones are told to come later.',
    parse: asInteger(1, 50_000),
  }),
  lwm2mLog: setting({
    env: 'SIGNALBOX_LWM2M_LOG',
    default: true,
    meaning: 'Whether devices of LwM2M have what the server does with them in their telemetry, as `transportLog`.',
    parse: asBoolean,
  }),
  snmpTrapPort: setting({
    env: 'SIGNALBOX_SNMP_TRAP_PORT',
    default: 0,
    meaning: 'Port on which traps and informs of SNMP devices are received, usually 162; 0 receives none.',
    parse: port,
  }),
  bind: setting({
    env: 'SIGNALBOX_BIND',
    default: '127.0.0.1',
    meaning: 'Address the servers listen on.',
    parse: asText,
  }),
  trustedProxies: setting({
    env: 'SIGNALBOX_TRUSTED_PROXIES',
    default: '127.0.0.0/8,::1',
    meaning:
      'Addresses and ranges (CIDR) of the proxies whose `X-Forwarded-For`, `-Proto`, `-Host` and `-Port` are trusted; `none` trusts no proxy.',
    parse: asAddressRanges,
  }),
  outboundAllowed: setting({
    env: 'SIGNALBOX_OUTBOUND_ALLOWED',
    default: '',
    meaning:
      'Addresses and ranges (CIDR) that are not of the public internet and may nevertheless be called when an administrator, a rule node or the settings of a device of SNMP name them, such as `10.1.0.0/16` for an identity provider or the switches of the intranet. All other private, loopback, link-local and reserved addresses are refused, and for identity providers also connections without encryption (http) to any address that is not listed.',
    parse: asAddressRanges,
  }),
  embedOrigins: setting({
    env: 'SIGNALBOX_EMBED_ORIGINS',
    default: '',
    meaning:
      'Origins whose pages may show dashboards (`/dashboard/…`) in a frame, such as `https://intranet.example,https://*.shop.example`; `*` is any. Everything else refuses to be framed.',
    parse: asOrigins,
  }),
  updateCheckUrl: setting({
    env: 'SIGNALBOX_UPDATE_CHECK_URL',
    default: '',
    meaning:
      'Address that says what the newest version is, as JSON such as `{"version":"1.2.0","message":"What is new"}` (the message may be missing); read at most once a day, when a system administrator signs in. Without one nobody is asked.',
    parse: asWebAddress,
  }),
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
    default: 8,
    meaning: 'Maximum number of database connections; telemetry has four more, entity queries six.',
    parse: asInteger(4, 100),
  }),
  mailAuthorities: setting({
    env: 'SIGNALBOX_MAIL_AUTHORITIES',
    default: '',
    meaning:
      'File (PEM) of certificate authorities that certificates of mail servers may be signed by, beside the well-known ones.',
    parse: asText,
  }),
  reportBrowser: setting({
    env: 'SIGNALBOX_REPORT_BROWSER',
    default: '',
    meaning:
      'Path of the Chromium that draws the reports which are sent by mail. Without one, whichever is in a usual place; a server that runs as root draws none then, because the browser has no sandbox there.',
    parse: asText,
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
  logLevel: setting({
    env: 'SIGNALBOX_LOG_LEVEL',
    default: 'info',
    meaning: 'Minimum severity of log lines: trace, debug, info, warn, error or silent.',
    parse: asOneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  }),
  accessTokenLifetime: setting({
    env: 'SIGNALBOX_ACCESS_TOKEN_LIFETIME',
    default: 9000,
    unit: 's',
    meaning: 'How long an access token is valid.',
    parse: asInteger(5, 31_536_000),
  }),
  refreshTokenLifetime: setting({
    env: 'SIGNALBOX_REFRESH_TOKEN_LIFETIME',
    default: 604_800,
    unit: 's',
    meaning: 'How long a refresh token is valid.',
    parse: asInteger(5, 315_360_000),
  }),
  maxDatapointsLimit: setting({
    env: 'SIGNALBOX_MAX_DATAPOINTS_LIMIT',
    default: 50_000,
    meaning: 'Maximum number of points a dashboard may request per series.',
    parse: asInteger(8, 10_000_000),
  }),
  sessionInactivityTimeout: setting({
    env: 'SIGNALBOX_SESSION_INACTIVITY_TIMEOUT',
    default: 300_000,
    unit: 'ms',
    meaning: 'A device session without activity for this long is closed.',
    parse: asInteger(1000, 86_400_000),
  }),
  activityReportPeriod: setting({
    env: 'SIGNALBOX_ACTIVITY_REPORT_PERIOD',
    default: 3000,
    unit: 'ms',
    meaning: 'How often the last activity of device sessions is written to the device state.',
    parse: asInteger(100, 600_000),
  }),
  usageReportPeriod: setting({
    env: 'SIGNALBOX_USAGE_REPORT_PERIOD',
    default: 5000,
    unit: 'ms',
    meaning: 'How often what tenants use is written. A killed server loses the counts since then.',
    parse: asInteger(20, 600_000),
  }),
  inactivityCheckPeriod: setting({
    env: 'SIGNALBOX_INACTIVITY_CHECK_PERIOD',
    default: 60_000,
    unit: 'ms',
    meaning: 'How often devices are checked for inactivity.',
    parse: asInteger(100, 3_600_000),
  }),
  defaultInactivityTimeout: setting({
    env: 'SIGNALBOX_DEFAULT_INACTIVITY_TIMEOUT',
    default: 600_000,
    unit: 'ms',
    meaning:
      'A device without activity for this long is inactive, unless its server attribute inactivityTimeout says otherwise.',
    parse: asInteger(1000, 315_360_000_000),
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
  edgesEnabled: setting({
    env: 'SIGNALBOX_EDGES_ENABLED',
    default: true,
    meaning: 'Whether the console shows edges, and clients are told that the installation supports them.',
    parse: asBoolean,
  }),
  eventRetentionDays: setting({
    env: 'SIGNALBOX_EVENT_RETENTION',
    default: 90,
    unit: 'days',
    meaning:
      'How long ERROR, LC_EVENT and STATS events and messages that were set aside are kept; debug events: 7 days.',
    parse: asInteger(1, 36_500),
  }),
  userTokenAccess: setting({
    env: 'SIGNALBOX_USER_TOKEN_ACCESS',
    default: true,
    meaning: 'Whether administrators may sign in as the users whom they administer.',
    parse: asBoolean,
  }),
  auditRetentionDays: setting({
    env: 'SIGNALBOX_AUDIT_RETENTION',
    default: 1095,
    unit: 'days',
    meaning: 'How long the audit log is kept, and what entities were before each change.',
    parse: asInteger(1, 36_500),
  }),
  allowClaimingByDefault: setting({
    env: 'SIGNALBOX_ALLOW_CLAIMING_BY_DEFAULT',
    default: true,
    meaning:
      'Whether every device can let itself be claimed; otherwise only those whose server attribute `claimingAllowed` is true.',
    parse: asBoolean,
  }),
  jobRetentionDays: setting({
    env: 'SIGNALBOX_JOB_RETENTION',
    default: 7,
    unit: 'days',
    meaning: 'How long jobs that have ended are kept, with the report of what failed.',
    parse: asInteger(1, 365),
  }),
  otaDevicesPerMinute: setting({
    env: 'SIGNALBOX_OTA_DEVICES_PER_MINUTE',
    default: 100,
    meaning:
      'Devices of a tenant that are told of a new firmware or software in a minute: they download it when they are told.',
    parse: asInteger(1, 1_000_000),
  }),
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
  jsonTypeCast: setting({
    env: 'SIGNALBOX_JSON_TYPE_CAST',
    default: true,
    meaning: 'Store text that looks like a number as a number in telemetry and in attributes sent by devices.',
    parse: asBoolean,
  }),
  maxStringValueLength: setting({
    env: 'SIGNALBOX_MAX_STRING_VALUE_LENGTH',
    default: 0,
    unit: 'characters',
    meaning: 'Longest text value a device may send; 0 is no limit.',
    parse: asInteger(0, 10_000_000),
  }),
  maxTimeAhead: setting({
    env: 'SIGNALBOX_MAX_TIME_AHEAD',
    default: 86_400,
    unit: 's',
    meaning: 'How far in the future a point may be; later points are refused. 0 is no limit.',
    parse: asInteger(0, 315_360_000_000),
  }),
  maxKeysPerDevice: setting({
    env: 'SIGNALBOX_MAX_KEYS_PER_DEVICE',
    default: 5000,
    meaning:
      'Maximum number of telemetry keys, and of attribute keys, per device, unless its tenant profile sets one (maxKeysPerDevice). 0 is no limit.',
    parse: asInteger(0, 1_000_000),
  }),
  maxKeysPerTenant: setting({
    env: 'SIGNALBOX_MAX_KEYS_PER_TENANT',
    default: 10_000_000,
    meaning:
      'Maximum number of keys of all devices of a tenant together, unless its profile sets one (maxKeysPerTenant). 0 is no limit.',
    parse: asInteger(0, 1_000_000_000),
  }),
  latestByArrival: setting({
    env: 'SIGNALBOX_LATEST_BY_ARRIVAL',
    default: false,
    meaning: 'The latest value of a key is the last received one instead of the one with the newest time.',
    parse: asBoolean,
  }),
  webSocketRefreshInterval: setting({
    env: 'SIGNALBOX_WS_REFRESH_INTERVAL',
    default: 60_000,
    unit: 'ms',
    meaning: 'How often dynamic entity queries and counts of sockets are re-evaluated.',
    parse: asInteger(100, 3_600_000),
  }),
  restRatePerTenant: setting({
    env: 'SIGNALBOX_REST_RATE_PER_TENANT',
    default: '',
    unit: 'count:seconds',
    meaning:
      'Maximum rate of calls of the REST API by the users of a tenant together, such as `100:1,2000:60`, unless its profile sets one (tenantServerRestLimitsConfiguration). Empty is no limit.',
    parse: asRate,
  }),
  restRatePerCustomer: setting({
    env: 'SIGNALBOX_REST_RATE_PER_CUSTOMER',
    default: '',
    unit: 'count:seconds',
    meaning:
      'The same for the users of a customer together, such as `50:1,1000:60` (customerServerRestLimitsConfiguration).',
    parse: asRate,
  }),
  webSocketUpdateRate: setting({
    env: 'SIGNALBOX_WS_UPDATE_RATE',
    default: '300:1,3000:60',
    unit: 'count:seconds',
    meaning:
      'Maximum rate of updates per socket; beyond it, changes of entities are merged into larger updates. Empty is no limit. The tenant profile may set another one (wsUpdatesPerSessionRateLimit).',
    parse: asText,
  }),
  webSocketMaxQueue: setting({
    env: 'SIGNALBOX_WS_MAX_QUEUE',
    default: 500,
    meaning:
      'Updates that may wait for a slow client before its socket is closed, unless the tenant profile sets a number (wsMsgQueueLimitPerSession).',
    parse: asInteger(10, 100_000),
  }),
  webSocketSendTimeout: setting({
    env: 'SIGNALBOX_WS_SEND_TIMEOUT',
    default: 5000,
    unit: 'ms',
    meaning: 'How long sending an update may take before the socket is closed.',
    parse: asInteger(100, 600_000),
  }),
  webSocketPingTimeout: setting({
    env: 'SIGNALBOX_WS_PING_TIMEOUT',
    default: 15_000,
    unit: 'ms',
    meaning: 'A socket on which nothing was sent for this long gets a ping.',
    parse: asInteger(1000, 600_000),
  }),
  webSocketSessionsPerTenant: setting({
    env: 'SIGNALBOX_WS_SESSIONS_PER_TENANT',
    default: 0,
    meaning:
      'Maximum number of open sockets per tenant, unless the tenant profile sets one (maxWsSessionsPerTenant); 0 is no limit.',
    parse: asInteger(0, 1_000_000),
  }),
  webSocketSessionsPerCustomer: setting({
    env: 'SIGNALBOX_WS_SESSIONS_PER_CUSTOMER',
    default: 0,
    meaning:
      'Maximum number of open sockets of the users of a customer, unless the tenant profile sets one (maxWsSessionsPerCustomer); 0 is no limit.',
    parse: asInteger(0, 1_000_000),
  }),
  webSocketSessionsPerUser: setting({
    env: 'SIGNALBOX_WS_SESSIONS_PER_USER',
    default: 0,
    meaning:
      'Maximum number of open sockets per customer user, unless the tenant profile sets one (maxWsSessionsPerRegularUser); 0 is no limit.',
    parse: asInteger(0, 1_000_000),
  }),
  webSocketSessionsOfPublic: setting({
    env: 'SIGNALBOX_WS_SESSIONS_OF_PUBLIC',
    default: 0,
    meaning:
      'Maximum number of open sockets of the visitors of a public customer, unless the tenant profile sets one (maxWsSessionsPerPublicUser); 0 is no limit.',
    parse: asInteger(0, 1_000_000),
  }),
  webSocketSubscriptionsPerTenant: setting({
    env: 'SIGNALBOX_WS_SUBSCRIPTIONS_PER_TENANT',
    default: 0,
    meaning:
      'Maximum number of subscriptions on the sockets of a tenant, unless the tenant profile sets one (maxWsSubscriptionsPerTenant); 0 is no limit.',
    parse: asInteger(0, 1_000_000),
  }),
  webSocketSubscriptionsPerCustomer: setting({
    env: 'SIGNALBOX_WS_SUBSCRIPTIONS_PER_CUSTOMER',
    default: 0,
    meaning:
      'Maximum number of subscriptions on the sockets of the users of a customer, unless the tenant profile sets one (maxWsSubscriptionsPerCustomer); 0 is no limit.',
    parse: asInteger(0, 1_000_000),
  }),
  webSocketSubscriptionsPerUser: setting({
    env: 'SIGNALBOX_WS_SUBSCRIPTIONS_PER_USER',
    default: 0,
    meaning:
      'Maximum number of subscriptions on the sockets of a customer user, unless the tenant profile sets one (maxWsSubscriptionsPerRegularUser); 0 is no limit.',
    parse: asInteger(0, 1_000_000),
  }),
  webSocketSubscriptionsOfPublic: setting({
    env: 'SIGNALBOX_WS_SUBSCRIPTIONS_OF_PUBLIC',
    default: 0,
    meaning:
      'Maximum number of subscriptions on the sockets of the visitors of a public customer, unless the tenant profile sets one (maxWsSubscriptionsPerPublicUser); 0 is no limit.',
    parse: asInteger(0, 1_000_000),
  }),
} as const;

/** Values of all settings. */
export type Settings = {
  -readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends SettingDefinition<infer T>
    ? T extends number
      ? number
      : T extends boolean
        ? boolean
        : string
    : never;
};

/**
 * Reads the settings from the environment.
 * @throws Error naming the variable when a value cannot be used.
 */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const values: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries(SETTINGS)) {
    const variable =
      definition.env === 'SIGNALBOX_DATABASE_URL' && environment[definition.env] === undefined
        ? 'DATABASE_URL'
        : definition.env;
    const given = environment[variable];
    if (given === undefined || given === '') {
      values[name] = definition.default;
      continue;
    }
    try {
      values[name] = definition.parse(given);
    } catch (error) {
      throw new Error(`Setting ${variable} ${(error as Error).message}`);
    }
  }
  return values as Settings;
}
