/** How the text of an object becomes a value. */
const SNMP_DATA_TYPES = ['STRING', 'LONG', 'DOUBLE', 'BOOLEAN', 'JSON'] as const;
export type SnmpDataType = (typeof SNMP_DATA_TYPES)[number];

/** An object of a device, and the key that it is here. */
export interface SnmpMapping {
  dataType: SnmpDataType;
  key: string;
  oid: string;
}

const OID = /^\.?([0-2])((\.0)|(\.[1-9][0-9]*))*$/;

/** What is wrong with a mapping. */
export type SnmpMappingProblem = 'key' | 'oid' | 'repeated';

/** A mapping as the text that a field holds. */
export function mappingText({ dataType, key, oid }: SnmpMapping): string {
  return JSON.stringify([dataType, key, oid]);
}

/** A mapping from the text that a field holds. */
export function mappingOf(text: string): SnmpMapping {
  const [dataType, key, oid] = JSON.parse(text) as [SnmpDataType, string, string];
  return { dataType, key, oid };
}

/** A stored mapping as the text that a field holds. */
export function storedMappingText(stored: unknown): string {
  const { dataType, key, oid } = (stored ?? {}) as Record<string, unknown>;
  const known = SNMP_DATA_TYPES.find((type) => type === dataType) ?? 'STRING';
  return mappingText({ dataType: known, key: String(key ?? ''), oid: String(oid ?? '') });
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
    const { key, oid } = mappingOf(text);
    const number = index + 1;
    if (key.trim() === '') return { number, problem: 'key' };
    if (!OID.test(oid.trim())) return { number, problem: 'oid' };
    if (seen.has(named(oid))) return { number, problem: 'repeated' };
    seen.add(named(oid));
  }
  return undefined;
}
