/** Where devices reach this server, as seen from this browser. */
export interface ServerEndpoints {
  host: string;
  httpBase: string;
  mqttPort: number;
}

const STANDARD_MQTT_PORT = 1883;

/** The server says its MQTT port with the page; the standard port where something else serves the page. */
export async function getServerEndpoints(): Promise<ServerEndpoints> {
  const { hostname, origin } = window.location;
  const page = await fetch('/', { method: 'HEAD' }).catch(() => undefined);
  const declared = Number(page?.headers.get('x-signalbox-mqtt-port'));
  return { host: hostname, httpBase: origin, mqttPort: declared || STANDARD_MQTT_PORT };
}
