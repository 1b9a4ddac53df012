import { isUtf8 } from 'node:buffer';
import { ContentError, type Entry, Format, type Path, type TypeOf } from './content.ts';
import { leafOfText, leafOfType, textOfLeaf } from './leaf.ts';
import { readLwm2mJson, writeLwm2mJson } from './lwm2m-json.ts';
import { readSenmlCbor, writeSenmlCbor } from './senml-cbor.ts';
import { readSenmlJson, writeSenmlJson } from './senml-json.ts';
import { readTlv, writeTlv } from './tlv.ts';

/** Older numbers of the formats, before they were registered, which some clients use. */
const OLDER: ReadonlyMap<number, number> = new Map([
  [1542, Format.tlv],
  [1543, Format.json],
]);

/**
 * Reads the content of a path.
 * @param format undefined: text, where the path is one of a value (RFC 7252 §5.5.2 leaves it to guessing)
 * @throws ContentError when it is not what its format says
 */
export function readContent(format: number | undefined, bytes: Buffer, base: Path, typeOf: TypeOf): Entry[] {
  switch (OLDER.get(format ?? Format.text) ?? format ?? Format.text) {
    case Format.tlv:
      return readTlv(bytes, base, typeOf);
    case Format.senmlJson:
      return readSenmlJson(bytes, base, typeOf);
    case Format.senmlCbor:
      return readSenmlCbor(bytes, base, typeOf);
    case Format.json:
      return readLwm2mJson(bytes, base, typeOf);
    case Format.opaque:
      return [{ path: requireValue(base), value: leafOfType(Buffer.from(bytes), typeOf(base)) }];
    case Format.text:
      if (!isUtf8(bytes)) throw new ContentError('The content is not a text');
      return [{ path: requireValue(base), value: leafOfText(bytes.toString('utf8'), typeOf(base)) }];
    case Format.link:
      return [{ path: requireValue(base), value: linkIn(bytes) }];
    default:
      throw new ContentError(`The content has an unknown format (${format})`);
  }
}

/**
 * Writes values of a path.
 * @throws ContentError when a value is not of its type, or the format cannot hold them
 */
export function writeContent(format: number, entries: readonly Entry[], base: Path, typeOf: TypeOf): Buffer {
  switch (format) {
    case Format.tlv:
      return writeTlv(entries, base, typeOf);
    case Format.senmlJson:
      return writeSenmlJson(entries, typeOf);
    case Format.senmlCbor:
      return writeSenmlCbor(entries, typeOf);
    case Format.json:
      return writeLwm2mJson(entries, base, typeOf);
  }
  const [entry] = entries;
  if (!entry || entries.length > 1) throw new ContentError('The format holds one value');
  const leaf = leafOfType(entry.value, typeOf(entry.path));
  if (format === Format.opaque && Buffer.isBuffer(leaf)) return leaf;
  if (format === Format.link) return Buffer.from(`</${String(leaf).replace(':', '/')}>`);
  if (format === Format.text) return Buffer.from(textOfLeaf(leaf));
  throw new ContentError(`The content has an unknown format (${format})`);
}

function requireValue(base: Path): Path {
  if (base.length < 3) throw new ContentError('The format holds one value, and the path has several');
  return base;
}

/** An object link in link format. */
function linkIn(bytes: Buffer): string {
  const [, object, instance] = /^<\/(\d{1,5})\/(\d{1,5})>$/.exec(bytes.toString('latin1')) ?? [];
  if (object === undefined) throw new ContentError('The content is not a link to an object');
  return `${object}:${instance}`;
}
