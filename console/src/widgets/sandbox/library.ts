import type * as acorn from 'acorn';
import { checkSubject, createPattern } from './safe-pattern.ts';
import { ScriptError } from './script-error.ts';

/** What one run may still use. */
export interface Steps {
  left: number;
  depth: number;
}

export interface Scope {
  names: Map<string, { value: unknown; fixed?: boolean }>;
  parent?: Scope | undefined;
}

/** A function written in a script. */
export class ScriptFunction {
  readonly node: acorn.Function | acorn.ArrowFunctionExpression;
  readonly scope: Scope;
  constructor(node: acorn.Function | acorn.ArrowFunctionExpression, scope: Scope) {
    this.node = node;
    this.scope = scope;
  }
}

export type Call = (callee: unknown, self: unknown, args: readonly unknown[]) => unknown;
type Run = (self: unknown, args: readonly unknown[]) => unknown;

/** A function of the library. Scripts hold it, never a function of the browser. */
export class Native {
  readonly run: Run;
  readonly members: Readonly<Record<string, unknown>>;
  readonly construct: ((args: readonly unknown[]) => unknown) | undefined;
  readonly recognises: ((value: unknown) => boolean) | undefined;
  constructor(
    run: Run,
    more: {
      members?: Readonly<Record<string, unknown>>;
      construct?: (args: readonly unknown[]) => unknown;
      recognises?: (value: unknown) => boolean;
    } = {},
  ) {
    this.run = run;
    this.members = more.members ?? {};
    this.construct = more.construct;
    this.recognises = more.recognises;
  }
}

export function isCallable(value: unknown): value is Native | ScriptFunction {
  return value instanceof Native || value instanceof ScriptFunction;
}

const MAX_LENGTH = 100_000;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

const STRING_METHODS = new Set(
  `at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare match padEnd padStart repeat
   replace replaceAll search slice split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase
   toString toUpperCase trim trimEnd trimStart valueOf`.split(/\s+/),
);
const NUMBER_METHODS = new Set('toExponential toFixed toLocaleString toPrecision toString valueOf'.split(' '));
const DATE_METHODS = new Set(
  Object.getOwnPropertyNames(Date.prototype).filter((name) => name !== 'constructor' && name !== 'toJSON'),
);
const PATTERN_METHODS = new Set(['match', 'replace', 'replaceAll', 'search', 'split']);
const REGEXP_METHODS = new Set(['test', 'exec', 'toString']);
const REGEXP_DATA = new Set(['source', 'flags', 'global', 'ignoreCase', 'multiline', 'lastIndex']);
/** Array methods whose first argument is a function, and those without one. */
const ARRAY_CALLBACKS = new Set(
  'every filter find findIndex findLast findLastIndex flatMap forEach map reduce reduceRight some sort'.split(' '),
);
const ARRAY_METHODS = new Set(
  'at concat fill flat includes indexOf join lastIndexOf pop push reverse shift slice splice toString unshift'.split(
    ' ',
  ),
);

/** Calls a method of the browser by name on a value whose kind has been checked. */
function host(self: unknown, name: string, args: readonly unknown[]): unknown {
  const method = (self as Record<string, (...values: readonly unknown[]) => unknown>)[name];
  return method?.apply(self, args as unknown[]);
}

/** The member `name` of a value, as far as scripts may see it. */
export function memberOf(value: unknown, name: string, call: Call): unknown {
  if (value === null || value === undefined) throw new ScriptError(`Cannot read "${name}" of ${String(value)}`);
  if (FORBIDDEN.has(name)) return undefined;
  if (typeof value === 'string') return stringMember(value, name, call);
  if (typeof value === 'number' || typeof value === 'boolean') {
    return NUMBER_METHODS.has(name) ? new Native((self, args) => host(self, name, args)) : undefined;
  }
  if (Array.isArray(value)) return arrayMember(value, name, call);
  if (value instanceof Date)
    return DATE_METHODS.has(name) ? new Native((self, args) => host(self, name, args)) : undefined;
  if (value instanceof RegExp) {
    if (REGEXP_DATA.has(name)) return value[name as 'source'];
    if (!REGEXP_METHODS.has(name)) return undefined;
    return new Native((self, args) => {
      if (self instanceof RegExp) checkSubject(self, String(args[0]));
      return host(self, name, args.map(String));
    });
  }
  if (isCallable(value)) return functionMember(value, name, call);
  if (typeof value !== 'object') return undefined;
  if (Object.hasOwn(value, name)) {
    const found = (value as Record<string, unknown>)[name];
    return typeof found === 'function' ? undefined : found;
  }
  if (name === 'hasOwnProperty') return new Native((self, [key]) => Object.hasOwn(self as object, String(key)));
  if (name === 'toString') return new Native(() => '[object Object]');
  return undefined;
}

function stringMember(value: string, name: string, call: Call): unknown {
  if (name === 'length') return value.length;
  if (/^\d+$/.test(name)) return value[Number(name)];
  if (!STRING_METHODS.has(name)) return undefined;
  return new Native((self, args) => {
    const subject = String(self);
    if (PATTERN_METHODS.has(name)) {
      // Text in the place of a pattern is made one by these two.
      const made = (name === 'match' || name === 'search') && typeof args[0] === 'string';
      const pattern = made ? createPattern(String(args[0]), undefined) : args[0];
      if (pattern instanceof RegExp) checkSubject(pattern, subject);
      if (made) return host(subject, name, [pattern]);
    }
    if (name === 'repeat' || name === 'padEnd' || name === 'padStart') {
      const wanted = name === 'repeat' ? subject.length * Number(args[0]) : Number(args[0]);
      if (wanted > MAX_LENGTH) throw new ScriptError('A text grows too long');
    }
    if ((name === 'replace' || name === 'replaceAll') && isCallable(args[1])) {
      const callback = args[1];
      const write = (...found: unknown[]) => String(call(callback, undefined, found));
      return host(subject, name, [args[0], write]);
    }
    return host(subject, name, args);
  });
}

function arrayMember(value: unknown[], name: string, call: Call): unknown {
  if (name === 'length') return value.length;
  if (/^\d+$/.test(name)) return value[Number(name)];
  if (ARRAY_CALLBACKS.has(name)) {
    return new Native((self, args) => {
      const [callback, ...rest] = args;
      if (callback === undefined && name === 'sort') return host(self, name, []);
      const run = (...found: unknown[]) => call(callback, undefined, found);
      return host(self, name, [run, ...rest]);
    });
  }
  if (!ARRAY_METHODS.has(name)) return undefined;
  return new Native((self, args) => {
    if ((self as unknown[]).length + args.length > MAX_LENGTH) throw new ScriptError('A list grows too long');
    return host(self, name, args);
  });
}

function functionMember(value: Native | ScriptFunction, name: string, call: Call): unknown {
  if (value instanceof Native && Object.hasOwn(value.members, name)) return value.members[name];
  if (name === 'call') return new Native((self, [that, ...args]) => call(self, that, args));
  if (name === 'apply') return new Native((self, [that, args]) => call(self, that, Array.isArray(args) ? args : []));
  return undefined;
}

/** Writes a member of an array or plain object; anything else cannot be changed by scripts. */
export function setMember(target: unknown, name: string, value: unknown): void {
  if (target === null || target === undefined) throw new ScriptError(`Cannot set "${name}" of ${String(target)}`);
  if (FORBIDDEN.has(name)) throw new ScriptError(`"${name}" cannot be set`);
  if (Array.isArray(target)) {
    if (name === 'length' || /^\d+$/.test(name)) {
      if (Number(name === 'length' ? value : name) > MAX_LENGTH) throw new ScriptError('A list grows too long');
      (target as unknown as Record<string, unknown>)[name] = value;
    }
    return;
  }
  if (target instanceof RegExp && name === 'lastIndex') {
    target.lastIndex = Number(value);
    return;
  }
  const prototype = typeof target === 'object' ? Object.getPrototypeOf(target) : undefined;
  if (prototype === Object.prototype || prototype === null) (target as Record<string, unknown>)[name] = value;
}

function functions(names: readonly string[], of: object): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, new Native((_, args) => host(of, name, args))]));
}

const MATH = {
  ...functions(
    Object.getOwnPropertyNames(Math).filter(
      (name) => typeof (Math as unknown as Record<string, unknown>)[name] === 'function',
    ),
    Math,
  ),
  PI: Math.PI,
  E: Math.E,
  LN2: Math.LN2,
  LN10: Math.LN10,
  SQRT2: Math.SQRT2,
};

const JSON_LIBRARY = {
  parse: new Native((_, [source]) => JSON.parse(String(source)) as unknown),
  stringify: new Native((_, [value, , indent]) => {
    const writable = (_key: string, item: unknown) => (isCallable(item) ? undefined : item);
    return JSON.stringify(value, writable, typeof indent === 'number' ? indent : undefined);
  }),
};

function asObject(value: unknown): Record<string, unknown> {
  if (isCallable(value)) return {};
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}

function pattern(source: unknown, flags: unknown): RegExp {
  const [text, own] = source instanceof RegExp ? [source.source, source.flags] : [String(source), undefined];
  return createPattern(text, flags === undefined ? own : String(flags));
}

/** The names that every script finds. A fresh set for each run, so that runs cannot leave anything to each other. */
export function createGlobals(call: Call): Scope {
  const names = new Map<string, { value: unknown; fixed?: boolean }>();
  const known = (name: string, value: unknown) => names.set(name, { value });
  known('Math', { ...MATH });
  known('JSON', { ...JSON_LIBRARY });
  known('NaN', Number.NaN);
  known('Infinity', Number.POSITIVE_INFINITY);
  for (const name of [
    'parseInt',
    'parseFloat',
    'isNaN',
    'isFinite',
    'encodeURIComponent',
    'decodeURIComponent',
  ] as const) {
    known(name, new Native((_, args) => host(globalThis, name, args)));
  }
  known(
    'Number',
    new Native((_, [value]) => Number(value), {
      members: {
        ...functions(['isFinite', 'isInteger', 'isNaN', 'parseFloat', 'parseInt'], Number),
        MAX_SAFE_INTEGER: Number.MAX_SAFE_INTEGER,
        MIN_SAFE_INTEGER: Number.MIN_SAFE_INTEGER,
        MAX_VALUE: Number.MAX_VALUE,
        EPSILON: Number.EPSILON,
      },
    }),
  );
  known(
    'String',
    new Native((_, [value]) => (isCallable(value) ? 'function' : String(value)), {
      members: functions(['fromCharCode'], String),
    }),
  );
  known('Boolean', new Native((_, [value]) => Boolean(value)));
  known(
    'Date',
    new Native(() => new Date().toString(), {
      construct: (args) => (args.length === 0 ? new Date() : new Date(...(args as [number]))),
      recognises: (value) => value instanceof Date,
      members: functions(['now', 'parse', 'UTC'], Date),
    }),
  );
  known(
    'RegExp',
    new Native((_, [source, flags]) => pattern(source, flags), {
      construct: ([source, flags]) => pattern(source, flags),
      recognises: (value) => value instanceof RegExp,
    }),
  );
  known(
    'Array',
    new Native((_, args) => [...args], {
      construct: (args) => (typeof args[0] === 'number' && args.length === 1 ? emptyList(args[0]) : [...args]),
      recognises: Array.isArray,
      members: {
        isArray: new Native((_, [value]) => Array.isArray(value)),
        from: new Native((_, [value, each]) => {
          const length = Number(asObject(value).length ?? 0);
          const items = typeof value === 'string' || Array.isArray(value) ? [...value] : emptyList(length);
          return each === undefined ? items : items.map((item, index) => call(each, undefined, [item, index]));
        }),
      },
    }),
  );
  known(
    'Object',
    new Native((_, [value]) => asObject(value), {
      construct: () => ({}),
      members: {
        keys: new Native((_, [value]) => Object.keys(asObject(value))),
        values: new Native((_, [value]) => Object.keys(asObject(value)).map((key) => memberOf(value, key, call))),
        entries: new Native((_, [value]) =>
          Object.keys(asObject(value)).map((key) => [key, memberOf(value, key, call)]),
        ),
        assign: new Native((_, [target, ...sources]) => {
          for (const source of sources)
            for (const [key, item] of Object.entries(asObject(source))) setMember(target, key, item);
          return target;
        }),
      },
    }),
  );
  const error = new Native((_, [message]) => ({ name: 'Error', message: String(message) }), {
    construct: ([message]) => ({ name: 'Error', message: String(message) }),
  });
  known('Error', error);
  known('TypeError', error);
  const quiet = new Native(() => undefined);
  known('console', { log: quiet, warn: quiet, error: quiet, info: quiet, debug: quiet });
  return { names };
}

function emptyList(length: number): unknown[] {
  if (!(length >= 0) || length > MAX_LENGTH) throw new ScriptError('A list grows too long');
  return Array.from({ length: Math.floor(length) });
}
