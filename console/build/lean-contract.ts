import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** What a call needs to know of its route; the rest is for the server and the API description. */
const CALLED = ['method', 'path', 'reply'];

const CONTRACT = /\/contract\/src\/[^?]+\.ts(\?schemas)?$/;
const CONSOLE = /\/console\/src\/.+\.tsx?$/;
/** Follows the name of a module of the contract from which schemas are imported. */
const SCHEMAS = '?schemas';

/** The members of a syntax tree (ESTree) that are looked at here. Places are offsets in the code. */
interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

/** Start → end of what is cut out of a code, and what takes its place. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Takes the place of a member that is cut out of an object, beside its commas. */
const NOTHING = '...0';

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((member) =>
    Array.isArray(member) ? member.filter(isNode) : isNode(member) ? member : [],
  );

const isFunction = ({ type }: Node) => /Function/.test(type);

const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? (node.name as string) : undefined);

function edited(code: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of edits) {
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}

/**
 * Rewrites a module of the contract: of routes it keeps what a call needs, since the server alone parses parameters,
 * bodies and replies. Whatever a module makes when it is loaded is marked as free of side effects, so that the schemas
 * that nobody imports are dropped.
 */
export function leanRoutes(code: string, program: Node): string {
  const edits: Edit[] = [];
  const cut = ({ start, end }: Node) => edits.push({ start, end, text: NOTHING });

  function shorten(call: Node, definition: Node): void {
    // `route` returns its argument as it is.
    edits.push({ start: call.start, end: definition.start, text: '(' });
    const members = definition.properties as Node[];
    const written = members.map(({ key }) => nameOf(key));
    // A spread is cut out: what a call needs may not be in it.
    const isMissing = members.length > written.filter(Boolean).length && CALLED.some((name) => !written.includes(name));
    if (isMissing) {
      throw new Error(`A route spreads what a call needs: ${code.slice(definition.start, definition.end)}`);
    }
    for (const member of members) {
      const name = nameOf(member.key);
      // A reply is JSON unless it is named by a text.
      const isKept = name === 'reply' ? (member.value as Node).type === 'Literal' : CALLED.includes(name ?? '');
      if (!isKept) cut(member);
    }
  }

  /** Drops schemas from the arguments of what makes the routes of several kinds: `memberRoutes({ row: assetSchema })`. */
  function dropSchemas(call: Node): void {
    for (const argument of call.arguments as Node[]) {
      if (argument.type !== 'ObjectExpression') continue;
      for (const member of argument.properties as Node[]) if (/Schema$/.test(nameOf(member.value) ?? '')) cut(member);
    }
  }

  /** @param isOnLoad whether the node is evaluated when the module is, and not in a function that is called later */
  function visit(node: Node, isOnLoad: boolean): void {
    if (node.type === 'CallExpression') {
      const [definition] = node.arguments as Node[];
      const callee = nameOf(node.callee) ?? '';
      if (callee === 'route' && definition?.type === 'ObjectExpression') {
        shorten(node, definition);
        return;
      }
      if (callee.endsWith('Routes')) dropSchemas(node);
    }
    const { init } = node;
    const isMade = isOnLoad && node.type === 'VariableDeclarator' && isNode(init) && !isFunction(init);
    if (isMade) edits.push({ start: init.start, end: init.start, text: '/*#__PURE__*/ (() => (' });
    // What makes the routes of several kinds makes their schemas as well.
    const isLater = isFunction(node) && !/Routes$/.test(nameOf(node.id) ?? '');
    for (const child of childrenOf(node)) visit(child, isOnLoad && !isLater);
    if (isMade) edits.push({ start: init.end, end: init.end, text: '))()' });
  }

  visit(program, true);
  return edited(
    code,
    edits.sort((one, other) => one.start - other.start),
  );
}

/**
 * Rewrites imports of a module of the console: schemas come from a second copy of their module, which is loaded by the
 * forms that validate with them, and not by everybody who makes a call of the same noun.
 */
export function separateSchemas(code: string, program: Node): string {
  const edits: Edit[] = [];
  for (const node of program.body as Node[]) {
    if (node.type !== 'ImportDeclaration') continue;
    const source = (node.source as Node).value as string;
    if (!source.startsWith('@signalbox/contract/')) continue;
    const names = (node.specifiers as Node[]).map((specifier) => code.slice(specifier.start, specifier.end));
    const schemas = names.filter((name) => /Schema\b/.test(name));
    if (schemas.length === 0) continue;
    const others = names.filter((name) => !schemas.includes(name));
    const text = [
      `import { ${schemas.join(', ')} } from '${source}${SCHEMAS}';`,
      others.length > 0 ? `import { ${others.join(', ')} } from '${source}';` : '',
    ].join(' ');
    edits.push({ start: node.start, end: node.end, text });
  }
  return edited(code, edits);
}

/** Keeps what only the server needs of the contract out of the built console: most schemas, and with them Zod. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        const isSchemas = source.endsWith(SCHEMAS);
        // What a copy imports is a copy, too.
        if (!isSchemas && !(importer?.endsWith(SCHEMAS) && source.startsWith('.'))) return null;
        const name = isSchemas ? source.slice(0, -SCHEMAS.length) : source;
        const found = await this.resolve(name, importer, { ...options, skipSelf: true });
        return found && { ...found, id: found.id + SCHEMAS };
      },
    },
    load: {
      filter: { id: /\?schemas$/ },
      handler: async (id) => ({ code: await readFile(id.slice(0, -SCHEMAS.length), 'utf8'), moduleType: 'ts' }),
    },
    transform: {
      filter: { id: [CONTRACT, CONSOLE] },
      handler(code, id) {
        if (!code.includes(CONTRACT.test(id) ? '(' : '@signalbox/contract/')) return null;
        const program = this.parse(code) as unknown as Node;
        const lean = CONTRACT.test(id) ? leanRoutes(code, program) : separateSchemas(code, program);
        return { code: lean, map: null, moduleSideEffects: CONTRACT.test(id) ? false : undefined };
      },
    },
  };
}
