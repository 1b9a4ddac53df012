import './texts/texts.ts';
import { jsonFileName } from '../controls/save-file.ts';

/** What is left out of an exported dashboard: it belongs to where the dashboard lives. */
const OWN_MEMBERS = new Set(['id', 'createdTime', 'tenantId', 'customerId', 'assignedCustomers', 'externalId']);

/** Why a file cannot be imported; `key` names the text. */
export interface ImportProblem {
  key: string;
  values?: Record<string, string>;
}

export type ImportResult = { dashboard: Record<string, unknown> } | { problem: ImportProblem };

/** Largest file that is read for import, bytes: what the server takes. */
export const MAX_IMPORT_BYTES = 16 * 1024 * 1024;
/** Objects and lists within one another; the server takes no more. */
const MAX_DEPTH = 200;

/** Whether objects and lists lie deeper within one another than that. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}

/** Reads the text of an exported dashboard. Everything in it is kept; ids of where it came from are left out. */
export function readImport(text: string): ImportResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      problem: { key: 'dashboard.import.notJson', values: { detail: error instanceof Error ? error.message : '' } },
    };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: { key: 'dashboard.import.notDashboard' } };
  }
  const source = value as Record<string, unknown>;
  if ('ruleChain' in source && 'metadata' in source) return { problem: { key: 'dashboard.import.isRuleChain' } };
  if ('widgetsBundle' in source || 'descriptor' in source) return { problem: { key: 'dashboard.import.isWidget' } };
  if (typeof source.title !== 'string' || source.title.trim() === '') {
    return { problem: { key: 'dashboard.import.noTitle' } };
  }
  if (source.title.length > 255) return { problem: { key: 'dashboard.import.longTitle' } };
  const { configuration } = source;
  if (typeof configuration !== 'object' || configuration === null || Array.isArray(configuration)) {
    return { problem: { key: 'dashboard.import.noConfiguration' } };
  }
  if (isTooDeep(value)) return { problem: { key: 'dashboard.import.tooDeep', values: { limit: String(MAX_DEPTH) } } };
  const { widgets } = configuration as Record<string, unknown>;
  if (widgets !== undefined && widgets !== null && typeof widgets !== 'object') {
    return { problem: { key: 'dashboard.import.badSection', values: { section: 'widgets' } } };
  }
  for (const section of ['states', 'entityAliases', 'filters', 'settings', 'timewindow'] as const) {
    const found = (configuration as Record<string, unknown>)[section];
    if (found !== undefined && found !== null && (typeof found !== 'object' || Array.isArray(found))) {
      return { problem: { key: 'dashboard.import.badSection', values: { section } } };
    }
  }
  return { dashboard: Object.fromEntries(Object.entries(source).filter(([key]) => !OWN_MEMBERS.has(key))) };
}

/** Defaults of members. A file without them means the same. */
const DEFAULTS: Readonly<Record<string, unknown>> = { image: null, mobileHide: false, mobileOrder: null };

/** The dashboard as it is written to a file: what was imported comes out as it went in. */
export function exported(dashboard: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(dashboard).filter(
      ([key, value]) => !OWN_MEMBERS.has(key) && !(Object.hasOwn(DEFAULTS, key) && DEFAULTS[key] === value),
    ),
  );
}

/** File name for an exported dashboard. */
export function exportFileName(title: string): string {
  return jsonFileName(title, 'dashboard');
}
