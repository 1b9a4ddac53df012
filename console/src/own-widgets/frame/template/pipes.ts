import { formatDate, formatDuration, formatFileSize } from '../context/formatting.ts';
import { trustedBy } from './sanitizer.ts';

type Pipe = (value: unknown, ...args: unknown[]) => unknown;

/** What a promise or an Observable has given last, for `async`. */
interface Followed {
  value: unknown;
  stop?: () => void;
}

const number = (value: unknown, digits: unknown, options: Intl.NumberFormatOptions = {}): string => {
  if (value === null || value === undefined || value === '' || Number.isNaN(Number(value))) return '';
  const [, integers, least, most] = /^(\d+)?\.?(\d+)?-?(\d+)?$/.exec(String(digits ?? '1.0-3')) ?? [];
  return new Intl.NumberFormat('en-US', {
    ...options,
    minimumIntegerDigits: Number(integers ?? 1),
    minimumFractionDigits: Number(least ?? 0),
    maximumFractionDigits: Math.max(Number(least ?? 0), Number(most ?? least ?? 3)),
  }).format(Number(value));
};

const text = (value: unknown) => String(value ?? '');

const PIPES: Readonly<Record<string, Pipe>> = {
  date: (value, format, zone) => formatDate(value, format === undefined ? undefined : String(format), zone),
  json: (value) => JSON.stringify(value, null, 2),
  tbJson: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  number: (value, digits) => number(value, digits),
  percent: (value, digits) => number(value, digits ?? '1.0-0', { style: 'percent' }),
  currency: (value, currency) => number(value, '1.2-2', { style: 'currency', currency: text(currency) || 'USD' }),
  uppercase: (value) => text(value).toUpperCase(),
  lowercase: (value) => text(value).toLowerCase(),
  titlecase: (value) =>
    text(value).replace(/\S+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
  slice: (value, from, to) =>
    typeof value === 'string' || Array.isArray(value) ? value.slice(Number(from), to as number | undefined) : value,
  keyvalue: (value) =>
    [...(value instanceof Map ? value : Object.entries(value ?? {}))]
      .map(([key, member]) => ({ key, value: member }))
      .sort((one, other) => (one.key < other.key ? -1 : 1)),
  truncate: (value, length = 50, end = '…') =>
    text(value).length > Number(length) ? text(value).slice(0, Number(length)) + text(end) : text(value),
  fileSize: (value) => formatFileSize(value),
  milliSecondsToTimeString: (value, isShort) => formatDuration(value, isShort === true),
  enumToArray: (value) => Object.keys(value ?? {}),
  nospace: (value) => text(value).replace(/\s/g, ''),
  keyboardShortcut: text,
  safe: trustedBy,
  highlight: (value, search) => {
    const found = text(search);
    return found ? text(value).split(found).join(`<b>${found}</b>`) : text(value);
  },
};

const isObservable = (
  value: unknown,
): value is { subscribe(next: (value: unknown) => void): { unsubscribe(): void } } =>
  typeof (value as { subscribe?: unknown } | null)?.subscribe === 'function';

/**
 * Pipes of templates.
 * @param missing told of a pipe that is not there
 * @param changed called when what `async` follows has something new
 */
export function createPipes(parts: {
  translate: (key: string, params?: unknown) => string;
  missing: (name: string) => void;
  changed: () => void;
}) {
  const followed = new Map<object, Followed>();

  function async(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return null;
    let known = followed.get(value);
    if (!known) {
      const made: Followed = { value: null };
      followed.set(value, made);
      known = made;
      const take = (next: unknown) => {
        made.value = next;
        parts.changed();
      };
      if (isObservable(value)) {
        const subscription = value.subscribe(take);
        made.stop = () => subscription.unsubscribe();
      } else void Promise.resolve(value).then(take);
    }
    return known.value;
  }

  return {
    pipe(name: string, value: unknown, args: readonly unknown[]): unknown {
      if (name === 'async') return async(value);
      if (name === 'translate') return parts.translate(text(value), args[0]);
      if (Object.hasOwn(PIPES, name)) return PIPES[name]?.(value, ...args);
      parts.missing(name);
      return value;
    },
    end() {
      for (const { stop } of followed.values()) stop?.();
      followed.clear();
    },
  };
}
