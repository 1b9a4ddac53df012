import type { EntityId } from '@signalbox/contract/id';
import type { LiveBus } from '../../bus/live-bus.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import type { TelemetryValue } from '../../values/value.ts';
import type { NodeReads } from '../node-reads.ts';
import type { UnstoredValues } from '../unstored-values.ts';

/** Customers and tenants whose attributes are kept. */
const MAX_OWNERS = 10_000;

interface Owner {
  values: Map<string, TelemetryValue>;
  /** Keys that were read, whether they have a value or not. */
  known: Set<string>;
}

type Attributes = ReadonlyMap<string, TelemetryValue>;
type Unstored = Pick<UnstoredValues, 'attribute'>;

/** SERVER_SCOPE attributes of customers and tenants with which rules compare: read once, and kept true by changes. */
export function createOwnerAttributes(reads: Pick<NodeReads, 'attributes'>, liveBus: LiveBus) {
  const owners = createEmbeddedCache<Owner>(MAX_OWNERS);

  const stopListening = liveBus.subscribeKinds(['attributes', 'attributesDeleted', 'entity'], (change) => {
    const { entityType, id } = change.entityId;
    if (entityType !== 'CUSTOMER' && entityType !== 'TENANT') return;
    const owner = owners.get(id);
    if (!owner) return;
    if (change.kind === 'entity') {
      if (change.action === 'deleted') owners.delete(id);
    } else if (change.kind === 'attributes' && change.scope === 'SERVER_SCOPE') {
      for (const { key, value } of change.entries) {
        owner.known.add(key);
        owner.values.set(key, value);
      }
    } else if (change.kind === 'attributesDeleted' && change.scope === 'SERVER_SCOPE') {
      for (const key of change.keys) {
        owner.known.add(key);
        owner.values.delete(key);
      }
    }
  });

  async function load(id: EntityId, owner: Owner, keys: readonly string[]): Promise<Owner['values']> {
    const found = await reads.attributes(id, 'SERVER_SCOPE', keys);
    // A change that was told meanwhile is newer than what was read.
    for (const { key, value } of found) if (!owner.known.has(key)) owner.values.set(key, value);
    for (const key of keys) owner.known.add(key);
    return owner.values;
  }

  function stored(id: EntityId, keys: ReadonlySet<string>): Attributes | Promise<Attributes> {
    let owner = owners.get(id.id);
    if (!owner) {
      owner = { values: new Map(), known: new Set() };
      owners.set(id.id, owner);
    }
    const unread = [...keys].filter((key) => !owner.known.has(key));
    return unread.length > 0 ? load(id, owner, unread) : owner.values;
  }

  return {
    /**
     * Attributes of an owner, with all of the keys that it has; a promise only when some of them were not read yet.
     * @param unstored what earlier nodes of the batch have saved, which may never be stored
     */
    of(id: EntityId, keys: ReadonlySet<string>, unstored: Unstored): Attributes | Promise<Attributes> {
      const values = stored(id, keys);
      const saved = [...keys].flatMap((key) => {
        const value = unstored.attribute(id.id, 'SERVER_SCOPE', key);
        return value === undefined ? [] : [{ key, value }];
      });
      if (saved.length === 0) return values;
      const withSaved = (before: Attributes): Attributes => {
        const now = new Map(before);
        for (const { key, value } of saved) {
          if (value === null) now.delete(key);
          else now.set(key, value);
        }
        return now;
      };
      return values instanceof Promise ? values.then(withSaved) : withSaved(values);
    },
    close: stopListening,
  };
}
