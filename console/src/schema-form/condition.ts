import { type Expression, parseExpression } from './condition-parser.ts';

type Names = Readonly<Record<string, unknown>>;

/** What may be called: methods that only look, and take no functions. */
const METHODS: Readonly<Record<'string' | 'list', readonly string[]>> = {
  string: ['includes', 'startsWith', 'endsWith', 'indexOf', 'toLowerCase', 'toUpperCase', 'trim'],
  list: ['includes', 'indexOf', 'join'],
};

/** A member that the value has itself; nothing that comes from what all values share. */
function memberOf(value: unknown, name: unknown, isOptional: boolean): unknown {
  if (value === null || value === undefined) {
    if (isOptional) return undefined;
    throw new TypeError(`Nothing has the member ${String(name)}`);
  }
  const key = typeof name === 'number' ? String(name) : name;
  if (typeof key !== 'string') throw new TypeError('This is no name of a member');
  return Object.hasOwn(Object(value) as object, key) ? (value as Record<string, unknown>)[key] : undefined;
}

function called(value: unknown, method: string, args: readonly unknown[], isOptional: boolean): unknown {
  if (isOptional && (value === null || value === undefined)) return undefined;
  const allowed = typeof value === 'string' ? METHODS.string : Array.isArray(value) ? METHODS.list : [];
  if (!allowed.includes(method)) throw new TypeError(`${method} cannot be called`);
  const own = (typeof value === 'string' ? String.prototype : Array.prototype) as unknown as Record<
    string,
    (...given: readonly unknown[]) => unknown
  >;
  return own[method]?.apply(value, [...args]);
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

/** Values as signs take them: a list or an object is never made a text or a number. */
function plain(value: unknown): string | number {
  if (!isPlain(value)) throw new TypeError('This is no plain value');
  return value as string | number;
}

const SIGNS: Readonly<Record<string, (left: unknown, right: unknown) => unknown>> = {
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  // biome-ignore lint/suspicious/noDoubleEquals: that is what the condition says
  '==': (left, right) => (isPlain(left) && isPlain(right) ? left == right : left === right),
  // biome-ignore lint/suspicious/noDoubleEquals: that is what the condition says
  '!=': (left, right) => (isPlain(left) && isPlain(right) ? left != right : left !== right),
  '<': (left, right) => plain(left) < plain(right),
  '>': (left, right) => plain(left) > plain(right),
  '<=': (left, right) => plain(left) <= plain(right),
  '>=': (left, right) => plain(left) >= plain(right),
  '+': (left, right) => (plain(left) as number) + (plain(right) as number),
  '-': (left, right) => Number(plain(left)) - Number(plain(right)),
  '*': (left, right) => Number(plain(left)) * Number(plain(right)),
  '/': (left, right) => Number(plain(left)) / Number(plain(right)),
  '%': (left, right) => Number(plain(left)) % Number(plain(right)),
  in: (left, right) => typeof right === 'object' && right !== null && Object.hasOwn(right, plain(left)),
};

const UNARY: Readonly<Record<string, (value: unknown) => unknown>> = {
  '!': (value) => !value,
  '-': (value) => -Number(plain(value)),
  '+': (value) => Number(plain(value)),
  typeof: (value) => typeof value,
};

function worth(expression: Expression, names: Names): unknown {
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'name':
      if (!Object.hasOwn(names, expression.name)) throw new ReferenceError(`${expression.name} is not known`);
      return names[expression.name];
    case 'list':
      return expression.items.map((item) => worth(item, names));
    case 'member':
      return memberOf(worth(expression.of, names), worth(expression.name, names), expression.isOptional);
    case 'call': {
      const of = worth(expression.of, names);
      return called(
        of,
        expression.method,
        expression.args.map((argument) => worth(argument, names)),
        expression.isOptional,
      );
    }
    case 'unary':
      return UNARY[expression.sign]?.(worth(expression.of, names));
    case 'choice':
      return worth(worth(expression.condition, names) ? expression.then : expression.otherwise, names);
    case 'binary': {
      const { sign, right } = expression;
      const left = worth(expression.left, names);
      if (sign === '&&') return left && worth(right, names);
      if (sign === '||') return left || worth(right, names);
      if (sign === '??') return left ?? worth(right, names);
      return SIGNS[sign]?.(left, worth(right, names));
    }
  }
}

/** Text of a condition → what it was read as; null when it cannot be. */
const read = new Map<string, Expression | null>();
const MAX_READ = 2000;

function readCondition(text: string): Expression | null {
  const known = read.get(text);
  if (known !== undefined) return known;
  let expression: Expression | null = null;
  try {
    expression = parseExpression(text);
  } catch {
    // Said by what it does: the field is there.
  }
  if (read.size >= MAX_READ) read.clear();
  read.set(text, expression);
  return expression;
}

/**
 * Whether a field is there: while its condition, JavaScript over `model`, is true. It comes from whoever made the type of
 * the widget, so it is never run as a script: only what the parser knows is worked out, on the settings alone. A field
 * whose condition cannot be read, or fails, is there.
 *
 * @param index place in the list that the field is in
 */
export function isTrue(condition: string, model: unknown, index?: number): boolean {
  const expression = readCondition(condition);
  if (!expression) return true;
  try {
    return Boolean(worth(expression, { model, index, arrayIndex: index }));
  } catch {
    return true;
  }
}
