import mqttPacket from 'mqtt-packet';
import { decodeToJson } from '../../src/protobuf/decode.ts';
import { encodeJson } from '../../src/protobuf/encode.ts';
import { ProtobufError } from '../../src/protobuf/message-type.ts';
import { readSchema } from '../../src/protobuf/schema.ts';
import { SchemaError } from '../../src/protobuf/schema-error.ts';
import { CoapError } from '../../src/transports/coap/codes.ts';
import { readEfentoMessage } from '../../src/transports/coap/efento/efento-message.ts';
import { efentoTelemetry } from '../../src/transports/coap/efento/efento-telemetry.ts';
import { FormatError, hasHeader, readMessage, writeMessage } from '../../src/transports/coap/message.ts';
import { readRequest } from '../../src/transports/coap/request.ts';
import { plainFragments, readClientHello } from '../../src/transports/dtls/records.ts';
import { readContent, writeContent } from '../../src/transports/lwm2m/codecs/codecs.ts';
import { ContentError, type Entry, Format, VALUE_TYPES } from '../../src/transports/lwm2m/codecs/content.ts';
import { readLinks } from '../../src/transports/lwm2m/codecs/link-format.ts';
import { readObjects } from '../../src/transports/lwm2m/objects/registered-objects.ts';
import {
  decodeConnect,
  decodeFrame,
  FrameError,
  findFrame,
  MAX_PACKET_BYTES,
  readPublish,
} from '../../src/transports/mqtt/frames.ts';
import { jsonGateway } from '../../src/transports/mqtt/gateway/json-gateway.ts';
import { protobufGateway } from '../../src/transports/mqtt/gateway/protobuf-gateway.ts';
import { readClaim } from '../../src/transports/payload/json-claim.ts';
import { readProvisionPayload } from '../../src/transports/payload/provision-payloads.ts';
import { peekCommunity, peekMessageId } from '../../src/transports/snmp/message-id.ts';
import { createSnmpClient } from '../../src/transports/snmp/snmp-client.ts';
import type { AnswerReceiver } from '../../src/transports/snmp/udp-sockets.ts';
import { PayloadError } from '../../src/values/json-scanner.ts';
import { parseAttributes, parseTelemetry } from '../../src/values/json-values.ts';

/** Something that reads bytes of anybody. */
export interface FuzzedParser {
  name: string;
  /** Messages that it can read. */
  samples: readonly Buffer[];
  /** Reads bytes. What it throws is one of `refusals`. */
  read: (bytes: Buffer) => void;
  /** Kinds of errors by which it says that bytes cannot be read; absent: it never throws. */
  refusals?: readonly (new (
    ...given: never[]
  ) => Error)[];
}

const text = (...texts: string[]): Buffer[] => texts.map((one) => Buffer.from(one));

const ALL_TYPES = readSchema(`syntax = "proto3"; package all;
message All {
  optional double a = 1; float b = 2; int32 c = 3; int64 d = 4; uint32 e = 5; uint64 f = 6; sint32 g = 7; sint64 h = 8;
  fixed32 i = 9; fixed64 j = 10; sfixed32 k = 11; sfixed64 l = 12; bool m = 13; string n = 14; bytes o = 15;
  repeated int32 p = 16; map<string, All> q = 17; All r = 18; Kind s = 19; oneof t { string u = 20; All v = 21; }
  enum Kind { NONE = 0; SOME = 1; }
}`);
const MESSAGE = encodeJson(
  ALL_TYPES,
  '{"a":1.5,"b":2.5,"c":-3,"d":"4","g":-7,"n":"text","o":"AQI=","p":[1,2,3],"q":{"k":{"c":1}},"r":{"r":{"m":true}},"s":"SOME","u":"x"}',
);

const packets = (protocolVersion: 3 | 4 | 5): Buffer[] => {
  const write = (packet: mqttPacket.Packet) => mqttPacket.generate(packet, { protocolVersion });
  const properties = protocolVersion === 5;
  return [
    write({
      ...{ cmd: 'connect', protocolId: protocolVersion === 3 ? 'MQIsdp' : 'MQTT', protocolVersion, clientId: 'c' },
      ...{ username: 'u', password: Buffer.from('p'), keepalive: 60, clean: true },
      will: { topic: 'w', payload: Buffer.from('gone'), qos: 1, retain: true },
      ...(properties ? { properties: { receiveMaximum: 10, userProperties: { a: 'b' } } } : {}),
    }),
    write({
      ...{ cmd: 'publish', topic: 'v1/devices/me/telemetry', payload: '{"a":1}', qos: 1, messageId: 7 },
      ...{ dup: true, retain: true },
      ...(properties ? { properties: { topicAlias: 3, messageExpiryInterval: 5 } } : {}),
    }),
    write({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'v1/devices/me/rpc/request/+', qos: 2 }] }),
    write({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['#', '+/a'] }),
    write({ cmd: 'pubrel', messageId: 7 }),
    write({ cmd: 'puback', messageId: 8 }),
    write({ cmd: 'pingreq' }),
    write({ cmd: 'disconnect' }),
  ];
};

function readPackets(bytes: Buffer, version: 3 | 4 | 5): void {
  const bounds = { bodyAt: 0, end: 0 };
  if (bytes.length < 2 || !findFrame(bytes, 0, MAX_PACKET_BYTES, bounds)) return;
  const frame = bytes.subarray(0, bounds.end);
  const type = (frame[0] as number) >> 4;
  if (type === 1) decodeConnect(frame, bounds.bodyAt);
  else if (type === 3) readPublish(bytes, 0, bounds, version);
  else decodeFrame(frame, version);
}

const COAP: Buffer[] = [
  writeMessage({
    ...{ type: 'CON', code: '0.02', messageId: 1, token: Buffer.from([1, 2]) },
    options: [
      { name: 'Uri-Path', value: Buffer.from('api') },
      { name: 'Uri-Query', value: Buffer.from('clientKeys=a,b') },
      { name: 'Block1', value: Buffer.from([0x0e]) },
    ],
    payload: Buffer.from('{"a":1}'),
  }),
  writeMessage({
    ...{ type: 'NON', code: '0.01', messageId: 65_535, token: Buffer.alloc(8, 7) },
    options: [
      { name: 'Observe', value: Buffer.alloc(0) },
      { name: 'Uri-Path', value: Buffer.alloc(300, 'x') },
      { name: '292', value: Buffer.from([9]) },
    ],
  }),
];

const ENTRIES: Entry[] = [
  { path: [3, 0, 0], value: 'text' },
  { path: [3, 0, 1], value: -129 },
  { path: [3, 0, 2], value: 21.5 },
  { path: [3, 0, 3], value: true },
  { path: [3, 0, 4], value: Buffer.from('beef', 'hex') },
  { path: [3, 0, 6, 1], value: 5 },
];
const typeOf = ([, , resource = 0]: readonly number[]) => VALUE_TYPES[resource % (VALUE_TYPES.length + 1)];
const contents = (format: number): Buffer[] => [writeContent(format, ENTRIES, [], () => undefined)];

/** An answer by versions 1, 2c and 3 of SNMP. */
const SNMP = [
  '302902010104067075626c6963a21c020401020304020100020100300e300c06082b060102010101000500',
  '302902010004067075626c6963a21c020401020304020105020101300e300c06082b060102010101000400',
  '303e020103301102047fffffff020300ffe30401040201030410300e0400020100020100040004000400301404000400a00e0204010203040201000201003000',
].map((hex) => Buffer.from(hex, 'hex'));

/** What a client of SNMP makes of an answer. */
function snmpReceiver(version: 'V2C' | 'V3'): (bytes: Buffer) => void {
  let receiver: AnswerReceiver | undefined;
  const access =
    version === 'V2C'
      ? { version, community: 'public' }
      : {
          version,
          user: {
            ...{ name: 'u', contextName: '', authentication: 'SHA_256' as const, privacy: 'AES_128' as const },
            ...{ authenticationPassphrase: 'authenticate', privacyPassphrase: 'in private' },
          },
        };
  const sockets = {
    open(_: string, __: number, given: AnswerReceiver) {
      receiver = given;
      return { send: () => undefined, close: () => undefined };
    },
    close: () => undefined,
  };
  const client = createSnmpClient('192.0.2.1', { host: '192.0.2.1', port: 161, access }, 1, sockets);
  client.get(['1.3.6.1.2.1.1.1.0'], 0).catch(() => undefined);
  return (bytes) => receiver?.receive(bytes);
}

const CLIENT_HELLO = Buffer.from(
  '16feff000000000000000000360100002a000000000000002afefd000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f000000040014c0a80100',
  'hex',
);

/** Everything that reads bytes, or texts, of devices and of tenants. */
export function fuzzedParsers(): FuzzedParser[] {
  const snmp = (['V2C', 'V3'] as const).map((version) => [version, snmpReceiver(version)] as const);
  return [
    ...([3, 4, 5] as const).map((version) => ({
      name: `MQTT ${version}`,
      samples: packets(version),
      read: (bytes: Buffer) => readPackets(bytes, version),
      refusals: [FrameError],
    })),
    {
      name: 'JSON of devices',
      samples: text(
        '{"a":1,"b":"x","c":{"d":[true,null,1.5e-3]}}',
        '[{"ts":1700000000000,"values":{"t":1e400}},{"u":"\\ud83d\\ude00"}]',
        '{"ts":"1","values":{"a":12345678901234567890.5}}',
      ),
      read(bytes) {
        parseTelemetry(bytes.toString('utf8'), 0);
        parseAttributes(bytes.toString('utf8'));
      },
      refusals: [PayloadError],
    },
    {
      name: 'claims and provisioning',
      samples: text(
        '{"secretKey":"s","durationMs":60000}',
        '{"deviceName":"d","provisionDeviceKey":"k","provisionDeviceSecret":"s","credentialsType":"MQTT_BASIC"}',
        '\n\u0001d\u0010\u0001\u001a\u0006\n\u0001k\u0012\u0001s',
      ),
      read(bytes) {
        readProvisionPayload(bytes);
        readClaim(bytes.toString('utf8'));
      },
      refusals: [PayloadError],
    },
    ...([jsonGateway, protobufGateway] as const).map((format, at) => ({
      name: `messages of gateways in ${at === 0 ? 'JSON' : 'Protobuf'}`,
      samples:
        at === 0
          ? text(
              '{"A":[{"ts":1,"values":{"t":1}},{"t":2}],"B":[]}',
              '{"device":"A","type":"sensor","id":3,"client":true,"keys":["a","b"],"data":{"ok":true}}',
            )
          : [Buffer.from('0a140a014112001a0d0a0b08011207120361626332', 'hex'), Buffer.from('0a01411203616263', 'hex')],
      read(bytes: Buffer) {
        const readers = ['readConnect', 'readDisconnect', 'readTelemetry', 'readAttributes', 'readClaims'] as const;
        for (const reader of [...readers, 'readAttributesRequest', 'readCallAnswer'] as const) {
          try {
            format[reader](bytes);
          } catch (error) {
            if (!(error instanceof PayloadError)) throw error;
          }
        }
      },
    })),
    {
      name: 'Protobuf of schemas',
      samples: [MESSAGE],
      read: (bytes) => void decodeToJson(ALL_TYPES, bytes),
      refusals: [ProtobufError],
    },
    {
      name: 'schemas of Protobuf',
      samples: text(
        'syntax = "proto3"; package a; message M { optional int32 a = 1; map<string, N> b = 2; message N { repeated E c = 1; enum E { X = 0; } } }',
      ),
      read: (bytes) => void readSchema(bytes.toString('utf8')),
      refusals: [SchemaError],
    },
    {
      name: 'sensors of Efento',
      samples: [
        Buffer.from('0a06282c024fff0110011803220d08011080e2cfaa0620d8032a0100820106616263646566', 'hex'),
        Buffer.from('0a06282c024fff01220b080510b0e2cfaa062a020102', 'hex'),
      ],
      read: (bytes) => void efentoTelemetry(readEfentoMessage(bytes)),
      refusals: [PayloadError],
    },
    {
      name: 'CoAP',
      samples: COAP,
      read: (bytes) => void (hasHeader(bytes) && readRequest(readMessage(bytes))),
      refusals: [FormatError, CoapError],
    },
    {
      name: 'records of DTLS',
      samples: [CLIENT_HELLO],
      read(bytes) {
        for (const { bytes: body } of plainFragments(bytes)) readClientHello(body);
      },
    },
    ...Object.entries(Format).map(([name, format]) => ({
      name: `contents of LwM2M (${name})`,
      samples: (['tlv', 'json', 'senmlJson', 'senmlCbor'] as string[]).includes(name)
        ? contents(format)
        : text('95', '3:0', '</3/0>;pmin=1', '2026-11-27'),
      read(bytes: Buffer) {
        for (const base of [[], [3], [3, 0], [3, 0, 6]]) {
          try {
            readContent(format, bytes, base, typeOf);
          } catch (error) {
            if (!(error instanceof ContentError)) throw error;
          }
        }
      },
    })),
    {
      name: 'links of LwM2M',
      samples: text('</>;rt="oma.lwm2m";ct="11542",</1/0>,</3303>;ver=1.1,</3303/0>;ssid=5'),
      read: (bytes) => void readObjects(readLinks(bytes)),
      refusals: [ContentError],
    },
    {
      name: 'numbers of SNMP messages',
      samples: SNMP,
      read(bytes) {
        peekMessageId(bytes);
        peekCommunity(bytes);
      },
    },
    // The sockets catch whatever the library throws, so what counts is that it ends.
    ...snmp.map(([version, receive]) => ({
      name: `answers of SNMP ${version}`,
      samples: SNMP,
      read: receive,
      refusals: [Error],
    })),
  ];
}

/** ms of the processor that this thread has used. What else the machine does takes none of them. */
function usedTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Reads changed samples.
 * @param slow ms of the processor that reading one must not take
 * @returns what went wrong, with the bytes that it went wrong with
 */
export function fuzz(
  { name, samples, read, refusals = [] }: FuzzedParser,
  next: (samples: readonly Buffer[]) => Buffer,
  { count, slow }: { count: number; slow: number },
): string[] {
  const problems: string[] = [];
  for (let at = 0; at < count && problems.length < 5; at++) {
    const bytes = next(samples);
    const before = usedTime();
    try {
      read(bytes);
    } catch (error) {
      if (!refusals.some((kind) => error instanceof kind)) {
        problems.push(`${name}: ${String((error as Error)?.stack ?? error).slice(0, 500)} by ${bytes.toString('hex')}`);
      }
    }
    const took = usedTime() - before;
    if (took > slow) problems.push(`${name}: ${took.toFixed(0)} ms for ${bytes.toString('hex')}`);
  }
  return problems;
}
