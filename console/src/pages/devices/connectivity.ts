import type { DeviceCredentials, DeviceData } from '@signalbox/contract/device';
import type { ServerEndpoints } from '../../api/endpoints.ts';
import { COAP_CLIENT, shellQuote } from '../../device-profiles/shell.ts';
import { efentoSample, printfOf, protobufSample } from './binary-samples.ts';
import { type Lwm2mCommand, lwm2mCommands } from './lwm2m-commands.ts';
import { type SendingProfile, sendingOf } from './sending.ts';
import { snmpCommand } from './snmp-command.ts';
import { TYPES_OF_TRANSPORT } from './transport-credentials.ts';

const SAMPLE = '{"temperature":23.6}';
/** The certificate of the server or of who signed it, and what the device proves itself by. */
const CA = 'ca.pem';
const OWN = 'device';

export interface Command {
  id: 'mqtt' | 'mqtts' | 'mqttws' | 'mqttwss' | 'http' | 'https' | 'coap' | 'coaps' | 'snmp' | Lwm2mCommand['id'];
  text: string;
  /** What is to be said about the form of the message. */
  form?: 'jsonTopic' | 'protobuf' | 'efento';
}

type Credentials = Pick<DeviceCredentials, 'credentialsType' | 'credentialsId' | 'credentialsValue'>;
type Transport = DeviceData['transportConfiguration'];

/**
 * Commands that send one measurement as this device, or speak with it as the server does. Those over TLS only where the
 * server has a certificate, and none where the profile is for a transport that takes other credentials.
 * @param profile of the device; undefined: it may not be read
 */
export function connectivityCommands(
  credentials: Credentials,
  endpoints: ServerEndpoints,
  transport: Transport = { type: 'DEFAULT' },
  profile?: SendingProfile,
): Command[] {
  const type = profile?.transportType ?? transport.type;
  if (type === 'SNMP') return [{ id: 'snmp', text: snmpCommand(transport, shellQuote) }];
  if (!TYPES_OF_TRANSPORT[type].includes(credentials.credentialsType)) return [];
  const { mqtt, coap } = messagesOf(type, profile, credentials);
  switch (credentials.credentialsType) {
    case 'ACCESS_TOKEN': {
      const token = credentials.credentialsId ?? '';
      return [
        ...mqttCommands(endpoints, `-u ${shellQuote(token)}`, mqtt),
        ...(type === 'COAP' ? [] : httpCommands(endpoints, token)),
        ...coapCommands(endpoints, coap),
      ];
    }
    case 'MQTT_BASIC':
      return mqttCommands(endpoints, basicOptions(credentials.credentialsValue), mqtt);
    case 'X509_CERTIFICATE':
      return certificateCommands(endpoints, mqtt, coap);
    case 'LWM2M_CREDENTIALS':
      return lwm2mCommands(lwm2mPlace(endpoints), credentials.credentialsValue, shellQuote);
  }
}

/** Topic and message for MQTT. */
interface MqttMessage {
  text: string;
  form?: 'jsonTopic';
}

/** Path, options and message for CoAP. */
interface CoapMessage {
  path: string;
  /** What the message is piped from; undefined: it stands in the options. */
  input?: string;
  options: string;
  form?: 'protobuf' | 'efento';
}

/** What a device sends over MQTT and over CoAP; undefined: its profile is not for that. */
function messagesOf(
  type: string,
  profile: SendingProfile | undefined,
  { credentialsType, credentialsId }: Credentials,
): { mqtt: MqttMessage | undefined; coap: CoapMessage | undefined } {
  const { topic, isJsonRefused, schema, isEfento } = sendingOf(profile);
  // The topic for JSON whatever the profile says.
  const mqttTopic = isJsonRefused ? 'v2/t/j' : topic;
  const mqtt: MqttMessage = { text: `-t ${shellQuote(mqttTopic)} -m '${SAMPLE}'` };
  if (isJsonRefused) mqtt.form = 'jsonTopic';
  const token = credentialsType === 'ACCESS_TOKEN' ? (credentialsId ?? '') : undefined;
  return {
    mqtt: type === 'COAP' ? undefined : mqtt,
    coap: type === 'MQTT' ? undefined : coapMessage(token, isJsonRefused ? schema : undefined, isEfento),
  };
}

/** @param token undefined: the device shows a certificate. @param schema of the messages; undefined: JSON */
function coapMessage(
  token: string | undefined,
  schema: string | undefined,
  isEfento: boolean,
): CoapMessage | undefined {
  const path = token === undefined ? '/api/v1/telemetry' : `/api/v1/${encodeURIComponent(token)}/telemetry`;
  if (isEfento) {
    if (token === undefined) return undefined;
    return { path: '/efento/m', input: printfOf(efentoSample(token)), options: '-f -', form: 'efento' };
  }
  if (schema === undefined) return { path, options: `-e '${SAMPLE}'` };
  const sample = protobufSample(schema);
  return sample && { path, input: printfOf(sample), options: '-t 42 -f -', form: 'protobuf' };
}

function basicOptions(value: string | null): string {
  const { clientId, userName, password } = JSON.parse(value ?? '{}') as Record<string, string | null>;
  return [
    clientId && `-i ${shellQuote(clientId)}`,
    userName && `-u ${shellQuote(userName)}`,
    password && `-P ${shellQuote(password)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function mqttCommands(endpoints: ServerEndpoints, options: string, message?: MqttMessage): Command[] {
  const { host, mqttPort, mqttsPort } = endpoints;
  if (!message) return [];
  const { text: ending, ...form } = message;
  const port = mqttPort === 1883 ? '' : ` -p ${mqttPort}`;
  const target = `mosquitto_pub -h ${shellQuote(host)}`;
  return [
    { id: 'mqtt', text: `${target}${port} -q 1 ${options} \\\n  ${ending}`, ...form },
    ...(mqttsPort === undefined
      ? []
      : [
          {
            id: 'mqtts' as const,
            text: `${target} -p ${mqttsPort} --cafile ${CA} -q 1 ${options} \\\n  ${ending}`,
            ...form,
          },
        ]),
    ...webSocketCommands(endpoints, `-q 1 ${options} \\\n  ${ending}`).map((command) => ({ ...command, ...form })),
  ];
}

/** MQTT over a WebSocket, at the address of the console. */
function webSocketCommands({ host, httpBase, httpsPort }: ServerEndpoints, ending: string): Command[] {
  const { protocol, hostname, port } = new URL(httpBase);
  const isSecure = protocol === 'https:';
  const publish = (id: 'mqttws' | 'mqttwss', at: string, more: string): Command => ({
    id,
    text: `mqtt pub -l ${id === 'mqttws' ? 'ws' : 'wss'} -h ${shellQuote(at)}${more} --path /mqtt ${ending}`,
  });
  return [
    publish(isSecure ? 'mqttwss' : 'mqttws', hostname, port ? ` -p ${port}` : ''),
    ...(isSecure || httpsPort === undefined ? [] : [publish('mqttwss', host, ` -p ${httpsPort} --ca ${CA}`)]),
  ];
}

function httpCommands({ host, httpBase, httpsPort }: ServerEndpoints, token: string): Command[] {
  const post = (id: 'http' | 'https', base: string, options = ''): Command => ({
    id,
    text: `curl${options} -X POST ${shellQuote(`${base}/api/v1/${encodeURIComponent(token)}/telemetry`)} \\\n  -H 'Content-Type: application/json' -d '${SAMPLE}'`,
  });
  const isSecure = httpBase.startsWith('https:');
  return [
    post(isSecure ? 'https' : 'http', httpBase),
    ...(isSecure || httpsPort === undefined ? [] : [post('https', `https://${host}:${httpsPort}`, ` --cacert ${CA}`)]),
  ];
}

function coapCommand(
  id: 'coap' | 'coaps',
  place: { host: string; port: number },
  { path, input, options, form }: CoapMessage,
  proof = '',
): Command {
  const port = place.port === (id === 'coap' ? 5683 : 5684) ? '' : `:${place.port}`;
  const address = shellQuote(`${id}://${place.host}${port}${path}`);
  const command = `${COAP_CLIENT} -m post${proof}`;
  const text = input ? `${input} \\\n  | ${command} ${options} ${address}` : `${command} \\\n  ${options} ${address}`;
  return { id, text, ...(form ? { form } : {}) };
}

function coapCommands({ host, coapPort, coapsPort }: ServerEndpoints, message: CoapMessage | undefined): Command[] {
  if (!message) return [];
  return [
    coapCommand('coap', { host, port: coapPort }, message),
    ...(coapsPort === undefined ? [] : [coapCommand('coaps', { host, port: coapsPort }, message, ` -R ${CA}`)]),
  ];
}

/** With a certificate of the device: it has no token, and connects over TLS alone. */
function certificateCommands(
  { host, mqttsPort, coapsPort }: ServerEndpoints,
  mqtt: MqttMessage | undefined,
  coap: CoapMessage | undefined,
): Command[] {
  const commands: Command[] = [];
  if (mqttsPort !== undefined && mqtt) {
    const { text: ending, ...form } = mqtt;
    commands.push({
      id: 'mqtts',
      text: `mosquitto_pub -h ${shellQuote(host)} -p ${mqttsPort} -q 1 \\\n  --cafile ${CA} --cert ${OWN}.pem --key ${OWN}.key \\\n  ${ending}`,
      ...form,
    });
  }
  if (coapsPort !== undefined && coap) {
    commands.push(coapCommand('coaps', { host, port: coapsPort }, coap, ` -R ${CA} -c ${OWN}.pem -j ${OWN}.key`));
  }
  return commands;
}

const lwm2mPlace = ({ host, lwm2mPort: port, lwm2msPort: securePort, coapsPort }: ServerEndpoints) => ({
  ...{ host, port, securePort },
  // CoAP over DTLS is there where the server has a certificate, and nowhere else.
  hasCertificate: coapsPort !== undefined,
});
