import './texts/texts.ts';
import type { TFunction } from 'i18next';
import { type FormField, type FormValues, textOrNull } from '../entity-page/form.ts';

const VERSIONS = ['V1', 'V2C', 'V3'] as const;
const AUTHENTICATIONS = ['SHA_512', 'SHA_384', 'SHA_256', 'SHA_224', 'SHA_1', 'MD5'] as const;
const PRIVACIES = ['DES', 'AES_128', 'AES_192', 'AES_256'] as const;
const MAX_PORT = 65_535;
/** RFC 3414 §11.2 */
const MIN_PASSPHRASE = 8;

/** Name of a field → member of the settings, and what it holds at first. */
const MEMBERS = {
  snmpHost: ['host', 'localhost'],
  snmpPort: ['port', '161'],
  snmpVersion: ['protocolVersion', 'V2C'],
  snmpCommunity: ['community', 'public'],
  snmpUsername: ['username', ''],
  snmpSecurityName: ['securityName', 'public'],
  snmpAuthentication: ['authenticationProtocol', 'SHA_512'],
  snmpAuthenticationPassphrase: ['authenticationPassphrase', ''],
  snmpPrivacy: ['privacyProtocol', 'DES'],
  snmpPrivacyPassphrase: ['privacyPassphrase', ''],
  snmpContextName: ['contextName', ''],
  snmpEngineId: ['engineId', ''],
} as const satisfies Record<string, readonly [member: string, first: string]>;

type FieldName = keyof typeof MEMBERS;
type Json = Readonly<Record<string, unknown>>;

/**
 * Where a device of SNMP is, and how it is spoken to.
 * @param isSnmp whether the device of these values is one
 */
export function snmpDeviceFields(t: TFunction, isSnmp: (values: FormValues) => boolean): FormField[] {
  const isV3 = (values: FormValues) => isSnmp(values) && values.snmpVersion === 'V3';
  const field = (name: FieldName, more: Partial<FormField> = {}): FormField => ({
    name,
    path: `deviceData.transportConfiguration.${MEMBERS[name][0]}`,
    label: t(`snmp.device.${name}`),
    section: t('snmp.device.section'),
    kind: 'text',
    required: true,
    shown: isSnmp,
    ...more,
  });
  const choice = (name: FieldName, ids: readonly string[], more: Partial<FormField> = {}): FormField =>
    field(name, { kind: 'choice', options: ids.map((id) => ({ id, label: id.replace('_', '-') })), ...more });
  const passphrase = (name: FieldName): FormField =>
    field(name, {
      type: 'password',
      words: (value) => (value ? '••••••••' : ''),
      shown: isV3,
      check: (value) =>
        String(value).length >= MIN_PASSPHRASE ? undefined : t('snmp.problem.passphrase', { min: MIN_PASSPHRASE }),
    });
  return [
    field('snmpHost', { help: t('snmp.device.hostHelp') }),
    field('snmpPort', {
      isNumber: true,
      check: (value) =>
        /^\d{1,5}$/.test(String(value).trim()) && Number(value) >= 1 && Number(value) <= MAX_PORT
          ? undefined
          : t('snmp.problem.port', { max: MAX_PORT }),
    }),
    field('snmpVersion', {
      kind: 'choice',
      options: VERSIONS.map((id) => ({ id, label: t(`snmp.device.versions.${id}`) })),
    }),
    field('snmpCommunity', { shown: (values) => isSnmp(values) && values.snmpVersion !== 'V3' }),
    field('snmpUsername', { shown: isV3 }),
    field('snmpSecurityName', { shown: isV3 }),
    choice('snmpAuthentication', AUTHENTICATIONS, { shown: isV3 }),
    passphrase('snmpAuthenticationPassphrase'),
    choice('snmpPrivacy', PRIVACIES, { shown: isV3 }),
    passphrase('snmpPrivacyPassphrase'),
    field('snmpContextName', { required: false, shown: isV3 }),
    field('snmpEngineId', { required: false, shown: isV3, help: t('snmp.device.engineIdHelp') }),
  ];
}

/** What the fields hold for the stored settings of a device of SNMP, or for a new one. */
export function snmpDeviceValues(stored?: Json): FormValues {
  return Object.fromEntries(
    Object.entries(MEMBERS).map(([name, [member, first]]) => [name, String(stored?.[member] ?? first)]),
  );
}

/** The settings that the fields say. Members that they do not know are kept. */
export function snmpDeviceConfiguration(values: FormValues, stored?: Json): Json & { type: 'SNMP' } {
  const isV3 = values.snmpVersion === 'V3';
  const text = (name: FieldName) => textOrNull(values[name]) ?? '';
  const exact = (name: FieldName) => String(values[name] ?? '');
  const user = {
    username: text('snmpUsername'),
    securityName: text('snmpSecurityName'),
    contextName: text('snmpContextName'),
    authenticationProtocol: exact('snmpAuthentication'),
    authenticationPassphrase: exact('snmpAuthenticationPassphrase'),
    privacyProtocol: exact('snmpPrivacy'),
    privacyPassphrase: exact('snmpPrivacyPassphrase'),
    engineId: text('snmpEngineId'),
  };
  return {
    ...stored,
    type: 'SNMP',
    host: text('snmpHost'),
    port: Number(values.snmpPort),
    protocolVersion: exact('snmpVersion'),
    ...(isV3 ? user : { community: exact('snmpCommunity') }),
  };
}
