import { asBoolean, asInteger, setting } from './definition.ts';

/** Sessions of devices, and what they may send. */
export const DEVICE_SETTINGS = {
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
  allowClaimingByDefault: setting({
    env: 'SIGNALBOX_ALLOW_CLAIMING_BY_DEFAULT',
    default: true,
    meaning:
      'Whether every device can let itself be claimed; otherwise only those whose server attribute `claimingAllowed` is true.',
    parse: asBoolean,
  }),
  otaDevicesPerMinute: setting({
    env: 'SIGNALBOX_OTA_DEVICES_PER_MINUTE',
    default: 100,
    meaning:
      'Devices of a tenant that are told of a new firmware or software in a minute: they download it when they are told.',
    parse: asInteger(1, 1_000_000),
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
};
