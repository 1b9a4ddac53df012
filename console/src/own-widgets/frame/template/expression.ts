/** What a template's expressions see: members of the component, and what the template itself names. */
export interface Scope {
  component: Record<string, unknown>;
  locals: Record<string, unknown>;
  pipe: (name: string, value: unknown, args: readonly unknown[]) => unknown;
}

/** A scope with more names, within a part of a template. */
export function innerScope(scope: Scope, names: Record<string, unknown>): Scope {
  return { ...scope, locals: Object.assign(Object.create(scope.locals) as Record<string, unknown>, names) };
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The place behind a quoted text that begins at a place. */
function behindQuote(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== text[from]) at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The place of the bracket that closes the one at a place; the end where there is none. */
function closingOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string;
    if (isQuote(sign)) at = behindQuote(text, at) - 1;
    else if (sign in CLOSING) depth++;
    else if (')]}'.includes(sign) && --depth === 0) return at;
  }
  return text.length;
}

const isQuote = (sign: string) => sign === '"' || sign === "'" || sign === '`';

/** Parts between signs outside of quotes and brackets; `isSign` is called with each place there, in order. */
function splitTop(text: string, isSign: (text: string, at: number) => boolean): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (isQuote(sign)) at = behindQuote(text, at) - 1;
    else if (sign in CLOSING) at = closingOf(text, at);
    else if (isSign(text, at)) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

const isPipe = (text: string, at: number) => text[at] === '|' && text[at - 1] !== '|' && text[at + 1] !== '|';
const isComma = (text: string, at: number) => text[at] === ',';
/** `a ? b : c`, and neither `a?.b` nor `a ?? b`. */
const isQuestion = (text: string, at: number) =>
  text[at] === '?' && text[at - 1] !== '?' && text[at + 1] !== '?' && !/^\?\.\D/.test(text.slice(at, at + 3));
/** Colons before arguments of a pipe, and not those that belong to a choice within one. */
const argumentColons = () => {
  let choices = 0;
  return (text: string, at: number) => {
    if (isQuestion(text, at)) choices++;
    return text[at] === ':' && --choices < 0 && ++choices === 0;
  };
};
export const splitStatements = (text: string) =>
  splitTop(text, (all, at) => all[at] === ';').filter((part) => part.trim());

/** `obj!.name` says to compilers that there is something; it means `obj.name`. */
const isAssertion = (text: string, at: number) =>
  text[at] === '!' && text[at + 1] !== '=' && /[\w$)\]]/.test(text[at - 1] ?? '');

/** The same with what stands in brackets as JavaScript. */
function withinBrackets(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (isQuote(sign)) {
      const end = behindQuote(text, at);
      result += text.slice(at, end);
      at = end - 1;
    } else if (sign in CLOSING) {
      const end = closingOf(text, at);
      const parts = splitTop(text.slice(at + 1, end), isComma).map((part) => {
        // The name of a member.
        const name = sign === '{' ? (/^\s*(?:[\w$]+|'[^']*'|"[^"]*")\s*:/.exec(part)?.[0] ?? '') : '';
        return name + withoutPipes(part.slice(name.length));
      });
      result += sign + parts.join(',') + (text[end] ?? '');
      at = end;
    } else if (!isAssertion(text, at)) result += sign;
  }
  return result;
}

/** Expression as it is written → as JavaScript has it. */
const translated = new Map<string, string>();

/** An expression of Angular as one of JavaScript: pipes become calls, also those within brackets. */
export function withoutPipes(text: string): string {
  let known = translated.get(text);
  if (known === undefined) {
    const [value = '', ...pipes] = splitTop(withinBrackets(text), isPipe);
    known = pipes.length > 0 ? piped(value, pipes) : value;
    translated.set(text, known);
  }
  return known;
}

function piped(value: string, pipes: readonly string[]): string {
  // Of a choice, only what it is otherwise goes through the pipes behind it.
  const isChoice = splitTop(value, isQuestion).length > 1;
  const otherwise = isChoice ? (splitTop(value, (text, at) => text[at] === ':').at(-1) ?? '') : value;
  const before = value.slice(0, value.length - otherwise.length);
  return (
    before +
    pipes.reduce((inner, pipe) => {
      const [name = '', ...args] = splitTop(pipe, argumentColons());
      return `$pipe(${JSON.stringify(name.trim())}, ${inner}, [${args.join(', ')}])`;
    }, otherwise)
  );
}

const compiled = new Map<string, (scope: object) => unknown>();

function compile(code: string): (scope: object) => unknown {
  let known = compiled.get(code);
  if (!known) {
    known = new Function('$names', `with ($names) { ${code} }`) as (scope: object) => unknown;
    compiled.set(code, known);
  }
  return known;
}

/** Names that are no one's: a template sees nothing of the window. */
function namesOf(scope: Scope): object {
  const { component, locals } = scope;
  const ownPipe = (name: string, value: unknown, args: unknown[]) => scope.pipe(name, value, args);
  return new Proxy(
    {},
    {
      has: (_, name) => typeof name === 'string' && name !== 'undefined',
      get(_, name) {
        if (name === '$pipe') return ownPipe;
        if (name === 'this') return component;
        if (typeof name !== 'string') return undefined;
        if (name in locals) return locals[name];
        const value = component[name];
        return typeof value === 'function' ? value.bind(component) : value;
      },
      set(_, name, value) {
        if (typeof name !== 'string') return false;
        if (name in locals) locals[name] = value;
        else component[name] = value;
        return true;
      },
    },
  );
}

/** @throws SyntaxError when the template says nothing that can be read */
export function checkExpression(text: string): void {
  if (text.trim()) compile(`return (${withoutPipes(text)});`);
}

/** The value of an expression; undefined where something on the way to it is missing, as long as nothing is there yet. */
export function evaluate(text: string, scope: Scope): unknown {
  if (!text.trim()) return undefined;
  return compile(`return (${withoutPipes(text)});`)(namesOf(scope));
}

/** Runs the statements of an event; the last one's value says whether the event goes on. */
export function execute(text: string, scope: Scope): unknown {
  let result: unknown;
  for (const statement of splitStatements(text))
    result = compile(`return (${withoutPipes(statement.trim())});`)(namesOf(scope));
  return result;
}

/** Puts a value where an expression stands, as `[(ngModel)]` does. */
export function assign(text: string, value: unknown, scope: Scope): void {
  compile(`${withoutPipes(text)} = $value;`)(namesOf(innerScope(scope, { $value: value })));
}
