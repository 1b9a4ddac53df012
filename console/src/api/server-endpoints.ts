/** Where devices reach this server, as seen from this browser. */
export interface ServerEndpoints {
  host: string;
  httpBase: string;
  mqttPort: number;
}

const STANDARD_MQTT_PORT = 1883;

/** The server says its MQTT port with the page; the standard port where it does not. */
export async function getServerEndpoints(): Promise<ServerEndpoints> {
  const { hostname, origin } = window.location;
  const declared = Number(document.querySelector<HTMLMetaElement>('meta[name="signalbox-mqtt-port"]')?.content);
  return { host: hostname, httpBase: origin, mqttPort: declared || STANDARD_MQTT_PORT };
}
