import { valuesToJsonText } from '../../values/wire-values.ts';
import { readAttributesRequest, writeAttributesReply, writeDeletedAttributes } from './json-attributes.ts';
import { readClaim } from './json-claim.ts';
import type { PayloadFormat } from './payload-format.ts';

/**
 * The text of a payload. What is no UTF-8 becomes U+FFFD: devices send other encodings, and cut texts inside of characters;
 * their other values count.
 */
export const payloadText = (payload: Buffer): string => payload.toString('utf8');

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
