import { lwm2mRoutes as routes } from '@signalbox/contract/lwm2m';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import { ownCertificate, readServerCertificate, type TlsSettings } from '../../http/server-certificate.ts';

/** Where the two servers are, as the settings say. */
export interface Lwm2mServerSettings extends TlsSettings {
  bind: string;
  lwm2mPort: number;
  lwm2mDtlsPort: number;
  lwm2mBootstrapPort: number;
  lwm2mBootstrapDtlsPort: number;
  /** Empty: the address that is bound. */
  lwm2mHost: string;
  lwm2mServerId: number;
  lwm2mBootstrapServerId: number;
}

/** s */
const HOLD_OFF_TIME = 1;

/** Public key of the certificate of the server, DER as hex; empty when there is none. */
function publicKeyOf(settings: TlsSettings): string {
  if (settings.tlsCertificate === '') return '';
  const certificate = ownCertificate(readServerCertificate(settings));
  return certificate?.publicKey.export({ type: 'spki', format: 'der' }).toString('hex') ?? '';
}

/**
 * Answers where devices of LwM2M find the servers.
 * @param portOf the port on which a transport listens; undefined: it does not yet
 */
export function lwm2mRoutes(
  settings: Lwm2mServerSettings,
  portOf: (transport: string) => number | undefined,
): RouteImplementation[] {
  const host = settings.lwm2mHost || settings.bind;
  return [
    implement(routes.getLwm2mServer, async ({ params }) => {
      const bootstrapServerIs = params.isBootstrap.toLowerCase() === 'true';
      const [port, securePort] = bootstrapServerIs
        ? [settings.lwm2mBootstrapPort, settings.lwm2mBootstrapDtlsPort]
        : [settings.lwm2mPort, settings.lwm2mDtlsPort];
      const name = (secure: string): string => `lwm2m${secure}${bootstrapServerIs ? '-bootstrap' : ''}`;
      return {
        bootstrapServerIs,
        host,
        port: portOf(name('')) ?? port,
        securityHost: host,
        securityPort: portOf(name('s')) ?? securePort,
        serverId: bootstrapServerIs ? settings.lwm2mBootstrapServerId : settings.lwm2mServerId,
        clientHoldOffTime: HOLD_OFF_TIME,
        serverPublicKey: publicKeyOf(settings),
        bootstrapServerAccountTimeout: 0,
      };
    }),
  ];
}
