import type { Varbind } from 'net-snmp';
import { splitObject } from '../../values/json-values.ts';
import type { SnmpMapping } from './snmp-profile.ts';
import { varbindOfText } from './snmp-values.ts';

/** What a call of the platform asks of a device. */
export interface SnmpCall {
  mapping: SnmpMapping;
  /** undefined: it is read. */
  set: Varbind | undefined;
}

/** A call that SNMP cannot say. */
class UnusableCallError extends Error {
  override readonly name = 'UnusableCallError';
}

/** The text that a JSON value stands for: that of a text, and anything else as it is written. */
function plainText(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

function readParams(params: string): Map<string, string> {
  try {
    return splitObject(params);
  } catch {
    throw new UnusableCallError('The params of a call by SNMP are an object with a key');
  }
}

/**
 * Reads a call: method GET or SET, params `{"key":…,"value":…}` (device-protocols.md §13).
 * @param mappings undefined: the profile has no configuration for calls
 * @throws UnusableCallError which says what is wrong with it
 */
export function readCall(
  { method, params }: { method: string; params: string },
  mappings: ReadonlyMap<string, SnmpMapping> | undefined,
): SnmpCall {
  if (!mappings) throw new UnusableCallError('No communication config found with RPC spec');
  if (method !== 'GET' && method !== 'SET') throw new UnusableCallError(`Unknown SNMP method '${method}'`);
  const members = readParams(params);
  const mapping = mappings.get(plainText(members.get('key') ?? ''));
  if (!mapping) throw new UnusableCallError('No SNMP mapping found in the config for specified key');
  if (method === 'GET') return { mapping, set: undefined };
  const value = members.get('value');
  if (value === undefined || value === 'null') {
    throw new UnusableCallError("Value must be specified for SNMP method 'SET'");
  }
  return { mapping, set: varbindOfText(mapping, plainText(value)) };
}
