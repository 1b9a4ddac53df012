import type { LiveValue } from '../../api/telemetry.ts';
import type { DataRow } from '../model.ts';

/** A line of the table of what a gateway has reported; `ts` in epoch ms. */
export interface EventRow {
  name: string;
  ts: number;
  value: string;
}

/** The texts of `eventsReg` that say something, in lower case. */
export function eventParts(setting: unknown): string[] {
  const parts = Array.isArray(setting) ? setting : [];
  return parts.flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part.trim().toLowerCase()] : []));
}

/**
 * The keys whose name contains one of `parts`, and those that the widget is configured with, the newest first. Without
 * either all that the gateway has sent.
 */
export function eventRows(
  parts: readonly string[],
  configured: readonly DataRow[],
  values: ReadonlyMap<string, LiveValue> | undefined,
): EventRow[] {
  const rows = new Map<string, EventRow>();
  const isAll = parts.length === 0 && configured.length === 0;
  for (const [name, { ts, value }] of values ?? []) {
    const lower = name.toLowerCase();
    if (isAll || parts.some((part) => lower.includes(part))) rows.set(name, { name, ts, value });
  }
  for (const { dataKey, data } of configured) {
    const [point] = data;
    if (point && !rows.has(dataKey.name)) {
      rows.set(dataKey.name, { name: dataKey.label, ts: point[0], value: String(point[1] ?? '') });
    }
  }
  return [...rows.values()].sort((one, other) => other.ts - one.ts || one.name.localeCompare(other.name));
}
