import { NULL_UUID } from '@signalbox/contract/id';
import type { LiveBus } from '../../../bus/live-bus.ts';
import { createFairTurns } from '../../../config/fair-turns.ts';
import type { Lwm2mModelFiles } from '../../../entities/resource/lwm2m-model-files.ts';
import { type ObjectModel, readObjectModel } from './object-model.ts';
import { createSharedCache } from './shared-cache.ts';

/** Resources of the models that are kept, of all tenants. */
const MAX_RESOURCES = 500_000;
/** Keys of which is remembered whose file they have. */
const MAX_KEYS = 200_000;
/** Files that are read at the same time, one of each owner: they may be long. */
const MAX_READING = 2;

export interface ObjectModelsParts {
  files: Lwm2mModelFiles;
  liveBus: LiveBus;
}

/** Models of objects, read once until a resource of the tenant, or of the system, changes. */
export function createObjectModels({ files, liveBus }: ObjectModelsParts) {
  /** tenant and key → who has the file; null: there is none */
  const owners = createSharedCache<{ owner: string | null }>(MAX_KEYS);
  /** owner and key → model; null: the file cannot be read */
  const models = createSharedCache<{ model: ObjectModel | null }>(MAX_RESOURCES);
  /** owner and key → model that is being read */
  const reading = new Map<string, Promise<ObjectModel | null>>();
  /** What is being read, by whose it is; what has changed meanwhile is not kept. */
  const underWay = new Set<{ of: string; isCurrent: boolean }>();
  const inTurn = createFairTurns(MAX_READING, undefined, 1);

  const stopListening = liveBus.subscribeKinds(['entity'], (change) => {
    if (change.kind !== 'entity' || change.entityId.entityType !== 'TB_RESOURCE') return;
    const { tenantId } = change;
    const isOfAll = tenantId === NULL_UUID;
    models.clear(tenantId);
    if (isOfAll) owners.clearAll();
    else owners.clear(tenantId);
    for (const one of underWay) if (isOfAll || one.of === tenantId) one.isCurrent = false;
    for (const name of reading.keys()) if (name.startsWith(`${tenantId} `)) reading.delete(name);
  });

  /** Reads something of a tenant or of the system. @param keep runs when nothing of it has changed meanwhile */
  async function readOf<T>(of: string, read: () => Promise<T>, keep: (found: T) => void): Promise<T> {
    const own = { of, isCurrent: true };
    underWay.add(own);
    try {
      const found = await read();
      if (own.isCurrent) keep(found);
      return found;
    } finally {
      underWay.delete(own);
    }
  }

  /** The model in a file. */
  async function modelOf(owner: string, key: string): Promise<ObjectModel | null> {
    const known = models.get(owner, key);
    if (known) return known.model;
    const name = `${owner} ${key}`;
    const begun = reading.get(name);
    if (begun) return begun;
    const model = inTurn(owner, (charge) =>
      readOf(
        owner,
        async () => {
          const source = await files.read(owner, key);
          charge(1 + (source?.length ?? 0));
          return source ? readable(source) : null;
        },
        (found) => models.set(owner, key, { model: found }, 1 + (found?.resources.size ?? 0)),
      ),
    ).finally(() => {
      if (reading.get(name) === model) reading.delete(name);
    });
    reading.set(name, model);
    return model;
  }

  /** key → who has its file; of keys without a file, null */
  async function ownersOf(tenantId: string, keys: readonly string[]): Promise<Map<string, string | null>> {
    const found = new Map<string, string | null>();
    const missing: string[] = [];
    for (const key of keys) {
      const known = owners.get(tenantId, key);
      if (known) found.set(key, known.owner);
      else missing.push(key);
    }
    if (missing.length === 0) return found;
    await readOf(
      tenantId,
      async () => {
        const read = await files.owners(tenantId, missing);
        for (const key of missing) found.set(key, read.get(key) ?? null);
      },
      () => {
        for (const key of missing) owners.set(tenantId, key, { owner: found.get(key) ?? null });
      },
    );
    return found;
  }

  return {
    /** key (`<object>_<version>`) → its model, of those that there are */
    async find(tenantId: string, keys: readonly string[]): Promise<Map<string, ObjectModel>> {
      const found = new Map<string, ObjectModel>();
      for (const [key, owner] of await ownersOf(tenantId, keys)) {
        const model = owner === null ? null : await modelOf(owner, key);
        if (model) found.set(key, model);
      }
      return found;
    },
    close: stopListening,
  };
}

/** A file that cannot be read counts as none: it was checked when it was saved. */
async function readable(source: Buffer): Promise<ObjectModel | null> {
  try {
    return await readObjectModel(source.toString('utf8'));
  } catch {
    return null;
  }
}

export type ObjectModels = ReturnType<typeof createObjectModels>;
