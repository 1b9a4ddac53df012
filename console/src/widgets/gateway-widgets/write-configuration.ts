import { decodedObject, encodedJson, isObject } from './base64-json.ts';
import type { ConnectorDraft, GatewayDraft } from './gateway-draft.ts';
import { decodedLogs, encodedLogs, logPathOf, logsText } from './gateway-logs.ts';

/** The file that a gateway keeps a connector's configuration in. */
function connectorFile(name: string): string {
  return `${name.replace(/[^\p{L}\p{N}.]+/gu, '').toLowerCase() || 'connector'}.json`;
}

/** The same for several: no two have the same. */
export function connectorFiles(connectors: readonly ConnectorDraft[]): string[] {
  const files: string[] = [];
  for (const { name } of connectors) {
    let file = connectorFile(name);
    for (let count = 2; files.includes(file); count++) file = connectorFile(`${name}${count}`);
    files.push(file);
  }
  return files;
}

/** A connector's configuration; it has been checked to be JSON. */
function configOf({ config }: ConnectorDraft): unknown {
  return JSON.parse(config);
}

/** The main part of a configuration. Members of `known` that no field shows stay as they are. */
export function mainConfiguration(draft: GatewayDraft, known: Readonly<Record<string, unknown>> = {}) {
  const enabled = draft.connectors.filter(({ enabled }) => enabled);
  const files = connectorFiles(enabled);
  const { accessToken, caCert, privateKey, cert, readRecords, maxRecords } = draft;
  return {
    ...known,
    thingsboard: {
      ...(isObject(known.thingsboard) ? known.thingsboard : {}),
      host: draft.host.trim(),
      remoteConfiguration: draft.remoteConfiguration,
      port: draft.port,
      security: draft.security === 'tls' ? { caCert, privateKey, cert } : { accessToken },
    },
    storage:
      draft.storage === 'memory'
        ? { type: 'memory', read_records_count: readRecords, max_records_count: maxRecords }
        : {
            type: 'file',
            data_folder_path: draft.dataFolder,
            max_file_count: draft.maxFiles,
            max_read_records_count: readRecords,
            max_records_per_file: maxRecords,
          },
    connectors: enabled.map(({ name, type }, index) => ({ configuration: files[index], name: name.trim(), type })),
  };
}

/** The log settings: what is stored, unless its folder or the level has become another. */
function logsOf(draft: GatewayDraft, stored: string | undefined, hasSameLevel: boolean): string {
  return stored !== undefined && hasSameLevel && logPathOf(stored) === draft.logPath
    ? stored
    : logsText(draft.loggingLevel, draft.logPath);
}

/** What is saved for a gateway, by scope and key. */
export interface GatewayValues {
  SHARED_SCOPE: { configuration: string; RemoteLoggingLevel: string };
  SERVER_SCOPE: { configuration_drafts: string };
}

/**
 * The attributes of a form without mistakes.
 * @param stored the configuration that the form began with, in base64
 * @param storedLevel the level that it began with
 */
export function gatewayValues(
  draft: GatewayDraft,
  stored: string | undefined,
  storedLevel: string | undefined,
): GatewayValues {
  const whole = decodedObject(stored) ?? {};
  const known = isObject(whole.thingsboard) ? whole.thingsboard : {};
  const hasSameLevel = storedLevel?.toUpperCase() === draft.loggingLevel;
  const configuration: Record<string, unknown> = {
    thingsboard: {
      ...mainConfiguration(draft, known),
      logs: encodedLogs(logsOf(draft, decodedLogs(known.logs), hasSameLevel)),
    },
  };
  const drafts: Record<string, unknown> = {};
  for (const connector of draft.connectors) {
    const name = connector.name.trim();
    if (!connector.enabled) drafts[name] = { connector: connector.type, config: configOf(connector) };
    else {
      const list = (configuration[connector.type] ?? []) as unknown[];
      configuration[connector.type] = [...list, { name, config: configOf(connector) }];
    }
  }
  return {
    SHARED_SCOPE: { configuration: encodedJson(configuration), RemoteLoggingLevel: draft.loggingLevel },
    SERVER_SCOPE: { configuration_drafts: encodedJson(drafts) },
  };
}
