import type { ColumnType } from 'kysely';

/** A document column: read as the parsed value, written as JSON text. */
export type Json<T = unknown> = ColumnType<T, string | null, string | null>;
/** Times in bigint columns are read as numbers (see database.ts). */
export type Ms = number;
