import { expect, it, vi } from 'vitest';
import { newEntityId } from '../../storage/ids.ts';
import { columnsOf, createKinds } from './device-columns.ts';
import { addRows } from './device-name-loading.ts';
import { createValueColumns, type KeptDevices, type ReadValues, type ValueColumn } from './device-value-columns.ts';
import { createIdSlots } from './id-slots.ts';

const PATIENCE = { timeout: 40_000 };

function someDevices(count: number): KeptDevices {
  const devices: KeptDevices = {
    ...{ rows: [], slots: createIdSlots(), changed: new Map(), changedRows: undefined, isClosed: false },
  };
  addDevices(devices, count);
  return devices;
}

function addDevices(devices: KeptDevices, count: number): void {
  const named = Array.from({ length: count }, (_, at) => ({
    ...{ id: newEntityId().id, name: `device ${at}`, label: null, profile: 'any', customer: 'any' },
    ...{ created: at, namePart: 0, labelPart: 0, active: false, last: 0 },
  }));
  addRows({ ...devices, kinds: createKinds() }, columnsOf(named));
}

const NOTHING: ReadValues = {
  ...{ ids: Buffer.alloc(0), texts: [], numbers: new Float64Array(), areNumbers: new Uint8Array() },
};

const columnOf = (name: string, readAll: ValueColumn['readAll']): ValueColumn => ({
  ...{ name, readAll, read: async () => NOTHING, isChangedBy: () => false },
});

const open = (most = 1_000) => createValueColumns({ most, changed: 10 }, (_devices, work) => work());

it('has a tenant wait once while values of another are read, however many search meanwhile', async () => {
  const values = open();
  let end: () => void = () => undefined;
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  values.add(
    'busy',
    columnOf('a', () => ending),
  );
  const reads = vi.fn(async () => {
    throw new Error('The database is not there.');
  });
  values.add('other', columnOf('b', reads));
  values.load('busy', someDevices(3));
  const devices = someDevices(3);
  for (let search = 0; search < 100; search++) expect(await values.settle('other', devices, ['b'])).toBe(false);
  end();
  await values.settled();
  expect(reads).toHaveBeenCalledTimes(1);
  // Whoever searches next has them read again.
  expect(await values.settle('other', devices, ['b'])).toBe(false);
  await values.settled();
  expect(reads).toHaveBeenCalledTimes(2);
});

it('reads the values of tenants one after the other, as many as there is room for', async () => {
  const values = open(7);
  let reading = 0;
  const tenants = ['one', 'two', 'three'].map((tenantId) => ({ tenantId, devices: someDevices(3) }));
  for (const { tenantId } of tenants) {
    values.add(
      tenantId,
      columnOf('a', async (see) => {
        expect(++reading).toBe(1);
        await see(NOTHING);
        reading--;
      }),
    );
  }
  for (const { tenantId, devices } of tenants) values.load(tenantId, devices);
  await values.settled();
  const known = tenants.map(({ tenantId, devices }) => values.areKept(tenantId, devices, ['a']));
  expect(known).toEqual([true, true, false]);
  values.forget('one');
  expect(await values.settle('three', tenants[2]?.devices as KeptDevices, ['a'])).toBe(false);
  await values.settled();
  expect(await values.settle('three', tenants[2]?.devices as KeptDevices, ['a'])).toBe(true);
});

it('has values of devices, too, that become rows right before the last turn', async () => {
  const devices = someDevices(3);
  let turns = 0;
  const values = createValueColumns({ most: 1_000, changed: 10 }, (_devices, work) => {
    // The first one is that of the rows there are.
    if (++turns === 2) addDevices(devices, 2);
    return work();
  });
  values.add(
    'tenant',
    columnOf('a', async () => undefined),
  );
  values.load('tenant', devices);
  await values.settled();
  expect(values.areKept('tenant', devices, ['a'])).toBe(true);
  expect(devices.rows.map((part) => part?.numbersOf('a')?.numbers.length)).toEqual([3, 2]);
});

it('ends in the middle of reading once it is closed', async () => {
  const values = open();
  const devices = someDevices(3);
  const steps = vi.fn();
  values.add(
    'tenant',
    columnOf('a', async (see) => {
      for (;;) {
        steps();
        await see(NOTHING);
      }
    }),
  );
  values.load('tenant', devices);
  await vi.waitFor(() => expect(steps.mock.calls.length).toBeGreaterThan(1), PATIENCE);
  await values.close();
  const before = steps.mock.calls.length;
  expect(values.areKept('tenant', devices, ['a'])).toBe(false);
  await new Promise(setImmediate);
  expect(steps.mock.calls.length).toBe(before);
});
