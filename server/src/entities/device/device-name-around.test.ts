import { expect, it } from 'vitest';
import { newEntityId } from '../../storage/ids.ts';
import { columnsOf, createKinds, type NamedDevice } from './device-columns.ts';
import { eachFound } from './device-found.ts';
import { devicesAround } from './device-name-around.ts';
import { rowsOf } from './device-name-rows.ts';
import type { AroundOrder } from './device-order-keys.ts';
import { NO_LABEL, rankOf } from './order-ranks.ts';

const DEVICES = 3_000;
const OF_PART = 100;
const PAGE = 20;
const COLUMN = 'value 1';

interface Told extends NamedDevice {
  /** Where it stands in the orders by name and label among all; equal texts stand at the same place. */
  nameAt: number;
  labelAt: number;
}

/**
 * @param loose every so manieth device has changed, and only its parts of orders are known
 * @param least of the numbers that they have; what has none counts as 0
 */
function openDevices(loose: number, least = 0) {
  const devices = Array.from({ length: DEVICES }, (_, at): Told => {
    const nameAt = (at * 7919) % DEVICES;
    const labelAt = at % 3 === 0 ? NO_LABEL : (at * 31) % 40;
    return {
      ...{ id: newEntityId().id, name: `device ${at % 2 ? 'odd' : 'even'} ${at}`, label: null },
      ...{ profile: `profile ${at % 3}`, customer: `customer ${at % 5}` },
      ...{ created: 1_000 + Math.floor(at / 3), active: at % 4 === 0, last: at % 5 ? (at * 17) % 60 : 0 },
      ...{ nameAt, namePart: Math.floor(nameAt / OF_PART) },
      ...{ labelAt, labelPart: labelAt === NO_LABEL ? NO_LABEL : Math.floor(labelAt / 4) },
      values: new Map([[COLUMN, { text: '', number: least + (at % 7), isNumber: true }]]),
    };
  });
  const starts = [0, 700, 1_400, 2_100];
  // Those behind the end of a part are in the next one, too.
  const kinds = createKinds();
  const parts = starts.map((from) => rowsOf(columnsOf(devices.slice(from, from + 900)), kinds));
  for (const [number, part] of parts.entries()) {
    const end = starts[number + 1] ?? DEVICES;
    for (let row = 0; row < part.size; row++) {
      const at = (starts[number] as number) + row;
      const device = devices[at] as Told;
      if (at >= end) part.drop(row);
      else if (loose === 0 || row % loose !== 0) {
        part.nameRank[row] = rankOf(device.namePart, 1 + (device.nameAt % OF_PART));
        if (device.labelAt !== NO_LABEL) part.labelRank[row] = rankOf(device.labelPart, 1 + (device.labelAt % 4));
      }
    }
  }
  return { devices, parts };
}

/** The order as the database has it. */
function compare({ by, isDescending, isNewestFirst, isById }: AroundOrder): (a: Told, b: Told) => number {
  const sign = isDescending ? -1 : 1;
  const tie = isNewestFirst ? -1 : 1;
  const ids = (a: Told, b: Told): number => (a.id < b.id ? -1 : 1);
  const equals = (a: Told, b: Told): number => (isById ? sign * ids(a, b) : tie * (a.created - b.created || ids(a, b)));
  const labels = (a: Told, b: Told): number => {
    if (a.labelAt === NO_LABEL || b.labelAt === NO_LABEL) return a.labelAt - b.labelAt;
    return sign * (a.labelAt - b.labelAt);
  };
  return (a, b) => {
    if (typeof by !== 'string' && 'profiles' in by) {
      const placeOf = ({ profile }: Told) => (by.profiles.includes(profile) ? by.profiles.indexOf(profile) : 2);
      return sign * (placeOf(a) - placeOf(b)) || equals(a, b);
    }
    if (typeof by !== 'string') {
      return sign * ((a.values?.get(COLUMN)?.number ?? 0) - (b.values?.get(COLUMN)?.number ?? 0) || ids(a, b));
    }
    if (by === 'name') return sign * (a.nameAt - b.nameAt);
    if (by === 'label') return labels(a, b) || equals(a, b);
    if (by === 'active') return sign * (Number(a.active) - Number(b.active)) || equals(a, b);
    return (by === 'last' ? sign * (a.last - b.last) : 0) || equals(a, b);
  };
}

/** One of the three is not known yet. */
const PROFILES = { profiles: ['profile 2', 'profile 0'] };

const ORDERS = (['created', 'name', 'label', 'active', 'last', { column: COLUMN }, PROFILES] as const).flatMap((by) =>
  [true, false].flatMap((isDescending) => [
    { by, isDescending, isNewestFirst: by === 'created' ? isDescending : !isDescending },
    ...(by === 'label' || by === 'created'
      ? [{ by, isDescending, isNewestFirst: isDescending, isById: by === 'label' }]
      : []),
  ]),
);

it.each([0, 40, 3])('finds every page in every order, where every %ith device has changed', async (loose) => {
  const { devices, parts } = openDevices(loose);
  for (const order of ORDERS) {
    for (const text of ['device', 'odd', 'even 1']) {
      const each = eachFound(parts, { search: { text, among: ['name'] } });
      const wanted = devices.filter(({ name }) => name.includes(text)).sort(compare(order));
      const pages = wanted.length / PAGE;
      for (const page of [0, 1, pages / 3, pages / 2, pages - 2, pages - 1].map(Math.floor)) {
        const what = `${JSON.stringify(order)} ${text} ${page}`;
        const offset = page * PAGE;
        const around = await devicesAround(each, order, { offset, rows: PAGE });
        const ids = new Set(around?.ids);
        expect(ids.size, what).toBe(around?.ids.length);
        const sorted = devices.filter(({ id }) => ids.has(id)).sort(compare(order));
        const skip = around?.skip ?? 0;
        const found = sorted.slice(skip, skip + PAGE).map(({ id }) => id);
        expect(found, what).toEqual(wanted.slice(offset, offset + PAGE).map(({ id }) => id));
      }
      expect(await devicesAround(each, order, { offset: wanted.length - 1, rows: 2 })).toBeUndefined();
    }
  }
});

it('finds hardly any others beside a page, unless many have changed', async () => {
  const { parts } = openDevices(40, 1);
  for (const order of ORDERS) {
    const each = eachFound(parts, { search: { text: 'device', among: ['name'] } });
    for (const offset of [DEVICES / 3, DEVICES / 2, DEVICES - PAGE]) {
      const around = await devicesAround(each, order, { offset, rows: PAGE });
      expect(around?.ids.length, `${JSON.stringify(order)} ${offset}`).toBeLessThan(4 * PAGE);
    }
  }
});
