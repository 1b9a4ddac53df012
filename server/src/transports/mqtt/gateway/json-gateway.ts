import type { AttributeEntry } from '../../../values/attribute.ts';
import { PayloadError } from '../../../values/json-scanner.ts';
import { splitObject } from '../../../values/json-values.ts';
import { valuesToJsonText } from '../../../values/wire-values.ts';
import { readClaim } from '../../payload/json-claim.ts';
import { payloadText } from '../../payload/json-payloads.ts';
import { textMember } from '../../session-limits.ts';
import { type DevicePart, DevicePartError, type GatewayFormat, requireDeviceName } from './gateway-format.ts';

/** A text, or a number or a truth value as it was written; undefined for anything else. */
function plainMember(json: string | undefined): string | undefined {
  if (json === undefined || json === 'null' || json.startsWith('{') || json.startsWith('[')) return undefined;
  return textMember(json) ?? json;
}

const deviceOf = (members: ReadonlyMap<string, string>): string =>
  requireDeviceName(plainMember(members.get('device')));

/** @throws PayloadError unless it is a whole number of 32 bits */
function requestIdOf(members: ReadonlyMap<string, string>): number {
  const id = Number(plainMember(members.get('id')));
  if ((id | 0) !== id) throw new PayloadError('"id" must be a whole number of 32 bits');
  return id;
}

/** What a message says about each of its devices: texts that begin with `opening`. */
function partsOf(payload: Buffer, opening: '[' | '{', wanted: string): DevicePart<string>[] {
  return [...splitObject(payloadText(payload))].map(([name, json]) => {
    const device = requireDeviceName(name);
    return { device, part: json.startsWith(opening) ? json : new DevicePartError(`${device}: ${wanted}`) };
  });
}

function keysOf(members: ReadonlyMap<string, string>): string[] {
  const single = plainMember(members.get('key'));
  if (single !== undefined) return [single];
  const list: unknown = members.has('keys') ? JSON.parse(members.get('keys') as string) : undefined;
  if (!Array.isArray(list) || !list.every((key) => typeof key === 'string')) {
    throw new PayloadError('"key" must be a text, or "keys" a list of texts');
  }
  return list as string[];
}

/** One value by itself, several under their keys, none not at all. */
function valuesMember(entries: readonly AttributeEntry[]): string {
  if (entries.length === 0) return '';
  const values = valuesToJsonText(entries);
  // `{"key":value}` without its key.
  if (entries.length === 1) return `,"value":${[...splitObject(values).values()][0]}`;
  return `,"values":${values}`;
}

/** Messages of gateways in JSON. */
export const jsonGateway: GatewayFormat = {
  readConnect(payload) {
    const members = splitObject(payloadText(payload));
    return { device: deviceOf(members), type: plainMember(members.get('type')) ?? '' };
  },
  readDisconnect: (payload) => deviceOf(splitObject(payloadText(payload))),
  readTelemetry: (payload) => partsOf(payload, '[', 'telemetry must be a list'),
  readAttributes: (payload) => partsOf(payload, '{', 'attributes must be an object'),
  readAttributesRequest(payload) {
    const members = splitObject(payloadText(payload));
    const scope = plainMember(members.get('client')) === 'true' ? 'client' : 'shared';
    return { id: requestIdOf(members), device: deviceOf(members), scope, keys: keysOf(members) };
  },
  readClaims: (payload) =>
    partsOf(payload, '{', 'a claim must be an object').map(({ device, part }) => ({
      device,
      part: typeof part === 'string' ? readClaim(part) : part,
    })),
  readCallAnswer(payload) {
    const members = splitObject(payloadText(payload));
    const data = members.get('data');
    if (data === undefined) throw new PayloadError('"data" must be the answer of the device');
    return { device: deviceOf(members), id: requestIdOf(members), data };
  },

  writeAttributesReply: (device, id, { client, shared }) =>
    `{"id":${id},"device":${JSON.stringify(device)}${valuesMember([...client, ...shared])}}`,
  writeSharedAttributes: (device, entries) =>
    `{"device":${JSON.stringify(device)},"data":${valuesToJsonText(entries)}}`,
  writeDeletedAttributes: (device, keys) =>
    `{"device":${JSON.stringify(device)},"data":{"deleted":${JSON.stringify(keys)}}}`,
  writeCall: (device, { requestId, method, params }) =>
    `{"device":${JSON.stringify(device)},"data":{"id":${requestId},"method":${JSON.stringify(method)},"params":${params}}}`,
};
