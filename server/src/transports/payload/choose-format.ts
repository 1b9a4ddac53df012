import { jsonPayloads } from './json-payloads.ts';
import type { PayloadFormat } from './payload-format.ts';
import { protobufPayloads } from './protobuf-payloads.ts';
import type { ProtobufPayloads } from './protobuf-profile.ts';

/** What a topic says of the payloads on it: as the profile wants, whatever the profile wants, or as v1 does. */
export type PayloadChoice = 'v1' | 'profile' | 'json' | 'protobuf';

/** What formats need to know of a profile. */
export interface PayloadProfile {
  protobuf: ProtobufPayloads | undefined;
}

/** The format of what a device sends. */
export function uplinkFormat(choice: PayloadChoice, { protobuf }: PayloadProfile): PayloadFormat {
  if (choice === 'json' || (choice !== 'protobuf' && protobuf === undefined)) return jsonPayloads;
  const formats = protobufPayloads(protobuf);
  return choice !== 'protobuf' && protobuf?.acceptsJson ? formats.orJson : formats.strict;
}

/** The format of messages to a device. */
export function downlinkFormat(choice: PayloadChoice, { protobuf }: PayloadProfile): PayloadFormat {
  if (choice === 'json' || (choice !== 'protobuf' && protobuf === undefined)) return jsonPayloads;
  if (choice === 'v1' && protobuf?.sendsJsonOnV1) return jsonPayloads;
  return protobufPayloads(protobuf).strict;
}
