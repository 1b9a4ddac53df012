import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createKinds } from './device-columns.ts';
import { eachFound } from './device-found.ts';
import { devicesAround } from './device-name-around.ts';
import { type DeviceRows, idAt, rowsOf } from './device-name-rows.ts';

const DEVICES = 80_000;
const OF_PART = 2_000;
const PAGE = 20;
const COLUMN = 'value 1';

/** Devices with a number each, and how often these have been read, if that is counted. */
function openDevices(numberOf: (at: number) => number, isCounted = false) {
  let reads = 0;
  const kinds = createKinds();
  const ids = new Map<string, number>();
  const parts = Array.from({ length: DEVICES / OF_PART }, (_, part): DeviceRows => {
    const first = part * OF_PART;
    const numbers = new Float64Array(OF_PART).map((_number, row) => numberOf(first + row));
    const values = { numbers, areNumbers: new Uint8Array(OF_PART).fill(1) };
    const columns = {
      ...{ ids: randomBytes(OF_PART * 16), names: new Array(OF_PART).fill(''), labels: new Array(OF_PART).fill('') },
      ...{ kinds: [{ profile: 'any', customer: 'any' }], kindOf: new Uint16Array(OF_PART) },
      ...{ created: new Float64Array(OF_PART), nameRank: new Uint32Array(OF_PART) },
      ...{ labelRank: new Uint32Array(OF_PART), active: new Uint8Array(OF_PART), last: new Float64Array(OF_PART) },
      values: new Map([[COLUMN, { ...values, texts: new Array(OF_PART).fill('') }]]),
    };
    const rows = rowsOf(columns, kinds);
    for (let row = 0; row < OF_PART; row++) ids.set(idAt(rows, row), numbers[row] as number);
    const counted = new Proxy(numbers, {
      get(of, key) {
        if (typeof key === 'string' && Number.isInteger(Number(key))) reads++;
        return Reflect.get(of, key);
      },
    });
    return isCounted ? { ...rows, numbersOf: () => ({ ...values, numbers: counted }) } : rows;
  });
  return {
    each: eachFound(parts, {}),
    numberOf: (id: string): number => ids.get(id) as number,
    reads(): number {
      const since = reads;
      reads = 0;
      return since;
    },
  };
}

const NUMBERS: Record<string, (at: number) => number> = {
  scattered: (at) => 1 + ((at * 7919) % 100_003),
  ascending: (at) => 1 + at,
  // A sample of every so manieth device would have one of these alone.
  'in turns': (at) => 1 + (at % 8),
  'nearly alike': (at) => (at < 30 ? 2 : 1),
};

it.each(Object.keys(NUMBERS))('finds pages of many whose numbers are %s', async (what) => {
  const { each, numberOf } = openDevices(NUMBERS[what] as (at: number) => number);
  for (const isDescending of [false, true]) {
    const sorted = Float64Array.from({ length: DEVICES }, (_, at) => NUMBERS[what]?.(at) as number).sort();
    if (isDescending) sorted.reverse();
    for (const offset of [0, DEVICES / 2, DEVICES - PAGE]) {
      const order = { by: { column: COLUMN }, isDescending, isNewestFirst: isDescending };
      const around = await devicesAround(each, order, { offset, rows: PAGE });
      const found = around?.ids.map(numberOf).sort((a, b) => (isDescending ? b - a : a - b));
      const page = found?.slice(around?.skip, (around?.skip ?? 0) + PAGE);
      expect(page, `${isDescending} ${offset}`).toEqual([...sorted.subarray(offset, offset + PAGE)]);
    }
  }
});

it.each(['scattered', 'nearly alike'])(
  'goes through many that are %s once, to find a page in the middle of them',
  async (what) => {
    const { each, reads } = openDevices(NUMBERS[what] as (at: number) => number, true);
    const order = { by: { column: COLUMN }, isDescending: false, isNewestFirst: false };
    expect((await devicesAround(each, order, { offset: DEVICES / 2, rows: PAGE }))?.ids.length).toBeLessThan(2 * PAGE);
    expect(reads()).toBeLessThan(DEVICES * 1.5);
  },
);
