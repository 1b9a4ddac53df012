import type { DataRow, Settings } from '../model.ts';

/** A pin of a board; `col` 0 is the left column. */
export interface Pin {
  pin: number;
  label: string;
  row: number;
  col: 0 | 1;
  /** Of its lamp. */
  color: string;
}

/** A call to the device. */
export interface GpioRequest {
  method: string;
  /** As it is written in the settings. */
  paramsBody: string;
}

const DEFAULT_COLOR = 'red';
export const DEFAULT_BOARD = '#008a00';
/** Most pins that are drawn. */
const MAX_PINS = 256;

const text = (value: unknown, otherwise: string) => (typeof value === 'string' && value !== '' ? value : otherwise);

/** The pins that the settings name. */
export function pinsOf({ gpioList }: Settings): Pin[] {
  if (!Array.isArray(gpioList)) return [];
  return gpioList.slice(0, MAX_PINS).flatMap((entry: unknown): Pin[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { pin, label, row, col, color } = entry as Record<string, unknown>;
    if (!Number.isFinite(Number(pin)) || pin === null || pin === '') return [];
    return [
      {
        pin: Number(pin),
        label: text(label, String(pin)),
        row: Math.max(0, Math.floor(Number(row)) || 0),
        col: Number(col) === 1 ? 1 : 0,
        color: text(color, DEFAULT_COLOR),
      },
    ];
  });
}

/** The pins row by row, left before right; a place without a pin is undefined. Rows without any pin are left out. */
export function boardRows(pins: readonly Pin[]): { row: number; left: Pin | undefined; right: Pin | undefined }[] {
  const rows = [...new Set(pins.map(({ row }) => row))].sort((one, other) => one - other);
  const at = (row: number, col: 0 | 1) => pins.find((pin) => pin.row === row && pin.col === col);
  return rows.map((row) => ({ row, left: at(row, 0), right: at(row, 1) }));
}

/** A request of the settings. */
export function requestOf(value: unknown, method: string, paramsBody: string): GpioRequest {
  const { method: name, paramsBody: body } = (value ?? {}) as Record<string, unknown>;
  return { method: text(name, method), paramsBody: text(body, paramsBody) };
}

/**
 * The parameters that switch a pin: its number and state in place of `"{$pin}"` and `"{$enabled}"`.
 * @throws SyntaxError when they are not JSON
 */
export function changeParams(paramsBody: string, pin: number, isOn: boolean): unknown {
  return JSON.parse(paramsBody.replaceAll('"{$pin}"', String(pin)).replaceAll('"{$enabled}"', String(isOn))) as unknown;
}

/** Whether an answer of the device says that a pin is on, where the settings have no function for it. */
export function isPinOn(body: unknown, pin: number): boolean {
  return typeof body === 'object' && body !== null && (body as Record<string, unknown>)[String(pin)] === true;
}

/** The pins that are lit: those whose number is the label of a key that is true. */
export function litPins(rows: readonly DataRow[]): ReadonlySet<number> {
  const lit = rows.filter(({ data }) => data[0]?.[1] === true || data[0]?.[1] === 'true');
  return new Set(lit.map(({ dataKey }) => Number(dataKey.label)));
}
