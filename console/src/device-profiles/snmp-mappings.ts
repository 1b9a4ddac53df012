import { MAX_SNMP_PERIOD, MIN_SNMP_PERIOD, sendableOid } from '@signalbox/contract/snmp-profile';

/** How the text of an object becomes a value. */
const SNMP_DATA_TYPES = ['STRING', 'LONG', 'DOUBLE', 'BOOLEAN', 'JSON'] as const;
export type SnmpDataType = (typeof SNMP_DATA_TYPES)[number];

type Json = Readonly<Record<string, unknown>>;

/** Where a stored mapping stands, and what is stored with it that no field shows. */
export interface StoredWithMapping {
  /** Which configuration of its purpose it belongs to, from 0. */
  group: number;
  /** How often the objects of that configuration are asked for, as text in ms; absent where a field says it. */
  every?: string;
  /** Other members of the mapping, and of the configuration. */
  mapping: Json;
  configuration: Json;
}

/** An object of a device, and the key that it is here. */
export interface SnmpMapping {
  dataType: SnmpDataType;
  key: string;
  oid: string;
  /** Absent of one that is new, or belongs to the first configuration of its purpose and has no other members. */
  stored?: StoredWithMapping;
}

const WHOLE = /^\d{1,10}$/;

/** What is wrong with a mapping. */
export type SnmpMappingProblem = 'key' | 'oid' | 'repeated' | 'every';

/** Whether a text is a whole number within bounds. */
export const isWholeWithin = (text: string, min: number, max: number): boolean =>
  WHOLE.test(text.trim()) && Number(text) >= min && Number(text) <= max;

/** A mapping as the text that a field holds. */
export function mappingText({ dataType, key, oid, stored }: SnmpMapping): string {
  return JSON.stringify([dataType, key, oid, ...(stored ? [stored] : [])]);
}

/** A mapping from the text that a field holds. */
export function mappingOf(text: string): SnmpMapping {
  const [dataType, key, oid, stored] = JSON.parse(text) as [SnmpDataType, string, string, StoredWithMapping?];
  return { dataType, key, oid, ...(stored && { stored }) };
}

/** A stored mapping as the text that a field holds. */
export function storedMappingText(given: unknown, place: Omit<StoredWithMapping, 'mapping'>): string {
  const { dataType, key, oid, ...mapping } = (given ?? {}) as Record<string, unknown>;
  const known = SNMP_DATA_TYPES.find((type) => type === dataType) ?? 'STRING';
  const isPlain = place.group === 0 && [mapping, place.configuration].every((more) => Object.keys(more).length === 0);
  const stored = isPlain ? {} : { stored: { ...place, mapping } };
  return mappingText({ dataType: known, key: String(key ?? ''), oid: String(oid ?? ''), ...stored });
}

const named = (oid: string): string => oid.trim().replace(/^\./, '');

/**
 * The first mapping of a list that cannot be saved, by its number from 1. An object may be mapped once in a profile.
 * @param others mappings of the lists before it in the profile
 */
export function mappingProblem(
  texts: readonly string[],
  others: readonly string[],
): { number: number; problem: SnmpMappingProblem } | undefined {
  const seen = new Set(others.map((text) => named(mappingOf(text).oid)));
  for (const [index, text] of texts.entries()) {
    const { key, oid, stored } = mappingOf(text);
    const number = index + 1;
    if (key.trim() === '') return { number, problem: 'key' };
    if (!sendableOid(oid.trim())) return { number, problem: 'oid' };
    if (seen.has(named(oid))) return { number, problem: 'repeated' };
    const every = stored?.every;
    if (every !== undefined && !isWholeWithin(every, MIN_SNMP_PERIOD, MAX_SNMP_PERIOD)) {
      return { number, problem: 'every' };
    }
    seen.add(named(oid));
  }
  return undefined;
}

/** The first member of a configuration whose object no request could name, or that names one again. */
export function wrongSnmpMember({ communicationConfigs }: Json): string | undefined {
  const seen = new Set<string>();
  for (const [at, config] of (Array.isArray(communicationConfigs) ? (communicationConfigs as Json[]) : []).entries()) {
    const mappings = Array.isArray(config?.mappings) ? (config.mappings as (Json | null)[]) : [];
    for (const [line, mapping] of mappings.entries()) {
      const oid = sendableOid(String(mapping?.oid));
      if (!oid || seen.has(oid)) return `communicationConfigs[${at}].mappings[${line}].oid`;
      seen.add(oid);
    }
  }
  return undefined;
}
