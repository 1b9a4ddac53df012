/** Where devices reach this server, as seen from this browser. */
export interface ServerEndpoints {
  host: string;
  httpBase: string;
  mqttPort: number;
  coapPort: number;
}

const STANDARD_MQTT_PORT = 1883;
const STANDARD_COAP_PORT = 5683;

/** The server says its ports with the page; the standard ports where something else serves the page. */
export async function getServerEndpoints(): Promise<ServerEndpoints> {
  const { hostname, origin } = window.location;
  const page = await fetch('/', { method: 'HEAD' }).catch(() => undefined);
  const declared = (name: string): number => Number(page?.headers.get(`x-signalbox-${name}-port`));
  return {
    host: hostname,
    httpBase: origin,
    mqttPort: declared('mqtt') || STANDARD_MQTT_PORT,
    coapPort: declared('coap') || STANDARD_COAP_PORT,
  };
}
