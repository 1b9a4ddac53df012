import type pg from 'pg';

const BYTEA = 17;

/** A cell of a result: whole numbers that a double holds, doubles and bytes are all that chunks and blocks have. */
export type Cell = number | Buffer | null;

const types = {
  getTypeParser: (oid: number) => (oid === BYTEA ? bytesOf : Number),
};

/** `pg` reads every cell as text, so bytes come in hexadecimal behind `\x`. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}

/** Runs a query and takes the rows as arrays of cells, which costs less than objects. */
export async function cellsQuery(client: pg.Pool | pg.ClientBase, text: string, values: unknown[]): Promise<Cell[][]> {
  const result = await client.query({ text, values, rowMode: 'array', types } as pg.QueryArrayConfig);
  return result.rows as Cell[][];
}
