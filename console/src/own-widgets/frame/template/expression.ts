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

/** The places of a sign outside of quotes and brackets, where `isSign` says so. */
function splitTop(text: string, isSign: (text: string, at: number) => boolean): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (quote) {
      if (sign === '\\') at++;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'" || sign === '`') quote = sign;
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
    else if (depth === 0 && isSign(text, at)) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

const isPipe = (text: string, at: number) => text[at] === '|' && text[at - 1] !== '|' && text[at + 1] !== '|';
const isColon = (text: string, at: number) => text[at] === ':';
export const splitStatements = (text: string) =>
  splitTop(text, (all, at) => all[at] === ';').filter((part) => part.trim());

/** An expression of Angular as one of JavaScript: pipes become calls, also those within brackets. */
export function withoutPipes(text: string): string {
  const inner = text.replace(/\(([^()'"`]*\|[^()]*)\)/g, (whole, inside: string) =>
    splitTop(inside, isPipe).length > 1 ? `(${withoutPipes(inside)})` : whole,
  );
  const [value = '', ...pipes] = splitTop(inner, isPipe);
  return pipes.reduce((before, pipe) => {
    const [name = '', ...args] = splitTop(pipe, isColon);
    return `$pipe(${JSON.stringify(name.trim())}, ${before}, [${args.join(', ')}])`;
  }, value);
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
  for (const statement of splitStatements(text)) result = compile(`return (${statement.trim()});`)(namesOf(scope));
  return result;
}

/** Puts a value where an expression stands, as `[(ngModel)]` does. */
export function assign(text: string, value: unknown, scope: Scope): void {
  compile(`${text} = $value;`)(namesOf(innerScope(scope, { $value: value })));
}
