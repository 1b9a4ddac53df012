import { isId, type Path, type TypeOf } from '../codecs/content.ts';
import type { Link } from '../codecs/link-format.ts';
import type { ObjectModel, ResourceModel } from './object-model.ts';

/** Objects that a client has, by its registration. */
export interface RegisteredObjects {
  /** object id → its version */
  versions: ReadonlyMap<number, string>;
  /** object id → ids of its instances */
  instances: ReadonlyMap<number, ReadonlySet<number>>;
  /** Content formats that the client names for everything; empty: it names none. */
  formats: readonly number[];
}

const MAX_OBJECTS = 500;
const MAX_INSTANCES = 5000;
const OBJECT_LINK = /^\/(\d{1,5})(?:\/(\d{1,5}))?\/?$/;

/** Reads the links of a registration (OMA LwM2M Core §6.2.1): objects, their versions and instances. */
export function readObjects(links: readonly Link[]): RegisteredObjects {
  const versions = new Map<number, string>();
  const instances = new Map<number, Set<number>>();
  const formats: number[] = [];
  // Paths may lead on from another one than the root.
  const rootLink = links.find(({ attributes }) => attributes.get('rt') === 'oma.lwm2m')?.target;
  const root = withoutLastSlashes(rootLink ?? '');
  let count = 0;
  for (const { target, attributes } of links) {
    const own = root !== '' && target.startsWith(`${root}/`) ? target.slice(root.length) : target;
    const [, object, instance] = OBJECT_LINK.exec(own) ?? [];
    if (object === undefined) {
      if (attributes.get('rt') === 'oma.lwm2m') formats.push(...formatsIn(attributes.get('ct') ?? ''));
      continue;
    }
    const id = Number(object);
    if (!isId(id) || (!versions.has(id) && versions.size >= MAX_OBJECTS)) continue;
    const version = /^"?(\d{1,5}(?:\.\d{1,5})?)"?$/.exec(attributes.get('ver') ?? '')?.[1];
    if (version !== undefined || !versions.has(id)) versions.set(id, version ?? '1.0');
    if (instance === undefined || !isId(Number(instance)) || ++count > MAX_INSTANCES) continue;
    const of = instances.get(id) ?? new Set();
    instances.set(id, of);
    of.add(Number(instance));
  }
  return { versions, instances, formats };
}

/** A pattern would take time that grows with the square of the slashes. */
function withoutLastSlashes(target: string): string {
  let end = target.length;
  while (target[end - 1] === '/') end--;
  return target.slice(0, end);
}

function formatsIn(text: string): number[] {
  return text.split(/\s+/).filter(Boolean).map(Number).filter(isId).slice(0, 20);
}

/** What is known of the objects of a client, with their models. */
export class ClientObjects {
  readonly registered: RegisteredObjects;
  readonly #models: ReadonlyMap<string, ObjectModel>;

  constructor(registered: RegisteredObjects, models: ReadonlyMap<string, ObjectModel>) {
    this.registered = registered;
    this.#models = models;
  }

  versionOf = (object: number): string | undefined => this.registered.versions.get(object);

  /** Whether the client has announced what a path is in: the object, and its instance where the path names one. */
  has([object = -1, instance]: Path): boolean {
    if (!this.registered.versions.has(object)) return false;
    const instances = this.registered.instances.get(object);
    return instance === undefined || instances === undefined || instances.has(instance);
  }

  modelOf(object: number): ObjectModel | undefined {
    return this.#models.get(`${object}_${this.versionOf(object) ?? '1.0'}`);
  }

  resourceOf([object = -1, , resource = -1]: Path): ResourceModel | undefined {
    return this.modelOf(object)?.resources.get(resource);
  }

  typeOf: TypeOf = (path) => this.resourceOf(path)?.type;
}
