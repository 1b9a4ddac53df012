import { isUtf8 } from 'node:buffer';
import { type DeviceExchange, MAX_SHOWN_PAYLOAD } from '@signalbox/contract/device-exchange';

/** A payload as people may see it. */
export type ShownPayload = Pick<DeviceExchange, 'format' | 'payload' | 'isCut' | 'size'>;

const HIDDEN = '***';
/** What is in names whose values nobody may see. */
const SECRET_NAME = /passw(?:or)?d|passphrase|secret|token|credential|private[_ -]?key|api[_ -]?key|psk/gi;
const NAME_CHARACTER = /[\w.-]/;
/** Characters of a name behind what makes it secret, and spaces around its colon. */
const MAX_REST = 64;
const MAX_SPACES = 16;
const PRIVATE_KEY = /-----BEGIN (?:[A-Z]{1,12} ){0,2}PRIVATE KEY-----/g;
const END = /-----END (?:[A-Z]{1,12} ){0,2}PRIVATE KEY-----/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
/** Longer payloads are cut before they are searched for secrets; bytes. */
const MAX_SEARCHED = 16_384;

/** Where the value begins that belongs to a name that ends at or behind `at`; undefined when it is no name. */
function valueAt(text: string, at: number): number | undefined {
  let position = at;
  while (position < at + MAX_REST && NAME_CHARACTER.test(text[position] ?? '')) position++;
  if (text[position] === '"' || text[position] === "'") position++;
  position = behindSpaces(text, position);
  if (text[position] !== ':' && text[position] !== '=') return undefined;
  return behindSpaces(text, position + 1);
}

function behindSpaces(text: string, at: number): number {
  let position = at;
  while (position < at + MAX_SPACES && /\s/.test(text[position] ?? '')) position++;
  return position;
}

/** Where a text in quotation marks ends that begins at `at`. */
function endOfText(text: string, at: number): number {
  for (let position = at + 1; position < text.length; position++) {
    if (text[position] === '\\') position++;
    else if (text[position] === '"') return position + 1;
  }
  return text.length;
}

/** Where a value of JSON, or one without quotation marks, ends that begins at `at`. */
function endOfValue(text: string, at: number): number {
  if (text[at] === '"') return endOfText(text, at);
  let depth = 0;
  for (let position = at; position < text.length; position++) {
    const character = text[position] as string;
    if (character === '"') position = endOfText(text, position) - 1;
    else if (character === '{' || character === '[') depth++;
    else if (depth > 0 && (character === '}' || character === ']')) {
      if (--depth === 0) return position + 1;
    } else if (depth === 0 && /[\s,;&}\]]/.test(character)) return position;
  }
  return text.length;
}

function withoutPrivateKeys(text: string): string {
  let shown = '';
  let from = 0;
  PRIVATE_KEY.lastIndex = 0;
  for (let begin = PRIVATE_KEY.exec(text); begin; begin = PRIVATE_KEY.exec(text)) {
    END.lastIndex = begin.index;
    const end = END.exec(text);
    shown += text.slice(from, begin.index) + HIDDEN;
    from = end ? END.lastIndex : text.length;
    PRIVATE_KEY.lastIndex = from;
  }
  return shown + text.slice(from);
}

/** The text without the values of what looks like a secret. It is read once, whatever is in it. */
export function withoutSecrets(given: string): string {
  const text = withoutPrivateKeys(given);
  const isJson = /^\s*[[{]/.test(text);
  let shown = '';
  let from = 0;
  SECRET_NAME.lastIndex = 0;
  for (let name = SECRET_NAME.exec(text); name; name = SECRET_NAME.exec(text)) {
    const begin = valueAt(text, SECRET_NAME.lastIndex);
    if (begin === undefined) continue;
    shown += text.slice(from, begin) + (isJson ? `"${HIDDEN}"` : HIDDEN);
    from = endOfValue(text, begin);
    SECRET_NAME.lastIndex = from;
  }
  return shown + text.slice(from);
}

/** A payload for people: JSON or text where it is that, else hex, its beginning only, without secrets. */
export function shownPayload(payload: string | Buffer): ShownPayload {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const size = bytes.length;
  if (size === 0) return { format: 'NONE', payload: '', isCut: false, size };
  const text = isUtf8(bytes) ? bytes.toString('utf8', 0, MAX_SEARCHED) : undefined;
  if (text === undefined || CONTROL.test(text)) {
    const hex = bytes.toString('hex', 0, MAX_SHOWN_PAYLOAD / 2);
    return { format: 'HEX', payload: hex, isCut: size > MAX_SHOWN_PAYLOAD / 2, size };
  }
  const shown = withoutSecrets(text);
  return {
    format: /^\s*[[{]/.test(shown) ? 'JSON' : 'TEXT',
    payload: shown.slice(0, MAX_SHOWN_PAYLOAD),
    isCut: size > MAX_SEARCHED || shown.length > MAX_SHOWN_PAYLOAD,
    size,
  };
}

/** A payload of which nobody may see anything. */
export function hiddenPayload(payload: string | Buffer): ShownPayload {
  const size = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length;
  return size === 0 ? shownPayload('') : { format: 'TEXT', payload: HIDDEN, isCut: false, size };
}

/** A part of an address as it is meant: a letter may be written as its number. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A path whose segment behind `v1` is an access token, in whatever spelling. */
export function withoutToken(path: string, token: string): string {
  if (token === '') return path;
  const plain = path.split(token).join(HIDDEN).split(encodeURIComponent(token)).join(HIDDEN);
  return plain.replace(/[^/?&=]+/g, (part) => (decodedPart(part) === token ? HIDDEN : part));
}

/** Bytes in which every occurrence of an access token is replaced by as many asterisks. */
export function withoutTokenIn(payload: Buffer, token: string): Buffer {
  if (token === '' || !payload.includes(token)) return payload;
  const bytes = Buffer.from(payload);
  const length = Buffer.byteLength(token);
  for (let at = bytes.indexOf(token); at !== -1; at = bytes.indexOf(token, at + length))
    bytes.fill('*', at, at + length);
  return bytes;
}
