import type { Logger } from 'pino';

/** Maximum number of lines per kind and period. */
const MAX_LINES = 5;
/** ms */
const PERIOD = 60_000;
/** Kinds that are counted separately; further ones share a limit. */
const MAX_KINDS = 200;

/** Writes a line, or only counts it when there were enough of its kind. */
export type LimitedLog = (level: 'warn' | 'error', details: object, message: string, kind?: string) => void;

/**
 * Limits log lines that strangers can cause at will: of each kind (by default: of each message) a few a minute are
 * written, then one with the number of omitted lines.
 */
export function limitLines(log: Pick<Logger, 'warn' | 'error'>): LimitedLog {
  /** kind → lines since its period began */
  const kinds = new Map<string, number>();
  return (level, details, message, kind = message) => {
    const key = kinds.has(kind) || kinds.size < MAX_KINDS ? kind : '';
    const count = (kinds.get(key) ?? 0) + 1;
    kinds.set(key, count);
    if (count <= MAX_LINES) log[level](details, message);
    if (count > 1) return;
    setTimeout(() => {
      const omitted = (kinds.get(key) ?? 0) - MAX_LINES;
      kinds.delete(key);
      if (omitted > 0) log[level]({ lines: omitted }, `${message} (further lines like this were left out)`);
    }, PERIOD).unref();
  };
}
