import type { Lwm2mObject } from '@signalbox/contract/resource';
import { isUsed, type NamedObject, type Observed, pathOf, type Use } from './observed.ts';

/** A resource as it is offered. */
export interface OfferedResource {
  id: number;
  /** Empty: no description says it. */
  name: string;
  /** The key that its values are offered. */
  keyName: string;
}

/** An object as it is offered, by its description or by what a profile names of it. */
export interface OfferedObject {
  key: string;
  /** Its key, where no description says more. */
  name: string;
  isMultiple: boolean;
  /** The resources library describes it. */
  isDescribed: boolean;
  resources: readonly OfferedResource[];
  /** Instances that the profile names. */
  instances: readonly number[];
}

/** What is offered of objects: what their descriptions have, and what a profile names beside that. */
export function describedObjects(
  keys: readonly string[],
  named: readonly NamedObject[],
  models: readonly Lwm2mObject[],
): OfferedObject[] {
  return keys.map((key) => {
    const model = models.find(({ keyId }) => keyId === key);
    const own = named.find((one) => one.key === key)?.instances ?? [];
    const described: OfferedResource[] = (model?.instances[0]?.resources ?? []).map(({ id, name, keyName }) => ({
      id,
      name,
      keyName,
    }));
    const further = new Set(own.flatMap(({ resources }) => resources));
    for (const { id } of described) further.delete(id);
    return {
      key,
      name: model?.name ?? key,
      isMultiple: model?.multiple ?? true,
      isDescribed: model !== undefined,
      resources: [...described, ...[...further].map((id) => ({ id, name: '', keyName: `resource_${id}` }))].sort(
        (one, other) => one.id - other.id,
      ),
      instances: own.map(({ id }) => id),
    };
  });
}

/** The instances of an object that are shown: those that are named, those that were added, else the first. */
export function instancesOf(object: OfferedObject, added: readonly number[]): readonly number[] {
  const ids = [...new Set([...object.instances, ...added])].sort((one, other) => one - other);
  return ids.length > 0 ? ids : [0];
}

/** The resources of instances, each with the key that it is offered. */
export function resourcesOf(object: OfferedObject, instances: readonly number[]): ReadonlyMap<string, string> {
  return new Map(
    instances.flatMap((instance) =>
      object.resources.map(({ id, keyName }) => [pathOf(object.key, instance, id), keyName] as const),
    ),
  );
}

/** Whether all, some or none of the resources are used for something. */
export function standing(observed: Observed, use: Use, paths: Iterable<string>): 'all' | 'some' | 'none' {
  const used = new Set(observed[use]);
  const all = [...paths];
  const count = all.filter((path) => used.has(path)).length;
  if (count === 0) return 'none';
  return count === all.length ? 'all' : 'some';
}

export const usedCount = (observed: Observed, paths: Iterable<string>): number =>
  [...paths].filter((path) => isUsed(observed, path)).length;

/** The first number that no instance has. */
export function nextInstance(instances: readonly number[]): number {
  let id = 0;
  while (instances.includes(id)) id++;
  return id;
}
