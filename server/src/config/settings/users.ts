import { asBoolean, asInteger, asRate, asText, setting } from './definition.ts';

/** Sign-in, and what users may call and follow. */
export const USER_SETTINGS = {
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
  userTokenAccess: setting({
    env: 'SIGNALBOX_USER_TOKEN_ACCESS',
    default: true,
    meaning: 'Whether administrators may sign in as the users whom they administer.',
    parse: asBoolean,
  }),
  maxDatapointsLimit: setting({
    env: 'SIGNALBOX_MAX_DATAPOINTS_LIMIT',
    default: 50_000,
    meaning: 'Maximum number of points a dashboard may request per series.',
    parse: asInteger(8, 10_000_000),
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
  webSocketRefreshInterval: setting({
    env: 'SIGNALBOX_WS_REFRESH_INTERVAL',
    default: 60_000,
    unit: 'ms',
    meaning: 'How often dynamic entity queries and counts of sockets are re-evaluated.',
    parse: asInteger(100, 3_600_000),
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
};
