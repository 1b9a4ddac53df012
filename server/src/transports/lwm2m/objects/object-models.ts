import type { LiveBus } from '../../../bus/live-bus.ts';
import type { Lwm2mModelFiles } from '../../../entities/resource/lwm2m-model-files.ts';
import { createEmbeddedCache } from '../../../storage/cache.ts';
import { type ObjectModel, readObjectModel } from './object-model.ts';

/** Models that are kept, of all tenants. */
const MAX_MODELS = 5000;

export interface ObjectModelsParts {
  files: Lwm2mModelFiles;
  liveBus: LiveBus;
}

/** Models of objects, read once until a resource changes. */
export function createObjectModels({ files, liveBus }: ObjectModelsParts) {
  /** tenant and key → model; null: there is none */
  const known = createEmbeddedCache<{ model: ObjectModel | null }>(MAX_MODELS);
  let changes = 0;
  const stopListening = liveBus.subscribeKinds(['entity'], (change) => {
    if (change.kind !== 'entity' || change.entityId.entityType !== 'TB_RESOURCE') return;
    changes++;
    known.clear();
  });

  return {
    /** key (`<object>_<version>`) → its model, of those that there are */
    async find(tenantId: string, keys: readonly string[]): Promise<Map<string, ObjectModel>> {
      const found = new Map<string, ObjectModel>();
      const missing: string[] = [];
      for (const key of keys) {
        const entry = known.get(`${tenantId} ${key}`);
        if (!entry) missing.push(key);
        else if (entry.model) found.set(key, entry.model);
      }
      if (missing.length === 0) return found;
      const before = changes;
      const sources = await files.find(tenantId, missing);
      for (const key of missing) {
        const source = sources.get(key);
        const model = source ? readable(source) : null;
        if (changes === before) known.set(`${tenantId} ${key}`, { model });
        if (model) found.set(key, model);
      }
      return found;
    },
    close: stopListening,
  };
}

/** A file that cannot be read counts as none: it was checked when it was saved. */
function readable(source: Buffer): ObjectModel | null {
  try {
    return readObjectModel(source.toString('utf8'));
  } catch {
    return null;
  }
}

export type ObjectModels = ReturnType<typeof createObjectModels>;
