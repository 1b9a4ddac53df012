import type { DeviceCredentials } from '@signalbox/contract/device';

export interface Endpoints {
  /** Address of the machine as this browser reaches it. */
  host: string;
  /** Address of the HTTP API, without a slash at the end. */
  httpBase: string;
  mqttPort: number;
  coapPort: number;
}

/** Quotes `text` for a POSIX shell. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const SAMPLE = '{"temperature":23.6}';

export interface Command {
  id: 'mqtt' | 'http' | 'coap';
  text: string;
}

/** Commands that send one measurement as this device; none for credentials that a command line cannot hold. */
export function connectivityCommands(
  credentials: Pick<DeviceCredentials, 'credentialsType' | 'credentialsId' | 'credentialsValue'>,
  endpoints: Endpoints,
): Command[] {
  const port = endpoints.mqttPort === 1883 ? '' : ` -p ${endpoints.mqttPort}`;
  const target = `mosquitto_pub -h ${shellQuote(endpoints.host)}${port} -q 1`;
  const message = `-t v1/devices/me/telemetry -m '${SAMPLE}'`;
  if (credentials.credentialsType === 'ACCESS_TOKEN') {
    const token = credentials.credentialsId ?? '';
    return [
      { id: 'mqtt', text: `${target} -u ${shellQuote(token)} \\\n  ${message}` },
      {
        id: 'http',
        text: `curl -X POST ${shellQuote(`${endpoints.httpBase}/api/v1/${encodeURIComponent(token)}/telemetry`)} \\\n  -H 'Content-Type: application/json' -d '${SAMPLE}'`,
      },
      {
        id: 'coap',
        text: `coap-client -m post \\\n  -e '${SAMPLE}' ${shellQuote(coapAddress(endpoints, token))}`,
      },
    ];
  }
  if (credentials.credentialsType === 'MQTT_BASIC') {
    const { clientId, userName, password } = JSON.parse(credentials.credentialsValue ?? '{}') as Record<
      string,
      string | null
    >;
    const parts = [
      clientId && `-i ${shellQuote(clientId)}`,
      userName && `-u ${shellQuote(userName)}`,
      password && `-P ${shellQuote(password)}`,
    ].filter(Boolean);
    return [{ id: 'mqtt', text: `${target} ${parts.join(' ')} \\\n  ${message}` }];
  }
  return [];
}

function coapAddress({ host, coapPort }: Endpoints, token: string): string {
  const port = coapPort === 5683 ? '' : `:${coapPort}`;
  return `coap://${host}${port}/api/v1/${encodeURIComponent(token)}/telemetry`;
}
