import { lwm2mDraft } from './lwm2m-credentials.ts';

/** Where clients of LwM2M find the server. */
export interface Lwm2mPlace {
  /** Address of the machine as this browser reaches it. */
  host: string;
  port: number;
  /** Over DTLS. */
  securePort: number;
  /** The server proves itself by a certificate, and so may devices. */
  hasCertificate: boolean;
}

export interface Lwm2mCommand {
  id: 'lwm2m' | 'lwm2mServer' | 'lwm2mServerKey' | 'lwm2mCertificate' | 'lwm2mPublicKey';
  text: string;
}

/**
 * Commands that register a client as a device. Where it proves itself by a key of its own, first one that fetches what it
 * has to know the server by.
 * All files are DER.
 * @param value stored credentials, JSON
 */
export function lwm2mCommands(
  place: Lwm2mPlace,
  value: string | null,
  quote: (text: string) => string,
): Lwm2mCommand[] {
  const { mode, endpoint, identity, key } = lwm2mDraft(JSON.parse(value ?? '{}') as Record<string, unknown>);
  const address = quote(`${place.host}:${place.securePort}`);
  const wakaama = (port: number, options = '') =>
    `lwm2mclient -4 -h ${quote(place.host)} -p ${port} -n ${quote(endpoint)}${options}`;
  const leshan = (options: string) =>
    `java -jar leshan-client-demo.jar -u ${address} -n ${quote(endpoint)} \\\n  -cprik device-key.der ${options}`;
  const shown = `openssl s_client -dtls1_2 -connect ${address} </dev/null \\\n  | openssl x509`;
  if (mode === 'NO_SEC') return [{ id: 'lwm2m', text: wakaama(place.port) }];
  if (mode === 'PSK') {
    return [{ id: 'lwm2m', text: wakaama(place.securePort, ` \\\n  -i ${quote(identity)} -s ${quote(key)}`) }];
  }
  if (!place.hasCertificate) return [];
  if (mode === 'X509') {
    return [
      { id: 'lwm2mServer', text: `${shown} -outform DER -out server.der` },
      { id: 'lwm2mCertificate', text: leshan('-ccert device.der -scert server.der') },
    ];
  }
  return [
    {
      id: 'lwm2mServerKey',
      text: `${shown} -noout -pubkey \\\n  | openssl pkey -pubin -outform DER -out server.der`,
    },
    { id: 'lwm2mPublicKey', text: leshan('-cpubk device.der -spubk server.der') },
  ];
}
