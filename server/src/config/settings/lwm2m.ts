import { asBoolean, asInteger, asText, setting } from './definition.ts';

/** Servers of LwM2M, beside their ports. */
export const LWM2M_SETTINGS = {
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
};
