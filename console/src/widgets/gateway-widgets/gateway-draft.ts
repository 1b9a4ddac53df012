/** What a gateway can be joined to. */
export const CONNECTOR_TYPES = [
  'mqtt',
  'modbus',
  'opcua',
  'ble',
  'request',
  'can',
  'bacnet',
  'odbc',
  'rest',
  'snmp',
  'ftp',
  'custom',
] as const;

/** What the attribute `RemoteLoggingLevel` may be. */
export const LOGGING_LEVELS = ['NONE', 'CRITICAL', 'ERROR', 'WARNING', 'INFO', 'DEBUG'] as const;
export type LoggingLevel = (typeof LOGGING_LEVELS)[number];

export interface ConnectorDraft {
  /** Tells connectors of a form apart; it is not stored. */
  key: string;
  name: string;
  /** One of `CONNECTOR_TYPES`, or another that the gateway knows; empty while none is chosen. */
  type: string;
  enabled: boolean;
  /** JSON as it is typed. */
  config: string;
}

/** The configuration of a gateway as its form has it; numbers are null while a field is empty. */
export interface GatewayDraft {
  host: string;
  port: number | null;
  remoteConfiguration: boolean;
  security: 'accessToken' | 'tls';
  /** Empty: that of the device. */
  accessToken: string;
  caCert: string;
  privateKey: string;
  cert: string;
  loggingLevel: LoggingLevel;
  /** The folder of the log files. */
  logPath: string;
  storage: 'memory' | 'file';
  readRecords: number | null;
  maxRecords: number | null;
  dataFolder: string;
  maxFiles: number | null;
  connectors: readonly ConnectorDraft[];
}

/** The configuration of a gateway that has none, for a server of this name. */
export function newGatewayDraft(host: string): GatewayDraft {
  return {
    host,
    port: 1883,
    remoteConfiguration: true,
    security: 'accessToken',
    accessToken: '',
    caCert: '/etc/thingsboard-gateway/ca.pem',
    privateKey: '/etc/thingsboard-gateway/privateKey.pem',
    cert: '/etc/thingsboard-gateway/certificate.pem',
    loggingLevel: 'DEBUG',
    logPath: './logs/',
    storage: 'memory',
    readRecords: 100,
    maxRecords: 100_000,
    dataFolder: './data/',
    maxFiles: 5,
    connectors: [],
  };
}
