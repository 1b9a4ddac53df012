import { readContent, writeContent } from '../../transports/lwm2m/codecs/codecs.ts';
import { type Entry, type Leaf, pathText, readPath, type ValueType } from '../../transports/lwm2m/codecs/content.ts';

/** A resource of the client: its type and value, or the values of its instances. */
export interface ClientResource {
  type: ValueType;
  value?: Leaf;
  values?: Record<number, Leaf>;
}

/** What is read: the media type (content format of CoAP) and the bytes. */
export interface ClientContent {
  format: number;
  payload: Buffer;
}

const TEXT = 0;
const TLV = 11_542;

/** The objects of a client: its resources by path (`/3/0/9`), read and written as a server asks. */
export class ClientObjects {
  readonly resources: Map<string, ClientResource>;

  constructor(resources: Record<string, ClientResource>) {
    this.resources = new Map(Object.entries(resources));
  }

  readonly typeAt = (path: readonly number[]): ValueType | undefined =>
    this.resources.get(pathText(path.slice(0, 3)))?.type;

  /** The values at a path and below it; of a whole resource where the path is that of one of its instances. */
  entriesOf(path: string): Entry[] {
    return [...this.resources].flatMap(([own, { value, values }]) => {
      const ids = readPath(own) as number[];
      if (own !== path && !own.startsWith(`${path}/`) && path !== '/' && !path.startsWith(`${own}/`)) return [];
      const all = values
        ? Object.entries(values).map(([id, leaf]) => ({ path: [...ids, Number(id)], value: leaf }))
        : [{ path: ids, value: value as Leaf }];
      return all.filter(
        (entry) =>
          pathText(entry.path) === path || pathText(entry.path).startsWith(`${path}/`) || own === path || path === '/',
      );
    });
  }

  /** @param accept the format that is asked for; by default text of one value, TLV of several */
  read(path: string, accept: number | undefined): ClientContent {
    const ids = readPath(path) ?? [];
    const entries = this.entriesOf(path);
    const isOneValue = ids.length >= 3 && entries[0]?.path.length === ids.length;
    const format = accept ?? (isOneValue ? TEXT : TLV);
    return { format, payload: writeContent(format, entries, ids, this.typeAt) };
  }

  /** Keeps what the server writes into resources that there are. @throws Error if the bytes cannot be read */
  write(path: readonly number[], format: number | undefined, body: Buffer): void {
    for (const entry of readContent(format, body, path, this.typeAt)) {
      const known = this.resources.get(pathText(entry.path.slice(0, 3)));
      if (!known) continue;
      if (entry.path.length === 3) known.value = entry.value;
      else known.values = { ...known.values, [entry.path[3] as number]: entry.value };
    }
  }

  delete(path: string): void {
    for (const key of [...this.resources.keys()]) if (key.startsWith(`${path}/`)) this.resources.delete(key);
  }

  /** Links to what is at a path and below it, as the server discovers it. */
  linksBelow(path: string): string {
    return [path, ...[...this.resources.keys()].filter((key) => key.startsWith(`${path}/`))]
      .map((one) => `<${one}>`)
      .join(',');
  }

  /** Links to the instances of objects, as they are registered. */
  instanceLinks(): string[] {
    const instances = new Set([...this.resources.keys()].map((key) => key.split('/').slice(0, 3).join('/')));
    return [...instances].map((path) => `<${path}>`);
  }
}
