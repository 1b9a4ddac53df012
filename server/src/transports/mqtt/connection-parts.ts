import type { Logger } from 'pino';
import type { LimitedLog } from '../../config/line-limit.ts';
import type { PackageDelivery } from '../../ota/package-delivery.ts';
import type { Provisioning } from '../../provisioning/provisioning-service.ts';
import type { CertificateChecks } from '../certificates/certificate-checks.ts';
import type { DeviceAuthenticator } from '../device-credentials.ts';
import type { DeviceSessions } from '../device-sessions.ts';
import type { ExchangeLog } from '../exchanges/exchange-log.ts';
import type { GatewayParts } from './gateway/gateway.ts';

/** What a connection needs of its server. */
export interface ConnectionParts<Connection> extends GatewayParts {
  sessions: DeviceSessions;
  authenticator: DeviceAuthenticator;
  certificates: Pick<CertificateChecks, 'follow'>;
  provisioning: Provisioning;
  packages: PackageDelivery;
  exchanges: ExchangeLog;
  log: Logger;
  /** For lines that clients can cause. */
  logLimited: LimitedLog;
  /** ms without activity after which sessions end */
  sessionInactivityTimeout: number;
  /** A client has shown credentials. */
  begun: (connection: Connection) => void;
  /** Stops reading from the socket while the message log has no room for more of the tenant. */
  holdBack: (connection: Connection, tenantId: string) => void;
  /** Writes what connections have gathered, at the end of this turn of the event loop. */
  flushSoon: (connection: Connection) => void;
}
