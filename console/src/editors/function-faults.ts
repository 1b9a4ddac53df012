import { type Node, type Program, parse } from 'acorn';

/** What is wrong with a function, and where; lines and columns from 1. */
export interface FunctionFault {
  line: number;
  column: number;
  /** A name that nothing has, or what the parser says. */
  what: { unknown: string } | { syntax: string };
}

/** Names that are there without being declared: those of the language, and what scripts of 3.3.2 expect beside it. */
const GLOBALS: ReadonlySet<string> = new Set(
  [
    'Array ArrayBuffer BigInt Boolean DataView Date Error EvalError Float32Array Float64Array Function Infinity Int16Array',
    'Int32Array Int8Array Intl JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set',
    'String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet',
    'arguments console decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN',
    'parseFloat parseInt undefined unescape',
    '$ clearInterval clearTimeout document jQuery moment self setInterval setTimeout tinycolor window',
  ]
    .join(' ')
    .split(' '),
);

type Members = Node & Record<string, unknown>;
const isNode = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Members of nodes that hold names of something else than variables, unless they are computed. */
const NAMES_OF_MEMBERS: Readonly<Record<string, string>> = {
  MemberExpression: 'property',
  Property: 'key',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
  LabeledStatement: 'label',
  BreakStatement: 'label',
  ContinueStatement: 'label',
  MetaProperty: 'property',
};

function childrenOf(node: Members): Members[] {
  const left = node.computed === true ? undefined : NAMES_OF_MEMBERS[node.type];
  return Object.entries(node).flatMap(([member, value]) =>
    // `{ name }` is the value as well.
    member === left && node.shorthand !== true ? [] : (Array.isArray(value) ? value : [value]).filter(isNode),
  );
}

/** Names that a pattern declares: `a`, `{ a, b: c }`, `[a, ...b]`. */
function namesIn(pattern: Members | null | undefined): string[] {
  if (!pattern) return [];
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  // A default is a value, not a name.
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left as Members);
  return childrenOf(pattern).flatMap(namesIn);
}

/** Names that are declared anywhere in the code: where they hold exactly is not looked at. */
function declaredIn(node: Members, names: Set<string>): Set<string> {
  const declare = (pattern: unknown) => {
    for (const name of isNode(pattern) ? namesIn(pattern) : []) names.add(name);
  };
  if (node.type === 'VariableDeclarator' || node.type.startsWith('Class') || node.type === 'FunctionDeclaration')
    declare(node.id);
  if (node.type === 'FunctionExpression') declare(node.id);
  if (Array.isArray(node.params)) node.params.forEach(declare);
  if (node.type === 'CatchClause') declare(node.param);
  for (const child of childrenOf(node)) declaredIn(child, names);
  return names;
}

/** The variables that are used; one that is only asked for its type need not be there. */
function usedIn(node: Members): Members[] {
  if (node.type === 'Identifier') return [node];
  const isTypeof = node.type === 'UnaryExpression' && node.operator === 'typeof';
  if (isTypeof && isNode(node.argument) && node.argument.type === 'Identifier') return [];
  return childrenOf(node).flatMap(usedIn);
}

/** Where the body begins in what is parsed: a line below the head. */
const HEAD_LINES = 1;

const placeOf = (loc: { line: number; column: number } | null | undefined) => ({
  line: Math.max(1, (loc?.line ?? 1) - HEAD_LINES),
  column: (loc?.column ?? 0) + 1,
});

/** What is wrong with the body of a function, without running it: that it does not parse, else names that nothing has. */
export function functionFaults(body: string, parameters: readonly string[]): FunctionFault[] {
  let program: Program;
  try {
    program = parse(`(function (${parameters.join(',')}) {\n${body}\n})`, { ecmaVersion: 'latest', locations: true });
  } catch (error) {
    const { message, loc } = error as Error & { loc?: { line: number; column: number } };
    return [{ ...placeOf(loc), what: { syntax: message.replace(/ \(\d+:\d+\)$/, '') } }];
  }
  const [only, ...others] = program.body;
  if (only?.type !== 'ExpressionStatement' || only.expression.type !== 'FunctionExpression' || others.length > 0)
    return [{ line: 1, column: 1, what: { syntax: 'One function body is needed' } }];
  const whole = program as unknown as Members;
  const declared = declaredIn(whole, new Set(parameters));
  const seen = new Set<string>();
  return usedIn(whole).flatMap((node): FunctionFault[] => {
    const name = String(node.name);
    if (declared.has(name) || GLOBALS.has(name) || seen.has(name)) return [];
    seen.add(name);
    return [{ ...placeOf(node.loc?.start), what: { unknown: name } }];
  });
}
