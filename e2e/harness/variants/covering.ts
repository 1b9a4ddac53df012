/** Something that varies, and the values it takes. */
export interface Factor {
  /** Tells it from others; conditions name it. */
  name: string;
  values: readonly unknown[];
  /** Clauses `model.name === value` joined by `&&`: it matters only while they hold. */
  condition?: string | undefined;
}

/** Values by name of the factor. */
export type Row = Map<string, unknown>;

/** Numbers from 0 up to 1, always the same for the same seed. */
export function randomFrom(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2_147_483_647, 7);
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

interface Clause {
  name: string;
  isEqual: boolean;
  value: unknown;
}

/** The clauses of a condition, those that this project's forms use. */
export function clausesOf(condition: string | undefined): Clause[] {
  return (condition?.split(' && ') ?? []).map((text) => {
    const found = /^model\.([\w.]+) (===|!==) (true|false|'[^']*')$/.exec(text);
    if (!found) throw new Error(`no such condition is known: ${text}`);
    const [, name = '', operator, value = ''] = found;
    return { name, isEqual: operator === '===', value: value.startsWith("'") ? value.slice(1, -1) : value === 'true' };
  });
}

const holds = (row: Row, clauses: readonly Clause[]): boolean =>
  clauses.every(({ name, isEqual, value }) => (row.get(name) === value) === isEqual);

/** Adds a value and what its condition needs, unless something else is decided already. */
function add(row: Row, factor: Factor, value: unknown, factors: ReadonlyMap<string, Factor>): boolean {
  const needed: Row = new Map([[factor.name, value]]);
  for (const clause of clausesOf(factor.condition)) {
    const of = factors.get(clause.name);
    // What nothing varies keeps its value, whatever that is.
    if (!of) continue;
    const decided = row.get(clause.name);
    const fitting = row.has(clause.name)
      ? [decided]
      : of.values.filter((one) => (one === clause.value) === clause.isEqual);
    if (fitting.length === 0 || (fitting[0] === clause.value) !== clause.isEqual) return false;
    needed.set(clause.name, fitting[0]);
  }
  for (const [name, wanted] of needed) if (row.has(name) && !Object.is(row.get(name), wanted)) return false;
  for (const [name, wanted] of needed) row.set(name, wanted);
  return true;
}

/**
 * Rows in which every value of every factor is found at least once, where its condition holds: as few as a greedy search
 * finds, and then others up to `atLeast`, which combine values as chance has it. Always the same for the same seed.
 */
export function coveringRows(factors: readonly Factor[], seed: string, atLeast = 0): Row[] {
  const random = randomFrom(seed);
  const byName = new Map(factors.map((factor) => [factor.name, factor]));
  const open = new Set(factors.flatMap((factor) => factor.values.map((value) => ({ factor, value }))));
  const rows: Row[] = [];
  while (open.size > 0 || rows.length < atLeast) {
    const row: Row = new Map();
    const before = open.size;
    // What needs much comes first, as long as nothing is decided.
    const wanted = shuffled([...open], random).sort(
      (a, b) => clausesOf(b.factor.condition).length - clausesOf(a.factor.condition).length,
    );
    for (const { factor, value } of wanted) if (!row.has(factor.name)) add(row, factor, value, byName);
    for (const { name, values } of factors) {
      if (!row.has(name)) row.set(name, values[Math.floor(random() * values.length)]);
    }
    for (const item of open) {
      const { factor, value } = item;
      const known = clausesOf(factor.condition).filter(({ name }) => byName.has(name));
      if (Object.is(row.get(factor.name), value) && holds(row, known)) open.delete(item);
    }
    rows.push(row);
    if (before > 0 && open.size === before) {
      throw new Error(
        `never covered: ${[...open].map(({ factor, value }) => `${factor.name}=${String(value)}`).join(', ')}`,
      );
    }
  }
  return rows;
}
