import { type Entry, type Leaf, type Path, pathText, type TypeOf, type ValueType } from '../codecs/content.ts';
import { type ResourceValue, readableText, resourcesOf } from './published-values.ts';

/** Groups by the id at a place of their paths. */
function byId<T extends { path: Path }>(items: readonly T[], place: number): [number, T[]][] {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const id = item.path[place] ?? 0;
    const group = groups.get(id);
    if (group) group.push(item);
    else groups.set(id, [item]);
  }
  return [...groups];
}

function instanceText(id: number, value: Leaf, type: ValueType | undefined): string {
  return `LwM2mResourceInstance [id=${id}, value=${readableText(value, type)}, type=${type ?? 'NONE'}]`;
}

function resourceText({ path, value }: ResourceValue, typeOf: TypeOf): string {
  const [id, type] = [path[2], typeOf(path)];
  if (!(value instanceof Map)) {
    return `LwM2mSingleResource [id=${id}, value=${readableText(value as Leaf, type)}, type=${type ?? 'NONE'}]`;
  }
  const values = [...(value as ReadonlyMap<number, Leaf>)].map(
    ([key, leaf]) => `${key}=${instanceText(key, leaf, type)}`,
  );
  return `LwM2mMultipleResource [id=${id}, values={${values.join(', ')}}, type=${type ?? 'NONE'}]`;
}

function objectInstanceText(id: number | undefined, resources: readonly ResourceValue[], typeOf: TypeOf): string {
  const texts = resources.map((resource) => `${resource.path[2]}=${resourceText(resource, typeOf)}`);
  return `LwM2mObjectInstance [id=${id}, resources={${texts.join(', ')}}]`;
}

/** A content as text, as clients of calls know it. */
export function contentText(base: Path, entries: readonly Entry[], typeOf: TypeOf): string {
  const [object, instance] = base;
  const [only] = entries;
  if (base.length === 4 && only) return instanceText(base[3] as number, only.value, typeOf(only.path));
  const resources = resourcesOf(entries);
  if (base.length === 1) {
    const instances = byId(resources, 1).map(([id, own]) => `${id}=${objectInstanceText(id, own, typeOf)}`);
    return `LwM2mObject [id=${object}, instances={${instances.join(', ')}}]`;
  }
  if (base.length === 2) return objectInstanceText(instance, resources, typeOf);
  return resources.map((resource) => resourceText(resource, typeOf)).join(', ');
}

/** Contents of several paths as text. */
export function compositeText(entries: readonly Entry[], typeOf: TypeOf): string {
  const texts = resourcesOf(entries).map((resource) => `${pathText(resource.path)}=${resourceText(resource, typeOf)}`);
  return `{${texts.join(', ')}}`;
}
