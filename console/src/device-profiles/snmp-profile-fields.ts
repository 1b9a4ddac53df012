import type { TFunction } from 'i18next';
import { type FormField, type FormValues, keysOf } from '../entity-page/form.ts';
import { mappingOf, mappingProblem, storedMappingText } from './snmp-mappings.ts';

/** What mappings are for, in the order of the form: each has a field; those that are asked for also have a frequency. */
const PURPOSES = [
  { name: 'snmpTelemetry', spec: 'TELEMETRY_QUERYING', frequency: 'snmpTelemetryFrequency' },
  { name: 'snmpClientAttributes', spec: 'CLIENT_ATTRIBUTES_QUERYING', frequency: 'snmpClientAttributesFrequency' },
  { name: 'snmpSharedAttributes', spec: 'SHARED_ATTRIBUTES_SETTING', frequency: undefined },
  { name: 'snmpCalls', spec: 'TO_DEVICE_RPC_REQUEST', frequency: undefined },
] as const;

const DEFAULT_FREQUENCY = '5000';
const DEFAULT_TIMEOUT = '500';
const DEFAULT_RETRIES = '0';
const WHOLE = /^\d{1,9}$/;

type Json = Readonly<Record<string, unknown>>;

const isSnmp = (values: FormValues): boolean => values.transportType === 'SNMP';

/** How devices of a profile are asked by SNMP. */
export function snmpProfileFields(t: TFunction): FormField[] {
  const number = (name: string, label: string, min: number, more: Partial<FormField> = {}): FormField => ({
    name,
    label,
    kind: 'text',
    required: true,
    isNumber: true,
    shown: isSnmp,
    check: (value) =>
      WHOLE.test(String(value).trim()) && Number(value) >= min ? undefined : t('snmp.problem.number', { min }),
    ...more,
  });
  const common = [
    number('snmpTimeout', t('snmp.timeout'), 0, {
      path: 'profileData.transportConfiguration.timeoutMs',
      unit: t('snmp.milliseconds'),
      help: t('snmp.timeoutHelp'),
    }),
    number('snmpRetries', t('snmp.retries'), 0, {
      path: 'profileData.transportConfiguration.retries',
      help: t('snmp.retriesHelp'),
    }),
  ];
  return [
    ...common,
    ...PURPOSES.flatMap(({ name, frequency }, index): FormField[] => {
      const section = t(`snmp.section.${name}`);
      const mappings: FormField = {
        name,
        label: t(`snmp.mappings.${name}`),
        section,
        kind: 'mappings',
        help: t(`snmp.help.${name}`),
        emptyWords: t(`snmp.empty.${name}`),
        shown: isSnmp,
        browse: {
          label: t('mib.open'),
          run: async (mappings) => (await import('./mib-browser/browse-objects.tsx')).browseObjects(mappings),
        },
        check(value, values) {
          const others = PURPOSES.slice(0, index).flatMap((other) => keysOf(values[other.name]));
          const found = mappingProblem(keysOf(value), others);
          return found && t(`snmp.problem.${found.problem}`, { number: found.number });
        },
      };
      if (!frequency) return [mappings];
      const shown = (values: FormValues) => isSnmp(values) && keysOf(values[name]).length > 0;
      const every = { section, unit: t('snmp.milliseconds'), help: t('snmp.frequencyHelp'), shown };
      return [mappings, number(frequency, t(`snmp.frequency.${name}`), 1, every)];
    }),
  ];
}

const configsOf = (stored: Json | undefined): readonly Json[] =>
  Array.isArray(stored?.communicationConfigs) ? (stored.communicationConfigs as Json[]) : [];

/** What the fields hold for a stored configuration, or for a new one. */
export function snmpProfileValues(stored?: Json): FormValues {
  const configs = configsOf(stored);
  const values: Record<string, string | readonly string[]> = {
    snmpTimeout: String(stored?.timeoutMs ?? DEFAULT_TIMEOUT),
    snmpRetries: String(stored?.retries ?? DEFAULT_RETRIES),
  };
  for (const { name, spec, frequency } of PURPOSES) {
    const own = configs.filter((config) => config.spec === spec);
    values[name] = own.flatMap(({ mappings }) => (Array.isArray(mappings) ? mappings.map(storedMappingText) : []));
    if (frequency) values[frequency] = String(own[0]?.queryingFrequencyMs ?? DEFAULT_FREQUENCY);
  }
  return values;
}

/** The members of a configuration that the fields say; what is stored, where nothing was changed. */
export function snmpProfileConfiguration(values: FormValues, stored: Json | undefined): Record<string, unknown> {
  const before = snmpProfileValues(stored);
  const isSame = Object.entries(before).every(
    ([name, value]) => JSON.stringify(values[name]) === JSON.stringify(value),
  );
  if (stored && isSame) return stored;
  const communicationConfigs = PURPOSES.flatMap(({ name, spec, frequency }) => {
    const mappings = keysOf(values[name])
      .map(mappingOf)
      .map(({ dataType, key, oid }) => ({ oid: oid.trim(), key: key.trim(), dataType }));
    if (mappings.length === 0) return [];
    return [{ spec, mappings, ...(frequency ? { queryingFrequencyMs: Number(values[frequency]) } : {}) }];
  });
  return {
    timeoutMs: Number(values.snmpTimeout),
    retries: Number(values.snmpRetries),
    communicationConfigs,
  };
}
