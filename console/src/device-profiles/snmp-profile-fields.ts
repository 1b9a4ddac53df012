import { MAX_SNMP_PERIOD, MAX_SNMP_RETRIES, MAX_SNMP_TIMEOUT, MIN_SNMP_PERIOD } from '@signalbox/contract/snmp-profile';
import type { TFunction } from 'i18next';
import { type FormField, type FormValues, keysOf } from '../entity-page/form.ts';
import { formatNumber } from '../i18n/format.ts';
import { isWholeWithin, mappingOf, mappingProblem, storedMappingText } from './snmp-mappings.ts';

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

const PERIOD = [MIN_SNMP_PERIOD, MAX_SNMP_PERIOD] as const;

type Json = Readonly<Record<string, unknown>>;

const isSnmp = (values: FormValues): boolean => values.transportType === 'SNMP';

/** How devices of a profile are asked by SNMP. */
export function snmpProfileFields(t: TFunction): FormField[] {
  const boundsOf = ([min, max]: readonly [number, number]) => ({ min: formatNumber(min), max: formatNumber(max) });
  const number = (
    name: string,
    label: string,
    bounds: readonly [min: number, max: number],
    more: Partial<FormField>,
  ): FormField => ({
    name,
    label,
    kind: 'text',
    required: true,
    isNumber: true,
    shown: isSnmp,
    check: (value) =>
      isWholeWithin(String(value), ...bounds) ? undefined : t('snmp.problem.number', boundsOf(bounds)),
    ...more,
  });
  const common = [
    number('snmpTimeout', t('snmp.timeout'), [1, MAX_SNMP_TIMEOUT], {
      path: 'profileData.transportConfiguration.timeoutMs',
      unit: t('snmp.milliseconds'),
      help: t('snmp.timeoutHelp', boundsOf([1, MAX_SNMP_TIMEOUT])),
    }),
    number('snmpRetries', t('snmp.retries'), [0, MAX_SNMP_RETRIES], {
      path: 'profileData.transportConfiguration.retries',
      help: t('snmp.retriesHelp', boundsOf([0, MAX_SNMP_RETRIES])),
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
          return found && t(`snmp.problem.${found.problem}`, { number: found.number, ...boundsOf(PERIOD) });
        },
      };
      if (!frequency) return [mappings];
      const shown = (values: FormValues) => isSnmp(values) && keysOf(values[name]).length > 0;
      const every = { section, unit: t('snmp.milliseconds'), help: t('snmp.frequencyHelp', boundsOf(PERIOD)), shown };
      return [mappings, number(frequency, t(`snmp.frequency.${name}`), PERIOD, every)];
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
    values[name] = own.flatMap((config, group) => {
      const { spec: _, mappings, ...others } = config;
      const { queryingFrequencyMs, ...rest } = others;
      const every = frequency && group > 0 ? { every: String(queryingFrequencyMs) } : {};
      const place = { group, ...every, configuration: frequency ? rest : others };
      return Array.isArray(mappings) ? mappings.map((mapping) => storedMappingText(mapping, place)) : [];
    });
    if (frequency) values[frequency] = String(own[0]?.queryingFrequencyMs ?? DEFAULT_FREQUENCY);
  }
  return values;
}

/** The configurations of one purpose: one for each that was stored, as often as the objects of it are asked for. */
function configurationsOf(purpose: (typeof PURPOSES)[number], values: FormValues): { group: number; config: Json }[] {
  const { name, spec, frequency } = purpose;
  const made = new Map<string, { group: number; every: unknown; configuration: Json; mappings: Json[] }>();
  for (const { dataType, key, oid, stored } of keysOf(values[name]).map(mappingOf)) {
    const group = stored?.group ?? 0;
    const every = stored?.every?.trim() ?? (frequency && values[frequency]);
    const id = `${group} ${Number(every)}`;
    const known = made.get(id) ?? { group, every, configuration: {}, mappings: [] };
    known.configuration = { ...known.configuration, ...stored?.configuration };
    known.mappings.push({ ...stored?.mapping, oid: oid.trim(), key: key.trim(), dataType });
    made.set(id, known);
  }
  return [...made.values()].map(({ group, every, configuration, mappings }) => ({
    group,
    config: { ...configuration, spec, mappings, ...(frequency ? { queryingFrequencyMs: Number(every) } : {}) },
  }));
}

/** The members of a configuration that the fields say; what is stored, where nothing was changed. */
export function snmpProfileConfiguration(values: FormValues, stored: Json | undefined): Record<string, unknown> {
  const before = snmpProfileValues(stored);
  const isSame = Object.entries(before).every(
    ([name, value]) => JSON.stringify(values[name]) === JSON.stringify(value),
  );
  if (stored && isSame) return stored;
  const configs = configsOf(stored);
  const communicationConfigs = PURPOSES.flatMap((purpose) => {
    const own = configs.filter(({ spec }) => spec === purpose.spec);
    return configurationsOf(purpose, values).map(({ group, config }) => {
      const at = configs.indexOf(own[group] as Json);
      return { config, at: at < 0 ? configs.length : at };
    });
  });
  return {
    timeoutMs: Number(values.snmpTimeout),
    retries: Number(values.snmpRetries),
    // In the order in which they were stored, new ones behind them.
    communicationConfigs: communicationConfigs.sort((a, b) => a.at - b.at).map(({ config }) => config),
  };
}
