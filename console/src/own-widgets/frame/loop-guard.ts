import { type Node, parse } from 'acorn';

/** Longest time that loops of a script may hold the page up at one go, ms. */
export const LONGEST_RUN = 2_000;

/** Thrown out of every loop of a script that does not end. */
export class EndlessError extends Error {
  override readonly name = 'EndlessError';
}

const LOOPS = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement', 'ForInStatement', 'ForOfStatement']);

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const member of Object.values(node)) {
    for (const child of Array.isArray(member) ? member : [member]) if (isNode(child)) yield* nodesIn(child);
  }
}

/**
 * The body of a function with a call of `guard` at the start of each loop, on the lines where everything was.
 * @throws SyntaxError with `loc`
 */
export function guardedLoops(code: string, guard: string): string {
  const program = parse(code, { ecmaVersion: 'latest', allowReturnOutsideFunction: true });
  const inserted: { at: number; text: string; order: number }[] = [];
  for (const node of nodesIn(program)) {
    if (!LOOPS.has(node.type)) continue;
    const { body } = node as Node & { body: Node };
    if (body.type === 'BlockStatement') inserted.push({ at: body.start + 1, text: `${guard}();`, order: 0 });
    else {
      inserted.push({ at: body.start, text: `{${guard}();`, order: 0 });
      inserted.push({ at: body.end, text: '}', order: -1 });
    }
  }
  inserted.sort((one, other) => one.at - other.at || one.order - other.order);
  let result = '';
  let from = 0;
  for (const { at, text } of inserted) {
    result += code.slice(from, at) + text;
    from = at;
  }
  return result + code.slice(from);
}

/**
 * A function that loops call: it throws when they have held up the page for too long, and from then on always, so that
 * catching it helps nobody.
 */
export function createGuard(parts: {
  now: () => number;
  afterTask: (run: () => void) => void;
  stopped: (error: EndlessError) => void;
}) {
  let began: number | undefined;
  let calls = 0;
  let isStopped = false;
  return () => {
    if (!isStopped) {
      if (began === undefined) {
        began = parts.now();
        parts.afterTask(() => {
          began = undefined;
        });
      }
      if (++calls % 16 !== 0 || parts.now() - began < LONGEST_RUN) return;
      isStopped = true;
      const error = new EndlessError('A loop does not end');
      parts.stopped(error);
      throw error;
    }
    throw new EndlessError('A loop does not end');
  };
}
