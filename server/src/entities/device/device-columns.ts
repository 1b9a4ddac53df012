import { bytesOf } from './id-slots.ts';
import { rankOf } from './order-ranks.ts';
import type { PackedTexts } from './packed-texts.ts';

/** A device as lists in memory see it. */
export interface NamedDevice {
  id: string;
  /** In lower case, as the database has it. */
  name: string;
  /** The same. */
  label: string | null;
  profile: string;
  customer: string;
  /** epoch ms */
  created: number;
  /** Which parts of the orders by name and label it is in. */
  namePart: number;
  labelPart: number;
  active: boolean;
  /** Its last data, in epoch ms; 0: none. */
  last: number;
  /** Values of it by their column. */
  values?: Map<string, KeptValue>;
}

/** A value of a device. */
export interface KeptValue {
  /** In lower case. */
  text: string;
  /** What it is sorted by: 0 for texts, and where there is none. */
  number: number;
  isNumber: boolean;
}
export const NO_VALUE: KeptValue = { text: '', number: 0, isNumber: false };

export type Kind = Pick<NamedDevice, 'profile' | 'customer'>;

/** Which kinds are meant: those of a customer, of a profile, or of both. */
export interface KindFilter {
  customerId?: string | undefined;
  deviceProfileId?: string | undefined;
}

/** The kinds of all devices of a tenant, numbered. */
export function createKinds() {
  const all: Kind[] = [];
  /** customer and profile → its number */
  const numbers = new Map<string, number>();
  /** What was asked for last, as pages of the same list do one after the other. */
  let chosen: { key: string; are: Uint8Array } | undefined;

  function numberOf(kind: Kind): number {
    const key = kind.customer + kind.profile;
    const number = numbers.get(key) ?? all.push(kind) - 1;
    numbers.set(key, number);
    return number;
  }

  return {
    all,
    /** The numbers of some kinds. */
    numbersOf: (kinds: readonly Kind[]): Uint32Array => Uint32Array.from(kinds, numberOf),
    /** 1 for each kind that is meant, by its number. */
    chosen({ customerId, deviceProfileId }: KindFilter): Uint8Array {
      const key = `${customerId} ${deviceProfileId}`;
      if (chosen?.key === key && chosen.are.length === all.length) return chosen.are;
      const are = new Uint8Array(all.length);
      for (const [number, { customer, profile }] of all.entries()) {
        const isOne = (!customerId || customer === customerId) && (!deviceProfileId || profile === deviceProfileId);
        are[number] = Number(isOne);
      }
      chosen = { key, are };
      return are;
    },
  };
}
export type DeviceKinds = ReturnType<typeof createKinds>;

/** Numbers of devices in a column, and which of them are values that are numbers. */
export interface ValueNumbers {
  numbers: Float64Array;
  areNumbers: Uint8Array;
}

/** Values of devices in a column, as `KeptValue` has one. */
export interface ColumnValues extends ValueNumbers {
  texts: string[];
}

/** Some thousand devices, up to 65,535, each at the same place of every column. */
export interface DeviceColumns {
  /** 16 bytes each. */
  ids: Buffer;
  names: readonly string[] | PackedTexts;
  /** Empty where there is none. */
  labels: readonly string[] | PackedTexts;
  /** What is the same for many devices, and which of that each of them has. */
  kinds: readonly Kind[];
  kindOf: Uint16Array;
  created: Float64Array;
  /** Where they stand in the orders by name and label: see order-ranks.ts. */
  nameRank: Uint32Array;
  labelRank: Uint32Array;
  active: Uint8Array;
  last: Float64Array;
  values: ReadonlyMap<string, ColumnValues>;
}

/** Finds what devices have in common. @param keyOf the same for the same kind @param kindAt of a device */
export function kindsOf(
  size: number,
  keyOf: (at: number) => string | number,
  kindAt: (at: number) => Kind,
): Pick<DeviceColumns, 'kinds' | 'kindOf'> {
  const kindOf = new Uint16Array(size);
  const kinds: Kind[] = [];
  const numbers = new Map<string | number, number>();
  for (let at = 0; at < size; at++) {
    const key = keyOf(at);
    const number = numbers.get(key) ?? kinds.push(kindAt(at)) - 1;
    numbers.set(key, number);
    kindOf[at] = number;
  }
  return { kinds, kindOf };
}

/** A column of so many devices without values. */
export const noValues = (size: number): ColumnValues => ({
  texts: new Array<string>(size).fill(NO_VALUE.text),
  numbers: new Float64Array(size),
  areNumbers: new Uint8Array(size),
});

export const columnOfValues = (values: readonly KeptValue[]): ColumnValues => ({
  texts: values.map(({ text }) => text),
  numbers: Float64Array.from(values, ({ number }) => number),
  areNumbers: Uint8Array.from(values, ({ isNumber }) => Number(isNumber)),
});

/** @param devices that all have values of the same columns */
export function columnsOf(devices: readonly NamedDevice[]): DeviceColumns {
  const deviceAt = (at: number): NamedDevice => devices[at] as NamedDevice;
  const columns = [...(devices[0]?.values?.keys() ?? [])];
  return {
    ...kindsOf(
      devices.length,
      (at) => `${deviceAt(at).profile} ${deviceAt(at).customer}`,
      (at) => ({ profile: deviceAt(at).profile, customer: deviceAt(at).customer }),
    ),
    ids: Buffer.concat(devices.map(({ id }) => bytesOf(id))),
    names: devices.map(({ name }) => name),
    labels: devices.map(({ label }) => label ?? ''),
    created: Float64Array.from(devices, ({ created }) => created),
    nameRank: Uint32Array.from(devices, ({ namePart }) => rankOf(namePart)),
    labelRank: Uint32Array.from(devices, ({ labelPart }) => rankOf(labelPart)),
    active: Uint8Array.from(devices, ({ active }) => Number(active)),
    last: Float64Array.from(devices, ({ last }) => last),
    values: new Map(
      columns.map((column) => [column, columnOfValues(devices.map(({ values }) => values?.get(column) ?? NO_VALUE))]),
    ),
  };
}
