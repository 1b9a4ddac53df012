/**
 * Ids as a value of `$1::uuid[]`: the driver takes ten times as long to write ten thousand of them one by one.
 * @param ids of rows of the database: they are not escaped
 */
export const uuidArray = (ids: readonly string[]): string => `{${ids.join(',')}}`;
