/** What becomes of a resource: watched, stored as an attribute, stored as telemetry. */
export const USES = ['attribute', 'telemetry', 'observe'] as const;
export type Use = (typeof USES)[number];

/** Conditions under which a device notifies: seconds, seconds, and limits and step of the value. */
export const CONDITIONS = ['pmin', 'pmax', 'gt', 'lt', 'st'] as const;
export type ConditionName = (typeof CONDITIONS)[number];
export type Conditions = Partial<Record<ConditionName, number>>;

/** What a profile takes of the objects of its devices, by paths such as `/3_1.0/0/9`. */
export interface Observed {
  attribute: readonly string[];
  telemetry: readonly string[];
  observe: readonly string[];
  /** Path of a resource → the key that its values have here. */
  keyName: Readonly<Record<string, string>>;
  /** Path of an object, an instance or a resource → its conditions, and members of other clients. */
  attributeLwm2m: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const NOTHING: Observed = { attribute: [], telemetry: [], observe: [], keyName: {}, attributeLwm2m: {} };

/** An object and the instances and resources that a profile names. */
export interface NamedObject {
  /** `3_1.0` */
  key: string;
  instances: readonly { id: number; resources: readonly number[] }[];
}

const PATH = /^\/(\d{1,5}_\d+\.\d+)(?:\/(\d{1,5})(?:\/(\d{1,5}))?)?$/;

/** The parts of a path; undefined when it is not one. */
export function partsOf(path: string): { key: string; instance?: number; resource?: number } | undefined {
  const found = PATH.exec(path);
  const [, key, instance, resource] = found ?? [];
  if (!key) return undefined;
  return {
    key,
    ...(instance === undefined ? {} : { instance: Number(instance) }),
    ...(resource === undefined ? {} : { resource: Number(resource) }),
  };
}

export const pathOf = (...parts: readonly (string | number)[]): string => parts.map((part) => `/${part}`).join('');

/** Whether a path is another one, or below it. */
const isWithin = (path: string, within: string): boolean => path === within || path.startsWith(`${within}/`);

/** The number of an object, from its key. */
const numberOf = (key: string): number => Number(key.split('_')[0]);

/** All objects that a profile names, by number, with their instances and resources in order. */
export function namedObjects(observed: Observed): NamedObject[] {
  const objects = new Map<string, Map<number, Set<number>>>();
  const paths = [
    ...USES.flatMap((use) => observed[use]),
    ...Object.keys(observed.keyName),
    ...Object.keys(observed.attributeLwm2m),
  ];
  for (const path of paths) {
    const parts = partsOf(path);
    if (!parts) continue;
    const instances = objects.get(parts.key) ?? new Map<number, Set<number>>();
    objects.set(parts.key, instances);
    if (parts.instance === undefined) continue;
    const resources = instances.get(parts.instance) ?? new Set<number>();
    instances.set(parts.instance, resources);
    if (parts.resource !== undefined) resources.add(parts.resource);
  }
  return [...objects]
    .map(([key, instances]) => ({
      key,
      instances: [...instances]
        .map(([id, resources]) => ({ id, resources: [...resources].sort((one, other) => one - other) }))
        .sort((one, other) => one.id - other.id),
    }))
    .sort((one, other) => numberOf(one.key) - numberOf(other.key) || one.key.localeCompare(other.key));
}

export const isUsed = (observed: Observed, path: string): boolean => USES.some((use) => observed[use].includes(path));

/** A key that no other path has: the number of the instance is added where it is taken. */
function freeKey(observed: Observed, path: string, wanted: string): string {
  const isTaken = (key: string) => Object.entries(observed.keyName).some(([at, name]) => at !== path && name === key);
  if (!isTaken(wanted)) return wanted;
  const byInstance = `${wanted}_${partsOf(path)?.instance ?? 0}`;
  return isTaken(byInstance) ? wanted : byInstance;
}

/**
 * Uses resources for something, or no longer. What is used has a key.
 * @param resources path → the key that it is offered
 */
export function withUse(observed: Observed, use: Use, resources: ReadonlyMap<string, string>, isOn: boolean): Observed {
  const others = observed[use].filter((path) => !resources.has(path));
  let next: Observed = { ...observed, [use]: isOn ? [...others, ...resources.keys()] : others };
  for (const [path, offered] of resources) {
    if (!isUsed(next, path)) {
      const { [path]: _, ...keyName } = next.keyName;
      next = { ...next, keyName };
    } else if (!next.keyName[path]) {
      next = { ...next, keyName: { ...next.keyName, [path]: freeKey(next, path, offered) } };
    }
  }
  return next;
}

export const withKey = (observed: Observed, path: string, key: string): Observed => ({
  ...observed,
  keyName: { ...observed.keyName, [path]: key },
});

/** The conditions at a path. */
export function conditionsAt(observed: Observed, path: string): Conditions {
  const stored = observed.attributeLwm2m[path] ?? {};
  return Object.fromEntries(
    CONDITIONS.flatMap((name) => (typeof stored[name] === 'number' ? [[name, stored[name]]] : [])),
  );
}

/** Sets the conditions at a path; members that are no conditions are kept. */
export function withConditions(observed: Observed, path: string, conditions: Conditions): Observed {
  const { [path]: stored = {}, ...others } = observed.attributeLwm2m;
  const kept = Object.entries(stored).filter(([name]) => !(CONDITIONS as readonly string[]).includes(name));
  const next = { ...Object.fromEntries(kept), ...conditions };
  return { ...observed, attributeLwm2m: Object.keys(next).length > 0 ? { ...others, [path]: next } : others };
}

/** Without anything at a path or below it. */
export function withoutPath(observed: Observed, within: string): Observed {
  const outside = (paths: readonly string[]) => paths.filter((path) => !isWithin(path, within));
  const left = <Value>(byPath: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(byPath).filter(([path]) => !isWithin(path, within)));
  return {
    attribute: outside(observed.attribute),
    telemetry: outside(observed.telemetry),
    observe: outside(observed.observe),
    keyName: left(observed.keyName),
    attributeLwm2m: left(observed.attributeLwm2m),
  };
}

/** The first resource that is used and has no key. */
export function pathWithoutKey(observed: Observed): string | undefined {
  return USES.flatMap((use) => observed[use]).find((path) => !observed.keyName[path]?.trim());
}

/** Another path whose values have the same key, so that one would replace the other. */
export function pathOfSameKey(observed: Observed, path: string): string | undefined {
  const key = observed.keyName[path]?.trim();
  if (!key) return undefined;
  return Object.entries(observed.keyName).find(([at, name]) => at !== path && name.trim() === key)?.[0];
}

/** What is wrong with conditions, by name of the condition. */
export function conditionProblems(
  given: Readonly<Partial<Record<ConditionName, number | null>>>,
): Partial<Record<ConditionName, 'whole' | 'number' | 'pmax' | 'step' | 'limits'>> {
  const problems: ReturnType<typeof conditionProblems> = {};
  for (const name of CONDITIONS) {
    const value = given[name];
    if (value === undefined || value === null) continue;
    if (name === 'pmin' || name === 'pmax') {
      if (!Number.isInteger(value) || value < 0) problems[name] = 'whole';
    } else if (!Number.isFinite(value)) problems[name] = 'number';
  }
  const { pmin, pmax, gt, lt, st } = given;
  if (typeof pmin === 'number' && typeof pmax === 'number' && pmax < pmin) problems.pmax ??= 'pmax';
  if (typeof st === 'number' && st <= 0) problems.st ??= 'step';
  // OMA LwM2M 1.0, §5.1.2: lt + 2 × st < gt
  if (typeof gt === 'number' && typeof lt === 'number' && lt + 2 * Math.max(st ?? 0, 0) >= gt) problems.gt ??= 'limits';
  return problems;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((one) => typeof one === 'string'))] : [];
const record = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** What is stored as `observeAttr`. */
export function readObserved(stored: unknown): Observed {
  const { attribute, telemetry, observe, keyName, attributeLwm2m } = record(stored);
  return {
    attribute: texts(attribute),
    telemetry: texts(telemetry),
    observe: texts(observe),
    keyName: Object.fromEntries(Object.entries(record(keyName)).map(([path, name]) => [path, String(name ?? '')])),
    attributeLwm2m: Object.fromEntries(
      Object.entries(record(attributeLwm2m)).map(([path, set]) => [path, record(set)]),
    ),
  };
}

/** What a field holds, as it is edited. */
export const parseObserved = (text: string): Observed => (text === '' ? NOTHING : readObserved(JSON.parse(text)));
