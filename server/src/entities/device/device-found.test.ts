import { expect, it } from 'vitest';
import { newEntityId } from '../../storage/ids.ts';
import { columnsOf, createKinds } from './device-columns.ts';
import { eachFound, type WantedDevices } from './device-found.ts';
import { type DeviceRows, rowsOf } from './device-name-rows.ts';

const OF_PART = 100;
const COLUMN = 'value 1';
const ABOVE: WantedDevices = {
  numbers: [{ column: COLUMN, least: Number.NEGATIVE_INFINITY, most: 89, areBetween: false }],
};

/** Devices with numbers from 0 to 99 in each part, and how often somebody has looked at the numbers of a part. */
function openDevices() {
  let looks = 0;
  const kinds = createKinds();
  const parts = Array.from({ length: 3 }, (): DeviceRows => {
    const devices = Array.from({ length: OF_PART }, (_, at) => ({
      ...{ id: newEntityId().id, name: `device ${at}`, label: null, profile: 'any', customer: 'any', created: at },
      ...{ namePart: 0, labelPart: 0, active: at % 2 === 0, last: 0 },
      values: new Map([[COLUMN, { text: String(at), number: at, isNumber: true }]]),
    }));
    const rows = rowsOf(columnsOf(devices), kinds);
    return {
      ...rows,
      numbersOf(column) {
        looks++;
        return rows.numbersOf(column);
      },
    };
  });
  return {
    parts,
    async count(wanted: WantedDevices): Promise<number> {
      let found = 0;
      await eachFound(
        parts,
        wanted,
      )((_, rows) => {
        found += rows.length;
      });
      return found;
    },
    looks(): number {
      const since = looks;
      looks = 0;
      return since;
    },
  };
}

it('looks once for what a filter finds, whoever asks for it, and again where something has changed', async () => {
  const { parts, count, looks } = openDevices();
  expect(await count(ABOVE)).toBe(30);
  expect(looks()).toBe(3);
  expect(await count({ numbers: [...(ABOVE.numbers ?? [])] })).toBe(30);
  expect(looks()).toBe(0);
  const [first, second, third] = parts as [DeviceRows, DeviceRows, DeviceRows];
  first.drop(95);
  expect(await count(ABOVE)).toBe(29);
  second.setValue(COLUMN, 3, { text: '90', number: 90, isNumber: true });
  expect(await count(ABOVE)).toBe(30);
  third.report(0, { last: 7 });
  expect(await count(ABOVE)).toBe(30);
  expect(looks()).toBe(2);
  const active = { ...ABOVE, active: true };
  expect(await count(active)).toBe(15);
  third.report(91, { active: true });
  expect(await count(active)).toBe(16);
  expect(looks()).toBe(4);
  third.setColumn(COLUMN, undefined);
  expect(await count(ABOVE)).toBe(20);
});

it('tells filters apart', async () => {
  const { count } = openDevices();
  const [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const countOf = (from: number, to: number, areBetween: boolean, others: WantedDevices = {}) =>
    count({ ...others, numbers: [{ column: COLUMN, least: from, most: to, areBetween }] });
  expect(await countOf(90, most, true)).toBe(30);
  expect(await countOf(90, most, false)).toBe(270);
  expect(await countOf(least, 90, true)).toBe(273);
  expect(await countOf(90, 90, true)).toBe(3);
  expect(await countOf(90, 90, false)).toBe(297);
  expect(await countOf(least, most, true)).toBe(300);
  expect(await countOf(most, most, true)).toBe(0);
  expect(await countOf(90, most, true, { active: false })).toBe(15);
  expect(await countOf(90, most, true, { search: { text: '9', among: ['name'] } })).toBe(30);
});

it('remembers few selections', async () => {
  const { count, looks } = openDevices();
  for (let most = 0; most < 10; most++) {
    const numbers = [{ column: COLUMN, least: 0, most, areBetween: true }];
    expect(await count({ numbers })).toBe(3 * (most + 1));
  }
  looks();
  await count({ numbers: [{ column: COLUMN, least: 0, most: 0, areBetween: true }] });
  expect(looks()).toBe(3);
});
