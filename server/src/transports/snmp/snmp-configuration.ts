import { isObjectIdentifier, sendableOid } from '@signalbox/contract/snmp-profile';
import type { TransportConfiguration } from '../../entities/device-profile/transport-configuration.ts';
import { badRequest } from '../../http/errors.ts';

type Json = Record<string, unknown>;

const DATA_TYPES = ['STRING', 'LONG', 'BOOLEAN', 'DOUBLE', 'JSON'];
const SPECS = [
  'TELEMETRY_QUERYING',
  'CLIENT_ATTRIBUTES_QUERYING',
  'SHARED_ATTRIBUTES_SETTING',
  'TO_DEVICE_RPC_REQUEST',
];

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isValid({ timeoutMs, retries, communicationConfigs }: Json): boolean {
  if (!isCount(timeoutMs) || !isCount(retries) || !Array.isArray(communicationConfigs)) return false;
  const oids = new Set<string>();
  return (communicationConfigs as (Json | null)[]).every((config) => {
    const { spec, mappings, queryingFrequencyMs } = config ?? {};
    if (!SPECS.includes(spec as string) || !Array.isArray(mappings) || mappings.length === 0) return false;
    const isQuery = (spec as string).endsWith('_QUERYING');
    if (isQuery && !(isCount(queryingFrequencyMs) && (queryingFrequencyMs as number) > 0)) return false;
    return (mappings as (Json | null)[]).every((mapping) => {
      const { oid, key, dataType } = mapping ?? {};
      if (typeof oid !== 'string' || !isObjectIdentifier(oid) || oids.has(oid)) return false;
      oids.add(oid);
      return typeof key === 'string' && key.trim() !== '' && DATA_TYPES.includes(dataType as string);
    });
  });
}

/** Where the first object stands that no request could name, and what it is; undefined: all can be asked for. */
function findUnsendable(configs: readonly { mappings: readonly { oid: string }[] }[]): string | undefined {
  for (const [at, { mappings }] of configs.entries()) {
    const line = mappings.findIndex(({ oid }) => !sendableOid(oid));
    if (line >= 0) return `communicationConfigs[${at}].mappings[${line}].oid '${mappings[line]?.oid}'`;
  }
  return undefined;
}

/**
 * What a profile says about SNMP, as it was sent.
 * @throws ApiError 400 / 31 when it is not what SNMP devices need
 */
export function completeSnmpConfiguration(given: TransportConfiguration): TransportConfiguration {
  if (!isValid(given)) throw badRequest('SNMP transport configuration is not valid');
  const unsendable = findUnsendable(given.communicationConfigs as { mappings: { oid: string }[] }[]);
  if (unsendable) {
    throw badRequest(`SNMP transport configuration is not valid: ${unsendable} is no object that can be asked for`);
  }
  return given;
}
