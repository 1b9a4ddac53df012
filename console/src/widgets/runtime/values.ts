/** A member of an object whose names come from devices: what every object has (`constructor`) is not one of them. */
export function ownMember<Value>(
  members: Readonly<Record<string, Value>> | null | undefined,
  name: string,
): Value | undefined {
  return members && Object.hasOwn(members, name) ? members[name] : undefined;
}

/** An object whose names come from devices: without a prototype it takes any name, `__proto__` too. */
export function byAnyName<Value>(members: Readonly<Record<string, Value>> = {}): Record<string, Value> {
  return Object.assign(Object.create(null) as Record<string, Value>, members);
}

/** Whether a text or number can be calculated with. */
export function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

/** The number that a chart draws of a value: true and false are 1 and 0; undefined where it has none. */
export function drawnNumber(value: unknown): number | undefined {
  if (value === true || value === 'true') return 1;
  if (value === false || value === 'false') return 0;
  const number = Number(value);
  return value === '' || value === null || !Number.isFinite(number) ? undefined : number;
}

/**
 * A value of the wire (always text) as widgets see it: a number only when it prints back to the same text,
 * so that "5.0" or "007" stay what they are. Averages and the like are numbers whatever they look like.
 */
export function receivedValue(text: unknown, aggregated = false): unknown {
  if (typeof text !== 'string') return text;
  if (aggregated && isNumeric(text)) return Number(text);
  return String(Number(text)) === text ? Number(text) : text;
}

/**
 * A value as text with decimals and unit. Numbers get `decimals` places without trailing zeros unless `showZeroDecimals`;
 * anything but a number is shown as it is, null as nothing.
 */
export function formatValue(
  value: unknown,
  decimals?: number | null,
  units?: string | null,
  showZeroDecimals = false,
): string {
  const text = formatNumber(value, decimals, units, showZeroDecimals);
  return units && isNumeric(value) ? `${text} ${units}` : text;
}

/** The number part of `formatValue`, for places that draw the unit in another weight. */
export function formatNumber(
  value: unknown,
  decimals?: number | null,
  units?: string | null,
  showZeroDecimals = false,
): string {
  if (value === null || value === undefined) return '';
  const canonical = typeof value === 'number' || String(Number(value)) === value;
  if (isNumeric(value) && (typeof decimals === 'number' || Boolean(units) || canonical)) {
    const number = Number(value);
    if (typeof decimals !== 'number') return String(number);
    const fixed = number.toFixed(Math.min(15, Math.max(0, Math.floor(decimals))));
    return showZeroDecimals ? fixed : String(Number(fixed));
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Digits behind the point where neither a key nor its widget says how many (second document §3). */
const USUAL_DECIMALS = 2;

/**
 * What tables and cards show of a value: numbers with two digits where nothing says how many, and texts that only look
 * like numbers, such as "007", as they are.
 */
export function shownText(value: unknown, decimals: number | undefined): string {
  const isNumber = isNumeric(value) && String(Number(value)) === String(value);
  return formatNumber(value, decimals ?? (isNumber ? USUAL_DECIMALS : undefined));
}

/** Decimals and unit of a key: its own, else those of the widget. A key's 0 and "" count. */
export function keyFormat(
  key: { decimals?: number | null; units?: string | null },
  config: { decimals?: number | null; units?: string | null },
): { decimals: number | undefined; units: string } {
  return {
    decimals: key.decimals ?? config.decimals ?? undefined,
    units: key.units && key.units.length > 0 ? key.units : (config.units ?? ''),
  };
}
