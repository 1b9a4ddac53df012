import type pg from 'pg';
import type { RunStatement } from './device-totals.ts';

/** Names of prepared statements, by their text. */
const statementNames = new Map<string, string>();
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = `device-list-${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name;
}

/**
 * Runs statements, prepared where their plan does not depend on the values: planning takes longer than reading a page.
 * How rare a searched text is decides the plan of a search, so that is planned each time.
 */
export const createRun =
  (on: Pick<pg.ClientBase, 'query'>): RunStatement =>
  (text, values, isSearch) =>
    on.query(isSearch ? { text, values } : { name: statementName(text), text, values });
