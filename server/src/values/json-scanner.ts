/** A malformed payload; the message names the error and its position. */
export class PayloadError extends Error {
  override readonly name: string = 'PayloadError';
}

/** Deeper nesting is refused instead of risking the stack. */
const MAX_DEPTH = 64;
const MAX_EXACT = 2 ** 53;
/** 10^n for n = 0..22, all exact as doubles. */
const POWERS_OF_TEN = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Some tools put it before the text. */
const BYTE_ORDER_MARK = 0xfeff;
const QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const COLON = 0x3a;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const HASH = 0x23;
const SLASH = 0x2f;
const ASTERISK = 0x2a;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

const ESCAPES: Record<string, string> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export type TokenKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null' | 'bare';

/**
 * Reads JSON text token by token and keeps what JSON.parse discards: how a number was written (`42.0` or `42`, digits
 * beyond 2^53) and the exact text of nested values. When `lenient`, bare words and single quotes are read as text,
 * since shells eat the quotes of `{"temperature":25}` and devices rely on it; comments (to the end of the line after `//`
 * and `#`, and between `/*` and its end) are skipped, `=` and `=>` stand for a colon, `;` for a comma.
 */
export class JsonScanner {
  readonly text: string;
  position = 0;
  private readonly lenient: boolean;

  /** The last number read: value, when `exact`; bounds of its text; whether it was written with `.` or an exponent. */
  numberValue = 0;
  numberExact = true;
  numberStart = 0;
  hasDot = false;
  hasExponent = false;

  constructor(text: string, lenient: boolean) {
    this.text = text;
    this.lenient = lenient;
    if (lenient && text.charCodeAt(0) === BYTE_ORDER_MARK) this.position = 1;
  }

  fail(what: string): never {
    throw new PayloadError(`Invalid JSON at position ${this.position}: ${what}`);
  }

  /** Character code of the next character that is not white space; NaN at the end. Does not consume it. */
  peek(): number {
    const text = this.text;
    for (;;) {
      const code = text.charCodeAt(this.position);
      if (code === 0x20 || code === LINE_FEED || code === CARRIAGE_RETURN || code === 0x09) this.position++;
      else if ((code !== SLASH && code !== HASH) || !this.lenient || !this.skipComment(code)) return code;
    }
  }

  /** Consumes the comment that begins with `code`; false when it is none. */
  private skipComment(code: number): boolean {
    const text = this.text;
    const next = text.charCodeAt(this.position + 1);
    if (code === SLASH && next === ASTERISK) {
      const end = text.indexOf('*/', this.position + 2);
      if (end < 0) this.fail('a comment does not end');
      this.position = end + 2;
      return true;
    }
    if (code === SLASH && next !== SLASH) return false;
    let at = this.position + 1;
    for (let one = next; !Number.isNaN(one) && one !== LINE_FEED && one !== CARRIAGE_RETURN; ) {
      one = text.charCodeAt(++at);
    }
    this.position = at;
    return true;
  }

  private isComma(code: number): boolean {
    return code === COMMA || (code === SEMICOLON && this.lenient);
  }

  /** Consumes what is between the name of a member and its value. */
  private colon(): void {
    const code = this.peek();
    if (code !== COLON && !(code === EQUALS && this.lenient)) this.fail('expected ":"');
    this.position++;
    if (code === EQUALS && this.text.charCodeAt(this.position) === GREATER) this.position++;
  }

  /**
   * The kind of the value that starts here. Numbers (numberValue and the like), booleans and null are consumed;
   * objects, arrays, strings and bare words are not.
   */
  kind(): TokenKind {
    const code = this.peek();
    if (code === QUOTE) return 'string';
    if (code === OPEN_BRACE) return 'object';
    if (code === OPEN_BRACKET) return 'array';
    if ((code >= ZERO && code <= NINE) || code === MINUS) return this.readNumber() ? 'number' : this.bare();
    if (code === SINGLE_QUOTE && this.lenient) return 'string';
    if (Number.isNaN(code)) this.fail('the text ends too early');
    if (this.word('true')) return 'true';
    if (this.word('false')) return 'false';
    if (this.word('null')) return 'null';
    return this.bare();
  }

  private bare(): TokenKind {
    if (!this.lenient || !isBare(this.text.charCodeAt(this.position))) {
      this.fail(`unexpected "${this.text.charAt(this.position)}"`);
    }
    return 'bare';
  }

  /** Consumes `word` if it is the next whole word. */
  private word(word: string): boolean {
    const end = this.position + word.length;
    if (!this.text.startsWith(word, this.position)) {
      // As Python writes them.
      if (!this.lenient || this.text.slice(this.position, end).toLowerCase() !== word) return false;
    }
    if (isBare(this.text.charCodeAt(end))) return false;
    this.position = end;
    return true;
  }

  /** Whether an object starts here; consumes nothing. */
  startsObject(): boolean {
    return this.peek() === OPEN_BRACE;
  }

  /** Consumes the opening brace; afterwards call `nextKey` until it is undefined. */
  openObject(): void {
    if (this.peek() !== OPEN_BRACE) this.fail('expected "{"');
    this.position++;
  }

  /** Name of the next member, its colon consumed; undefined when the object ends. `first`: no comma before it. */
  nextKey(first: boolean): string | undefined {
    let code = this.peek();
    if (code === CLOSE_BRACE) {
      this.position++;
      return undefined;
    }
    if (!first) {
      if (!this.isComma(code)) this.fail('expected "," or "}"');
      this.position++;
      code = this.peek();
    }
    let key: string;
    if (code === QUOTE || (code === SINGLE_QUOTE && this.lenient)) key = this.readString();
    else if (this.lenient && isBare(code)) key = this.readBare();
    else return this.fail('expected the name of a member');
    if (!key.isWellFormed()) this.fail('half of a surrogate pair is not supported in a name');
    this.colon();
    return key;
  }

  openArray(): void {
    if (this.peek() !== OPEN_BRACKET) this.fail('expected "["');
    this.position++;
  }

  /** Whether another element follows; consumes the comma or the closing bracket. */
  nextElement(first: boolean): boolean {
    const code = this.peek();
    if (code === CLOSE_BRACKET) {
      this.position++;
      return false;
    }
    if (first) return true;
    if (!this.isComma(code)) this.fail('expected "," or "]"');
    this.position++;
    return true;
  }

  end(): void {
    if (!Number.isNaN(this.peek())) this.fail('text after the value');
  }

  /** Reads a quoted string. */
  readString(): string {
    const text = this.text;
    const quote = text.charCodeAt(this.position);
    const start = this.position + 1;
    for (let at = start; ; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.position = at + 1;
        return text.slice(start, at);
      }
      if (code === BACKSLASH) return this.readEscaped(start, at, quote);
      if (code < 0x20 && (code === 0 || !this.lenient)) {
        this.position = at;
        this.fail('control character in a text');
      }
      if (Number.isNaN(code)) this.fail('a text does not end');
    }
  }

  private readEscaped(start: number, firstEscape: number, quote: number): string {
    const text = this.text;
    let result = text.slice(start, firstEscape);
    let from = firstEscape;
    for (let at = firstEscape; ; at++) {
      const code = text.charCodeAt(at);
      if (Number.isNaN(code)) this.fail('a text does not end');
      if (code === quote) {
        this.position = at + 1;
        return result + text.slice(from, at);
      }
      if (code !== BACKSLASH) {
        if (code < 0x20 && (code === 0 || !this.lenient)) this.fail('control character in a text');
        continue;
      }
      result += text.slice(from, at);
      const letter = text.charAt(at + 1);
      if (letter === 'u') {
        const hex = text.slice(at + 2, at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(hex)) this.fail('a broken \\u escape');
        // PostgreSQL cannot store it in text.
        if (hex === '0000') this.fail('the character U+0000 is not supported');
        result += String.fromCharCode(Number.parseInt(hex, 16));
        at += 5;
      } else {
        const escaped = ESCAPES[letter];
        if (escaped === undefined || (letter === "'" && !this.lenient)) this.fail('an unknown escape');
        result += escaped;
        at += 1;
      }
      from = at + 1;
    }
  }

  /** Reads a bare word up to the next punctuation. */
  readBare(): string {
    const start = this.position;
    while (isBare(this.text.charCodeAt(this.position))) this.position++;
    return this.text.slice(start, this.position);
  }

  /** Text of the last number read. */
  numberText(): string {
    return this.text.slice(this.numberStart, this.position);
  }

  /**
   * Reads a JSON number; false, with nothing consumed, when the text is not a number, such as `007` or `12abc`. Up to
   * 15 digits are converted on the way: digits and power of ten are exact, so one division rounds correctly.
   */
  private readNumber(): boolean {
    const text = this.text;
    const start = this.position;
    let at = start;
    let code = text.charCodeAt(at);
    const negative = code === MINUS;
    if (negative) code = text.charCodeAt(++at);
    const firstDigit = at;
    let mantissa = 0;
    while (code >= ZERO && code <= NINE) {
      mantissa = mantissa * 10 + (code - ZERO);
      code = text.charCodeAt(++at);
    }
    let digits = at - firstDigit;
    if (digits === 0 || (digits > 1 && text.charCodeAt(firstDigit) === ZERO)) return false;
    let decimals = 0;
    this.hasDot = code === DOT;
    if (this.hasDot) {
      code = text.charCodeAt(++at);
      const firstDecimal = at;
      while (code >= ZERO && code <= NINE) {
        mantissa = mantissa * 10 + (code - ZERO);
        code = text.charCodeAt(++at);
      }
      decimals = at - firstDecimal;
      digits += decimals;
      if (decimals === 0) return false;
    }
    this.hasExponent = code === 0x65 || code === 0x45;
    if (this.hasExponent) {
      code = text.charCodeAt(++at);
      if (code === 0x2b || code === MINUS) code = text.charCodeAt(++at);
      const firstExponent = at;
      while (code >= ZERO && code <= NINE) code = text.charCodeAt(++at);
      if (at === firstExponent) return false;
    }
    if (isBare(code)) return false;
    this.numberStart = start;
    this.position = at;
    this.numberExact = digits <= 15 && !this.hasExponent && mantissa < MAX_EXACT;
    if (this.numberExact) {
      const value = decimals === 0 ? mantissa : mantissa / (POWERS_OF_TEN[decimals] as number);
      this.numberValue = negative ? -value : value;
    }
    return true;
  }

  /**
   * Reads any value and returns its compact text; numbers keep their digits.
   * `dropNulls` omits null members of objects.
   */
  compact(dropNulls: boolean, depth = 0): string {
    if (depth > MAX_DEPTH) this.fail(`nested deeper than ${MAX_DEPTH} levels`);
    const kind = this.kind();
    switch (kind) {
      case 'number':
        return this.numberText();
      case 'string':
        return JSON.stringify(this.readString());
      case 'bare':
        return JSON.stringify(this.readBare());
      case 'array': {
        this.openArray();
        const elements: string[] = [];
        while (this.nextElement(elements.length === 0)) elements.push(this.compact(dropNulls, depth + 1));
        return `[${elements.join(',')}]`;
      }
      case 'object': {
        this.openObject();
        /** name → compact text; the last of equal names wins */
        const members = new Map<string, string>();
        for (let key = this.nextKey(true); key !== undefined; key = this.nextKey(false)) {
          members.set(key, this.compact(dropNulls, depth + 1));
        }
        const parts: string[] = [];
        for (const [key, value] of members) {
          if (!(dropNulls && value === 'null')) parts.push(`${JSON.stringify(key)}:${value}`);
        }
        return `{${parts.join(',')}}`;
      }
      default:
        return kind;
    }
  }
}

/**
 * Whether a character can be part of a bare word: not white space, JSON punctuation, a quote or the end of the text.
 */
function isBare(code: number): boolean {
  if (!(code > 0x20) || code === COMMA || code === COLON || code === QUOTE || code === SINGLE_QUOTE) return false;
  if (code === OPEN_BRACE || code === CLOSE_BRACE || code === OPEN_BRACKET || code === CLOSE_BRACKET) return false;
  // ; = / \ # as lenient JSON readers treat them: never part of a word
  return code !== SEMICOLON && code !== EQUALS && code !== SLASH && code !== BACKSLASH && code !== HASH;
}

/**
 * The text of any value as devices write it, as JSON.
 * @throws PayloadError
 */
export function lenientJson(text: string): string {
  const scanner = new JsonScanner(text, true);
  const json = scanner.compact(false);
  scanner.end();
  return json;
}
