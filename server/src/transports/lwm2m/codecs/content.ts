/** Content formats of LwM2M (OMA LwM2M Core §7.4, RFC 8428). */
export const Format = {
  text: 0,
  link: 40,
  opaque: 42,
  senmlJson: 110,
  senmlCbor: 112,
  tlv: 11542,
  json: 11543,
} as const;

/** Types of the values of resources, as models name them. */
export const VALUE_TYPES = ['STRING', 'INTEGER', 'FLOAT', 'BOOLEAN', 'OPAQUE', 'TIME', 'OBJLNK'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** Ids of an object, its instance, a resource and an instance of that: one to four of them. */
export type Path = readonly number[];

/** A value: TIME in seconds, OPAQUE as bytes, OBJLNK as `object:instance`. Integers are a bigint beyond 53 bits. */
export type Leaf = string | number | bigint | boolean | Buffer;

/** One value of a content, with three or four ids. */
export interface Entry {
  path: Path;
  value: Leaf;
  /** When it was so, epoch ms; absent: now. */
  ts?: number;
}

/** Type of the resource at a path, when there is a model of it. */
export type TypeOf = (path: Path) => ValueType | undefined;

/** Bytes that are not what their format says, or a value that it cannot hold. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}

/** Values that one content may have. */
export const MAX_ENTRIES = 10_000;
const MAX_ID = 65_535;

/** Whether a number can be an id. */
export const isId = (id: number): boolean => Number.isInteger(id) && id >= 0 && id <= MAX_ID;

/** `/3/0/9` */
export const pathText = (path: Path): string => `/${path.join('/')}`;

/**
 * Reads `/3/0/9`.
 * @returns undefined when it is not one, or has more than four ids
 */
export function readPath(text: string): Path | undefined {
  if (!/^(\/\d{1,5}){1,4}\/?$/.test(text)) return undefined;
  const ids = text.split('/').filter(Boolean).map(Number);
  return ids.every(isId) ? ids : undefined;
}

/** Whether the path is the other one, or leads into it. */
export const isWithin = (path: Path, base: Path): boolean => base.every((id, place) => path[place] === id);
