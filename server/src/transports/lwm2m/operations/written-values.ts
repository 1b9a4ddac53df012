import type { TelemetryValue } from '../../../values/value.ts';
import { ContentError, type Entry, type Leaf, type Path, type ValueType } from '../codecs/content.ts';
import { leafOfType } from '../codecs/leaf.ts';
import type { ResourceModel } from '../objects/object-model.ts';

const MAX_VALUES = 1000;

/** A value as people and rules write it: TIME in ms, OPAQUE as hex, OBJLNK as path of an instance. @throws ContentError */
function leafOfJson(value: unknown, type: ValueType | undefined): Leaf {
  if (typeof value === 'object' || value === undefined) throw new ContentError('A value cannot be an object');
  const given = value as string | number | boolean;
  switch (type) {
    case 'OPAQUE': {
      const hex = String(given).replace(/\s/g, '');
      if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new ContentError('The value is not hex');
      return Buffer.from(hex, 'hex');
    }
    case 'TIME': {
      const time = leafOfType(given, 'INTEGER');
      return Math.floor(Number(time) / 1000);
    }
    case 'OBJLNK': {
      const [, object, instance] = /^\/?(\d{1,5})[/:](\d{1,5})$/.exec(String(given)) ?? [];
      if (object === undefined) throw new ContentError('The value is not a link to an object');
      return `${object}:${instance}`;
    }
    default:
      return leafOfType(given, type);
  }
}

/** What is written into a resource: a value, or an object with those of its instances. @throws ContentError */
export function resourceEntries(path: Path, value: unknown, resource: ResourceModel | undefined): Entry[] {
  const type = resource?.type;
  if (typeof value !== 'object' || value === null || path.length === 4)
    return [{ path, value: leafOfJson(value, type) }];
  const members = Object.entries(value as object);
  if (members.length > MAX_VALUES) throw new ContentError('There are too many values');
  return members.map(([id, leaf]) => {
    if (!/^\d{1,5}$/.test(id)) throw new ContentError('An instance of a resource has a number');
    return { path: [...path, Number(id)], value: leafOfJson(leaf, type) };
  });
}

/** A value of an attribute as JSON has it. */
export function jsonOfValue(value: TelemetryValue): unknown {
  if (value.type === 'JSON') return JSON.parse(value.value) as unknown;
  return typeof value.value === 'bigint' ? String(value.value) : value.value;
}
