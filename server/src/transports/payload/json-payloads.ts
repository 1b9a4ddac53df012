import { isUtf8 } from 'node:buffer';
import { PayloadError } from '../../values/json-scanner.ts';
import { valuesToJsonText } from '../../values/wire-values.ts';
import { readAttributesRequest, writeAttributesReply, writeDeletedAttributes } from './json-attributes.ts';
import { readClaim } from './json-claim.ts';
import type { PayloadFormat } from './payload-format.ts';

/** @throws PayloadError when it is not UTF-8 */
export function payloadText(payload: Buffer): string {
  if (!isUtf8(payload)) throw new PayloadError('The payload is not valid UTF-8');
  return payload.toString('utf8');
}

/** Payloads in JSON. */
export const jsonPayloads: PayloadFormat = {
  postTelemetry: (session, payload) => session.postTelemetry(payloadText(payload)),
  postAttributes: (session, payload) => session.postAttributes(payloadText(payload)),
  readAttributesRequest: (payload) => readAttributesRequest(payloadText(payload)),
  readClaim: (payload) => readClaim(payloadText(payload)),
  readCallAnswer: payloadText,
  readCall: payloadText,

  writeAttributesReply: (_requestId, reply) => writeAttributesReply(reply),
  writeSharedAttributes: valuesToJsonText,
  writeDeletedAttributes,
  writeCall: ({ method, params }) => `{"method":${JSON.stringify(method)},"params":${params}}`,
  writeCallAnswer: (_requestId, answer) => answer,
};
