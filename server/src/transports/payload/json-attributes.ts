import { PayloadError } from '../../values/json-scanner.ts';
import { splitObject } from '../../values/json-values.ts';
import { valuesToJsonText } from '../../values/wire-values.ts';
import type { AttributesReply, AttributesRequest } from '../device-session.ts';
import { textMember } from '../session-limits.ts';

/** Keys of a comma-separated list; undefined when it names none. */
export function keyList(text: string | undefined): string[] | undefined {
  const keys = text?.split(',').filter((key) => key !== '') ?? [];
  return keys.length > 0 ? keys : undefined;
}

/**
 * Reads `{"clientKeys":"a,b","sharedKeys":"c"}`.
 * @throws PayloadError
 */
export function readAttributesRequest(payload: string): AttributesRequest {
  const members = splitObject(payload);
  const list = (name: string): string[] | undefined => {
    const json = members.get(name);
    if (json === undefined || json === 'null') return undefined;
    const text = textMember(json);
    if (text === undefined) throw new PayloadError(`"${name}" must be a text with keys separated by commas`);
    return keyList(text);
  };
  const client = list('clientKeys');
  const shared = list('sharedKeys');
  return { ...(client ? { client } : {}), ...(shared ? { shared } : {}) };
}

/** JSON text of the reply; a scope without values is left out. */
export function writeAttributesReply({ client, shared }: AttributesReply): string {
  const parts: string[] = [];
  if (client.length > 0) parts.push(`"client":${valuesToJsonText(client)}`);
  if (shared.length > 0) parts.push(`"shared":${valuesToJsonText(shared)}`);
  return `{${parts.join(',')}}`;
}

/** JSON text that lists deleted shared attributes for a device. */
export function writeDeletedAttributes(keys: readonly string[]): string {
  return `{"deleted":${JSON.stringify(keys)}}`;
}
