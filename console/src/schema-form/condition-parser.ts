/** An expression that was read: what it is made of. */
export type Expression =
  | { kind: 'value'; value: unknown }
  | { kind: 'name'; name: string }
  | { kind: 'list'; items: Expression[] }
  | { kind: 'member'; of: Expression; name: Expression; isOptional: boolean }
  | { kind: 'call'; of: Expression; method: string; args: Expression[]; isOptional: boolean }
  | { kind: 'unary'; sign: string; of: Expression }
  | { kind: 'binary'; sign: string; left: Expression; right: Expression }
  | { kind: 'choice'; condition: Expression; then: Expression; otherwise: Expression };

type Token = { kind: 'value'; value: string | number } | { kind: 'name' | 'sign'; text: string };

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([A-Za-z_$][\w$]*)|(===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.|[<>!+\-*/%?:.,()[\]]))/y;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const unescaped = (text: string) => text.replace(/\\(.)/gs, (_all, letter: string) => ESCAPES[letter] ?? letter);

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const source = text
    .trim()
    .replace(/(?<!;);+$/, '')
    .trimEnd();
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(source);
    if (!found) throw new SyntaxError(`Unknown sign at ${at + 1}`);
    const [, number, single, double, name, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'value', value: Number(number) });
    else if (single !== undefined || double !== undefined)
      tokens.push({ kind: 'value', value: unescaped(single ?? double ?? '') });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
  }
  return tokens;
}

/** Signs between two expressions, by how closely they bind, the loosest first. */
const BINARY: readonly (readonly string[])[] = [
  ['||', '??'],
  ['&&'],
  ['==', '!=', '===', '!=='],
  ['<', '>', '<=', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];
const UNARY: readonly string[] = ['!', '-', '+', 'typeof'];
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, undefined };

/** How deep expressions may stand in each other. */
const MAX_DEPTH = 50;

/**
 * Reads a JavaScript expression of names, members, values, comparisons, logic, arithmetic and calls of methods.
 *
 * @throws SyntaxError for anything else
 */
export function parseExpression(text: string): Expression {
  const tokens = tokensOf(text);
  let at = 0;
  let depth = 0;

  const wordAt = (): string | undefined => {
    const token = tokens[at];
    return token && token.kind !== 'value' ? token.text : undefined;
  };
  const takes = (word: string): boolean => {
    if (wordAt() !== word) return false;
    at++;
    return true;
  };
  function expect(word: string): void {
    if (!takes(word)) throw new SyntaxError(`${word} is missing`);
  }

  function listUntil(end: string): Expression[] {
    const items: Expression[] = [];
    while (!takes(end)) {
      items.push(whole());
      if (wordAt() !== end) expect(',');
    }
    return items;
  }

  function whole(): Expression {
    if (++depth > MAX_DEPTH) throw new SyntaxError('Too deep');
    const condition = binary(0);
    let read = condition;
    if (takes('?')) {
      const then = whole();
      expect(':');
      read = { kind: 'choice', condition, then, otherwise: whole() };
    }
    depth--;
    return read;
  }

  function binary(level: number): Expression {
    const signs = BINARY[level];
    if (!signs) return unary();
    let left = binary(level + 1);
    for (let sign = wordAt(); sign !== undefined && signs.includes(sign); sign = wordAt()) {
      at++;
      left = { kind: 'binary', sign, left, right: binary(level + 1) };
    }
    return left;
  }

  function unary(): Expression {
    const sign = wordAt();
    if (sign === undefined || !UNARY.includes(sign)) return withMembers(single());
    if (++depth > MAX_DEPTH) throw new SyntaxError('Too deep');
    at++;
    const of = unary();
    depth--;
    return { kind: 'unary', sign, of };
  }

  function withMembers(start: Expression): Expression {
    let read = start;
    for (;;) {
      const isOptional = takes('?.');
      if (takes('[')) {
        const name = whole();
        expect(']');
        read = { kind: 'member', of: read, name, isOptional };
      } else if (isOptional || takes('.')) {
        const token = tokens[at++];
        if (token?.kind !== 'name') throw new SyntaxError('A name is missing');
        if (takes('(')) read = { kind: 'call', of: read, method: token.text, args: listUntil(')'), isOptional };
        else read = { kind: 'member', of: read, name: { kind: 'value', value: token.text }, isOptional };
      } else return read;
    }
  }

  function single(): Expression {
    const token = tokens[at++];
    if (!token) throw new SyntaxError('The expression ends too early');
    if (token.kind === 'value') return token;
    if (token.kind === 'name') {
      return Object.hasOwn(WORDS, token.text)
        ? { kind: 'value', value: WORDS[token.text] }
        : { kind: 'name', name: token.text };
    }
    if (token.text === '(') {
      const inner = whole();
      expect(')');
      return inner;
    }
    if (token.text === '[') return { kind: 'list', items: listUntil(']') };
    throw new SyntaxError(`${token.text} stands where a value should`);
  }

  const read = whole();
  if (at < tokens.length) throw new SyntaxError('The expression goes on after its end');
  return read;
}
