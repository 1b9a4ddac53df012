import { decodedObject, isObject } from './base64-json.ts';
import {
  type ConnectorDraft,
  type GatewayDraft,
  LOGGING_LEVELS,
  type LoggingLevel,
  newGatewayDraft,
} from './gateway-draft.ts';
import { decodedLogs, logPathOf } from './gateway-logs.ts';

/** The attributes of a gateway that its form reads. */
export interface GatewayAttributes {
  /** Base64 of the JSON that is in use: what the gateway sent last, or what was saved for it since. */
  configuration?: string | undefined;
  /** Base64 of the JSON with the connectors that are switched off. */
  drafts?: string | undefined;
  loggingLevel?: string | undefined;
}

type Part = Readonly<Record<string, unknown>>;

const part = (value: unknown): Part => (isObject(value) ? value : {});
const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
const number = (value: unknown, otherwise: number | null) =>
  value !== null && value !== '' && Number.isFinite(Number(value ?? Number.NaN)) ? Number(value) : otherwise;

/** The form of a gateway as it is stored. Members that are missing have what is usual. */
export function gatewayDraft(attributes: GatewayAttributes, host: string): GatewayDraft {
  const usual = newGatewayDraft(host);
  const whole = decodedObject(attributes.configuration) ?? {};
  const main = part(whole.thingsboard);
  const server = part(main.thingsboard);
  const security = part(server.security);
  const storage = part(main.storage);
  const isFile = storage.type === 'file';
  const hasToken = typeof security.accessToken === 'string';
  const isTls = !hasToken && ['caCert', 'privateKey', 'cert'].some((name) => security[name] !== undefined);
  return {
    host: text(server.host, usual.host),
    port: number(server.port, usual.port),
    remoteConfiguration: server.remoteConfiguration !== false,
    security: isTls ? 'tls' : 'accessToken',
    accessToken: text(security.accessToken, ''),
    caCert: text(security.caCert, isTls ? '' : usual.caCert),
    privateKey: text(security.privateKey, isTls ? '' : usual.privateKey),
    cert: text(security.cert, isTls ? '' : usual.cert),
    loggingLevel: levelOf(attributes.loggingLevel) ?? usual.loggingLevel,
    logPath: logPathOf(decodedLogs(main.logs) ?? '') ?? usual.logPath,
    storage: isFile ? 'file' : 'memory',
    readRecords: number(isFile ? storage.max_read_records_count : storage.read_records_count, usual.readRecords),
    maxRecords: number(isFile ? storage.max_records_per_file : storage.max_records_count, usual.maxRecords),
    dataFolder: text(storage.data_folder_path, usual.dataFolder),
    maxFiles: number(storage.max_file_count, usual.maxFiles),
    connectors: [...enabledConnectors(whole, main), ...disabledConnectors(decodedObject(attributes.drafts) ?? {})].map(
      (connector, index) => ({ key: String(index), ...connector }),
    ),
  };
}

function levelOf(value: string | undefined): LoggingLevel | undefined {
  return LOGGING_LEVELS.find((level) => level === value?.toUpperCase());
}

type Connector = Omit<ConnectorDraft, 'key'>;

const written = (config: unknown) => JSON.stringify(config ?? {}, null, 2);

/** Every list beside the main part holds the connectors of the type that it is named like. */
function enabledConnectors(whole: Part, main: Part): Connector[] {
  const known = Array.isArray(main.connectors) ? main.connectors.map(part) : [];
  return Object.entries(whole).flatMap(([type, list]) => {
    if (type === 'thingsboard' || !Array.isArray(list)) return [];
    const named = known.filter((connector) => connector.type === type);
    return list.filter(isObject).map((entry, index): Connector => {
      // Old gateways send the configuration alone; its name stands in the main part.
      const isWrapped = typeof entry.name === 'string' && isObject(entry.config);
      const name = isWrapped ? entry.name : named[index]?.name;
      return { name: text(name, type), type, enabled: true, config: written(isWrapped ? entry.config : entry) };
    });
  });
}

function disabledConnectors(drafts: Part): Connector[] {
  return Object.entries(drafts).map(([name, draft]) => {
    const { connector, config } = part(draft);
    return { name, type: text(connector, ''), enabled: false, config: written(config) };
  });
}
