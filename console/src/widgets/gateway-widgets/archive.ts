import { isObject } from './base64-json.ts';
import type { GatewayDraft } from './gateway-draft.ts';
import { logsText } from './gateway-logs.ts';
import { connectorFiles, mainConfiguration } from './write-configuration.ts';
import { yamlText } from './yaml.ts';

/**
 * The files of a gateway's folder of configuration by name; of a form without mistakes.
 * @param known the main part that is stored
 */
export function configurationFiles(draft: GatewayDraft, known: unknown): Record<string, string> {
  const { logs: _, ...rest } = isObject(known) ? known : {};
  const enabled = draft.connectors.filter((connector) => connector.enabled);
  const names = connectorFiles(enabled);
  return {
    'tb_gateway.yaml': yamlText(mainConfiguration(draft, rest)),
    'logs.conf': logsText(draft.loggingLevel, draft.logPath),
    ...Object.fromEntries(
      enabled.map(({ config }, index) => [names[index] as string, `${JSON.stringify(JSON.parse(config), null, 2)}\n`]),
    ),
  };
}

/** The files in an archive. What packs them is loaded now. */
export async function zipped(files: Readonly<Record<string, string>>): Promise<Blob> {
  const { strToU8, zipSync } = await import('fflate');
  const packed = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  return new Blob([packed as Uint8Array<ArrayBuffer>], { type: 'application/zip' });
}
