import { isUtf8 } from 'node:buffer';
import { ContentError } from './content.ts';

/** A link with what is said of it (RFC 6690). */
export interface Link {
  /** What stands between the angle brackets. */
  target: string;
  /** Name → value without quotes; empty where there is none. */
  attributes: Map<string, string>;
}

const MAX_LINKS = 1000;
const MAX_LENGTH = 65_536;
const MAX_ATTRIBUTES = 20;
const NAME = /[^=;,\s"<>]+/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
const PLAIN = /[^;,\s"]*/y;

/** Reads links, separated by commas. @throws ContentError */
export function readLinks(bytes: Buffer): Link[] {
  if (bytes.length > MAX_LENGTH || !isUtf8(bytes)) throw new ContentError('The links cannot be read');
  const text = bytes.toString('utf8');
  const links: Link[] = [];
  let at = 0;
  const skipSpace = (): void => {
    while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  };
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  };
  for (skipSpace(); at < text.length; skipSpace()) {
    const end = text.indexOf('>', at);
    if (text[at] !== '<' || end < 0) throw new ContentError('A link begins with <');
    if (links.length >= MAX_LINKS) throw new ContentError('There are too many links');
    const link: Link = { target: text.slice(at + 1, end), attributes: new Map() };
    at = end + 1;
    for (skipSpace(); text[at] === ';'; skipSpace()) {
      at++;
      skipSpace();
      const name = match(NAME)?.[0];
      if (!name || link.attributes.size >= MAX_ATTRIBUTES)
        throw new ContentError('A link has an attribute without name');
      let value = '';
      if (text[at] === '=') {
        at++;
        value = match(QUOTED)?.[1]?.replace(/\\(.)/g, '$1') ?? match(PLAIN)?.[0] ?? '';
      }
      if (!link.attributes.has(name)) link.attributes.set(name, value);
    }
    links.push(link);
    if (at < text.length && text[at++] !== ',') throw new ContentError('Links are separated by commas');
  }
  return links;
}
