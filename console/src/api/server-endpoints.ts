import type { ServerEndpoints } from './endpoints.ts';

const STANDARD_PORTS = { mqtt: 1883, coap: 5683, lwm2m: 5685, lwm2ms: 5686 } as const;

/** The server says its ports with the page; the standard ports where something else serves the page. */
export async function getServerEndpoints(): Promise<ServerEndpoints> {
  const { hostname, origin } = window.location;
  const page = await fetch('/', { method: 'HEAD' }).catch(() => undefined);
  const declared = (name: string): number | undefined =>
    Number(page?.headers.get(`x-signalbox-${name}-port`)) || undefined;
  const port = (name: keyof typeof STANDARD_PORTS): number => declared(name) ?? STANDARD_PORTS[name];
  return {
    host: hostname,
    httpBase: origin,
    mqttPort: port('mqtt'),
    coapPort: port('coap'),
    lwm2mPort: port('lwm2m'),
    lwm2msPort: port('lwm2ms'),
    mqttsPort: declared('mqtts'),
    httpsPort: declared('https'),
    coapsPort: declared('coaps'),
  };
}
