import type pg from 'pg';

const BYTEA = 17;

/** A cell of a result. Chunks and blocks only have integers that a double holds, doubles and bytes. */
export type Cell = number | Buffer | null;

const types = {
  getTypeParser: (oid: number) => (oid === BYTEA ? bytesOf : Number),
};

/** `pg` reads every cell as text, so bytes come as hexadecimal digits after `\x`. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}

/** Runs a query and returns rows as arrays of cells, which cost less than objects. */
export async function cellsQuery(client: pg.Pool | pg.ClientBase, text: string, values: unknown[]): Promise<Cell[][]> {
  const result = await client.query({ text, values, rowMode: 'array', types } as pg.QueryArrayConfig);
  return result.rows as Cell[][];
}
