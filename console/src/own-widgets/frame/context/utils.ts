import { paletteColor } from '../../../widgets/runtime/palette.ts';
import { PREDEFINED_FUNCTIONS } from '../../../widgets/runtime/predefined-functions.ts';
import { formatValue } from '../../../widgets/runtime/values.ts';

type Members = Record<string, unknown>;

/** An object with the defaults of a JSON schema. */
function defaultsOf(schema: unknown): Members {
  const { properties } = (schema ?? {}) as { properties?: Readonly<Record<string, Members>> };
  return Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([name, property]) => {
      const value = property?.type === 'object' ? defaultsOf(property) : property?.default;
      return value === undefined || value === null ? [] : [[name, structuredClone(value)]];
    }),
  );
}

/** A copy of lists and plain objects with what is in them; functions and objects of other kinds are the same ones. */
function copied(value: unknown, done = new Map<object, unknown>()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = done.get(value);
  if (known) return known;
  if (value instanceof Date) return new Date(value);
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
  if (!Array.isArray(value) && !isPlain) return value;
  const copy: Members | unknown[] = Array.isArray(value) ? [] : {};
  done.set(value, copy);
  for (const [name, member] of Object.entries(value)) Object.assign(copy, { [name]: copied(member, done) });
  return copy;
}

/** `ctx.utils` (widgets.md §1.9). */
export function createUtils(translated: (text: string) => string) {
  return {
    formatValue: (value: unknown, dec?: number | null, units?: string | null, zeros?: boolean) =>
      formatValue(value, dec, units, zeros),
    guid: () => crypto.randomUUID?.() ?? `${Date.now().toString(16)}-${Math.random().toString(16).slice(2)}`,
    deepClone: (value: unknown) => copied(value),
    isDefined: (value: unknown) => value !== undefined,
    isUndefined: (value: unknown) => value === undefined,
    isDefinedAndNotNull: (value: unknown) => value !== undefined && value !== null,
    defaultValue: (value: unknown, otherwise: unknown) => value ?? otherwise,
    customTranslation: (text: unknown, otherwise?: unknown) => translated(String(text ?? otherwise ?? '')),
    createLabelFromDatasource: (datasource: Members | null, pattern: unknown) =>
      String(pattern ?? '').replace(/\$\{(\w+)\}/g, (whole, name: string) => {
        const known: Members = { ...datasource, dsName: datasource?.name, deviceName: datasource?.entityName };
        return known[name] === undefined ? whole : String(known[name]);
      }),
    getMaterialColor: (index: number) => paletteColor(Math.abs(index)),
    generateColors(datasources: readonly { dataKeys?: Members[] }[] | null) {
      let index = 0;
      for (const key of (datasources ?? []).flatMap(({ dataKeys }) => dataKeys ?? [])) {
        key.color ??= paletteColor(index);
        index++;
      }
    },
    validateDatasources: (datasources: readonly Members[] | null) => datasources ?? [],
    createKey: (info: Members, type: string, index = 0) => ({
      ...info,
      type,
      label: info.label || info.name,
      color: info.color ?? paletteColor(index),
      settings: info.settings ?? {},
      _hash: Math.random(),
    }),
    getPredefinedFunctionsList: () => Object.keys(PREDEFINED_FUNCTIONS),
    getPredefinedFunctionBody: (name: string) =>
      Object.hasOwn(PREDEFINED_FUNCTIONS, name) ? PREDEFINED_FUNCTIONS[name] : '',
    generateObjectFromJsonSchema: (schema: unknown) => defaultsOf(schema),
    getQueryParam: () => null,
    updateQueryParam: () => {},
    baseUrl: () => '',
    currentPerfTime: () => performance.now(),
    parseException: (error: unknown) => ({ message: error instanceof Error ? error.message : String(error) }),
  };
}
