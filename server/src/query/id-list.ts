/** A UUID in text. */
const UUID_LENGTH = 36;
const UUIDS = /.{36}/g;

/** Many ids, one after the other: as strings of their own they would take twice the memory. */
export const idListOf = (rows: readonly { id: string }[]): string => rows.map(({ id }) => id).join('');

/** `limit` ids after `offset` others. */
export const idsIn = (list: string, { offset, limit }: { offset: number; limit: number }): string[] =>
  list.slice(offset * UUID_LENGTH, (offset + limit) * UUID_LENGTH).match(UUIDS) ?? [];
