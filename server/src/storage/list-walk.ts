import type pg from 'pg';
import { type HeldConnection, holdConnection } from './held-connection.ts';

/** Reads a whole list in its order, some rows at a time, as it was at the beginning. */
export interface ListWalk {
  /**
   * The next rows of the statement, which is the same in every call and is only built for the first.
   * @param statement without LIMIT and OFFSET
   */
  next<Row>(statement: () => { text: string; values: readonly unknown[] }): Promise<Row[]>;
  /** All rows have been read. */
  isAtEnd(): boolean;
  /** How often rows have been read. */
  reads(): number;
  /** Must be called in the end; what is under way fails. */
  close(): Promise<void>;
}

/** Where a walk is in the page of a call: stores that find one there read its next rows instead of a page. */
const WALK = Symbol('walk');

/** The link of a page, for which the store reads the next rows of the walk. */
export function withWalk<Link extends object>(link: Link, walk: ListWalk): Link {
  return { ...link, [WALK]: walk };
}

export function walkOf(link: object): ListWalk | undefined {
  return (link as { [WALK]?: ListWalk })[WALK];
}

/** A walk by a cursor of the database, on a connection of its own from the first row on. @param size rows at a time */
export function createListWalk(pool: pg.Pool, size: number): ListWalk {
  let client: Promise<HeldConnection> | undefined;
  let isAtEnd = false;
  let reads = 0;
  let isClosed = false;

  async function open(statement: { text: string; values: readonly unknown[] }): Promise<HeldConnection> {
    const own = await holdConnection(pool);
    try {
      await own.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await own.client.query(`DECLARE walk NO SCROLL CURSOR FOR ${statement.text}`, [...statement.values]);
      return own;
    } catch (error) {
      own.release(true);
      throw error;
    }
  }

  return {
    async next<Row>(statement: () => { text: string; values: readonly unknown[] }): Promise<Row[]> {
      if (isClosed) throw new Error('the walk has been closed');
      client ??= open(statement());
      const { rows } = await (await client).client.query(`FETCH ${size} FROM walk`);
      isAtEnd = rows.length < size;
      reads++;
      return rows as Row[];
    },
    isAtEnd: () => isAtEnd,
    reads: () => reads,
    async close() {
      if (isClosed) return;
      isClosed = true;
      const own = await client?.catch(() => undefined);
      if (!own) return;
      const failure = await own.client.query('ROLLBACK').then(
        () => undefined,
        (error: Error) => error,
      );
      own.release(failure);
    },
  };
}
