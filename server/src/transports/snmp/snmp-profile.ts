import {
  MAX_SNMP_PERIOD,
  MAX_SNMP_RETRIES,
  MAX_SNMP_TIMEOUT,
  MIN_SNMP_PERIOD,
  sendableOid,
} from '@signalbox/contract/snmp-profile';

/** How the text of an object becomes a value. */
export type SnmpDataType = 'STRING' | 'LONG' | 'DOUBLE' | 'BOOLEAN' | 'JSON';

/** An object of the device, and the key that it is here. */
export interface SnmpMapping {
  /** Without the leading dot. */
  oid: string;
  key: string;
  dataType: SnmpDataType;
}

/** What is asked of a device again and again. */
export interface SnmpQuery {
  kind: 'telemetry' | 'attributes';
  /** ms from an answer to the next request */
  period: number;
  mappings: readonly SnmpMapping[];
}

/** What a profile says about SNMP. */
export interface SnmpProfile {
  /** ms that an answer may take */
  timeout: number;
  /** Requests after the first that had no answer. */
  retries: number;
  queries: readonly SnmpQuery[];
  /** Shared attributes that are set on the device: key → object. */
  shared: ReadonlyMap<string, SnmpMapping>;
  /** What calls may read and set: key → object; undefined: there is no configuration for calls. */
  calls: ReadonlyMap<string, SnmpMapping> | undefined;
}

type Json = Record<string, unknown>;

const DEFAULT_TIMEOUT = 500;

function clamp(value: unknown, min: number, max: number, fallback: number): number {
  return typeof value === 'number' && value > 0 ? Math.min(Math.max(value, min), max) : fallback;
}

function readMappings(given: unknown): SnmpMapping[] {
  return (Array.isArray(given) ? (given as Json[]) : []).flatMap(({ oid, key, dataType }) => {
    const sendable = sendableOid(String(oid));
    return sendable ? [{ oid: sendable, key: String(key), dataType: dataType as SnmpDataType }] : [];
  });
}

/** What a profile says about SNMP, as it was checked when it was saved. Objects that no request could name are left out. */
export function readSnmpProfile(transport: Readonly<Json>): SnmpProfile {
  const configs = Array.isArray(transport.communicationConfigs) ? (transport.communicationConfigs as Json[]) : [];
  const queries: SnmpQuery[] = [];
  const shared = new Map<string, SnmpMapping>();
  let calls: Map<string, SnmpMapping> | undefined;
  for (const { spec, mappings: given, queryingFrequencyMs } of configs) {
    const mappings = readMappings(given);
    if (spec === 'TELEMETRY_QUERYING' || spec === 'CLIENT_ATTRIBUTES_QUERYING') {
      const period = clamp(queryingFrequencyMs, MIN_SNMP_PERIOD, MAX_SNMP_PERIOD, MAX_SNMP_PERIOD);
      const kind = spec === 'TELEMETRY_QUERYING' ? 'telemetry' : 'attributes';
      if (mappings.length > 0) queries.push({ kind, period, mappings });
    } else if (spec === 'SHARED_ATTRIBUTES_SETTING') {
      for (const mapping of mappings) shared.set(mapping.key, mapping);
    } else if (spec === 'TO_DEVICE_RPC_REQUEST') {
      calls ??= new Map();
      for (const mapping of mappings) calls.set(mapping.key, mapping);
    }
  }
  return {
    timeout: clamp(transport.timeoutMs, 1, MAX_SNMP_TIMEOUT, DEFAULT_TIMEOUT),
    retries: clamp(transport.retries, 0, MAX_SNMP_RETRIES, 0),
    queries,
    shared,
    calls,
  };
}
