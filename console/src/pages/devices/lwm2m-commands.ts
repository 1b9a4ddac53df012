import { COAP_CLIENT, COAP_CLIENT_OF_GNUTLS } from '../../device-profiles/shell.ts';
import { printfOf } from './binary-samples.ts';
import { lwm2mDraft } from './lwm2m-credentials.ts';
import { registrationMessage } from './lwm2m-registration.ts';

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
  id: 'lwm2m' | 'lwm2mKey' | 'lwm2mServer' | 'lwm2mServerKey' | 'lwm2mCertificate' | 'lwm2mPublicKey';
  text: string;
}

/** What a client registers with: objects that it has, and how long that lasts, in seconds. */
const OBJECTS = '</3/0>';
const LIFETIME = 300;

/**
 * Commands that register a device, as the first message of its client does. Where clients prove themselves by a key of
 * their own, one before that fetches what they have to know the server by, in DER.
 * @param value stored credentials, JSON
 */
export function lwm2mCommands(
  place: Lwm2mPlace,
  value: string | null,
  quote: (text: string) => string,
): Lwm2mCommand[] {
  const { mode, endpoint, identity, key } = lwm2mDraft(JSON.parse(value ?? '{}') as Record<string, unknown>);
  const query = [`ep=${endpoint}`, `lt=${LIFETIME}`, 'lwm2m=1.0', 'b=U'];
  const registers = (client: string, scheme: 'coap' | 'coaps', port: number, proof = '') => {
    const address = `${scheme}://${place.host}:${port}/rd?${query.map(encodeQuery).join('&')}`;
    return `${client} -m post${proof} -t 40 -e '${OBJECTS}' \\\n  ${quote(address)}`;
  };
  if (mode === 'NO_SEC') return [{ id: 'lwm2m', text: registers(COAP_CLIENT, 'coap', place.port) }];
  const address = quote(`${place.host}:${place.securePort}`);
  if (mode === 'PSK') {
    // The key is bytes, which libcoap's client does not take.
    const proof = `-cipher PSK -psk_identity ${quote(identity)} -psk ${quote(key)}`;
    const said = `{ ${printfOf(registrationMessage(query, OBJECTS))}; sleep 2; }`;
    const client = `openssl s_client -dtls1_2 -connect ${address} -quiet -no_ign_eof`;
    return [{ id: 'lwm2mKey', text: `${said} \\\n  | ${client} \\\n  ${proof}` }];
  }
  if (!place.hasCertificate) return [];
  const shown = `openssl s_client -dtls1_2 -connect ${address} </dev/null \\\n  | openssl x509`;
  if (mode === 'X509') {
    const proof = ' -R ca.pem -c device.pem -j device.key';
    return [
      { id: 'lwm2mServer', text: `${shown} -outform DER -out server.der` },
      { id: 'lwm2mCertificate', text: registers(COAP_CLIENT, 'coaps', place.securePort, proof) },
    ];
  }
  return [
    {
      id: 'lwm2mServerKey',
      text: `${shown} -noout -pubkey \\\n  | openssl pkey -pubin -outform DER -out server.der`,
    },
    {
      id: 'lwm2mPublicKey',
      // libcoap's client wants both keys in one file.
      text: `openssl pkey -in device.key -pubout | cat - device.key >device-keys.pem \\\n  && ${registers(COAP_CLIENT_OF_GNUTLS, 'coaps', place.securePort, ' -R ca.pem -M device-keys.pem')}`,
    },
  ];
}

/** A part of a query, of which `=` says where its value begins. */
const encodeQuery = (part: string): string => encodeURIComponent(part).replace('%3D', '=');
