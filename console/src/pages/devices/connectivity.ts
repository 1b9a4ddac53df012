import type { DeviceCredentials, DeviceData } from '@signalbox/contract/device';
import { type Lwm2mCommand, lwm2mCommands } from './lwm2m-commands.ts';
import { snmpCommand } from './snmp-command.ts';

export interface Endpoints {
  /** Address of the machine as this browser reaches it. */
  host: string;
  /** Address of the HTTP API, without a slash at the end. */
  httpBase: string;
  mqttPort: number;
  coapPort: number;
  lwm2mPort: number;
  /** LwM2M over DTLS. */
  lwm2msPort: number;
  /** Over TLS and DTLS; undefined: the server does not. */
  mqttsPort?: number | undefined;
  httpsPort?: number | undefined;
  coapsPort?: number | undefined;
}

/** Quotes `text` for a POSIX shell. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const SAMPLE = '{"temperature":23.6}';
const TOPIC = `-t v1/devices/me/telemetry -m '${SAMPLE}'`;
/** The certificate of the server or of who signed it, and what the device proves itself by. */
const CA = 'ca.pem';
const OWN = 'device';

export interface Command {
  id: 'mqtt' | 'mqtts' | 'http' | 'https' | 'coap' | 'coaps' | 'snmp' | Lwm2mCommand['id'];
  text: string;
}

type Credentials = Pick<DeviceCredentials, 'credentialsType' | 'credentialsId' | 'credentialsValue'>;
type Transport = DeviceData['transportConfiguration'];

/**
 * Commands that send one measurement as this device, or speak with it as the server does. Those over TLS only where the
 * server has a certificate.
 */
export function connectivityCommands(
  credentials: Credentials,
  endpoints: Endpoints,
  transport: Transport = { type: 'DEFAULT' },
): Command[] {
  if (transport.type === 'SNMP') return [{ id: 'snmp', text: snmpCommand(transport, shellQuote) }];
  switch (credentials.credentialsType) {
    case 'ACCESS_TOKEN': {
      const token = credentials.credentialsId ?? '';
      const coap = coapCommands(endpoints, token);
      if (transport.type === 'COAP') return coap;
      return [...mqttCommands(endpoints, `-u ${shellQuote(token)}`), ...httpCommands(endpoints, token), ...coap];
    }
    case 'MQTT_BASIC':
      return mqttCommands(endpoints, basicOptions(credentials.credentialsValue));
    case 'X509_CERTIFICATE':
      return certificateCommands(endpoints, transport.type === 'COAP');
    case 'LWM2M_CREDENTIALS':
      return lwm2mCommands(lwm2mPlace(endpoints), credentials.credentialsValue, shellQuote);
  }
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

function mqttCommands({ host, mqttPort, mqttsPort }: Endpoints, options: string): Command[] {
  const port = mqttPort === 1883 ? '' : ` -p ${mqttPort}`;
  const target = `mosquitto_pub -h ${shellQuote(host)}`;
  return [
    { id: 'mqtt', text: `${target}${port} -q 1 ${options} \\\n  ${TOPIC}` },
    ...(mqttsPort === undefined
      ? []
      : [{ id: 'mqtts' as const, text: `${target} -p ${mqttsPort} --cafile ${CA} -q 1 ${options} \\\n  ${TOPIC}` }]),
  ];
}

function httpCommands({ host, httpBase, httpsPort }: Endpoints, token: string): Command[] {
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

function coapCommands({ host, coapPort, coapsPort }: Endpoints, token: string): Command[] {
  const path = `/api/v1/${encodeURIComponent(token)}/telemetry`;
  const address = (scheme: string, port: number, standard: number) =>
    shellQuote(`${scheme}://${host}${port === standard ? '' : `:${port}`}${path}`);
  return [
    { id: 'coap', text: `coap-client -m post \\\n  -e '${SAMPLE}' ${address('coap', coapPort, 5683)}` },
    ...(coapsPort === undefined
      ? []
      : [
          {
            id: 'coaps' as const,
            text: `coap-client-openssl -m post -R ${CA} \\\n  -e '${SAMPLE}' ${address('coaps', coapsPort, 5684)}`,
          },
        ]),
  ];
}

/** With a certificate of the device: it has no token, and connects over TLS alone. */
function certificateCommands({ host, mqttsPort, coapsPort }: Endpoints, isCoap: boolean): Command[] {
  const commands: Command[] = [];
  if (mqttsPort !== undefined && !isCoap) {
    commands.push({
      id: 'mqtts',
      text: `mosquitto_pub -h ${shellQuote(host)} -p ${mqttsPort} -q 1 \\\n  --cafile ${CA} --cert ${OWN}.pem --key ${OWN}.key \\\n  ${TOPIC}`,
    });
  }
  if (coapsPort !== undefined) {
    const address = shellQuote(`coaps://${host}${coapsPort === 5684 ? '' : `:${coapsPort}`}/api/v1/telemetry`);
    commands.push({
      id: 'coaps',
      text: `coap-client-openssl -m post -R ${CA} -c ${OWN}.pem -j ${OWN}.key \\\n  -e '${SAMPLE}' ${address}`,
    });
  }
  return commands;
}

const lwm2mPlace = ({ host, lwm2mPort: port, lwm2msPort: securePort, coapsPort }: Endpoints) => ({
  ...{ host, port, securePort },
  // CoAP over DTLS is there where the server has a certificate, and nowhere else.
  hasCertificate: coapsPort !== undefined,
});
