import type { DynamicValue, FilterPredicate, KeyFilter } from '@signalbox/contract/entity-query';
import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import type { ValueRightsOf } from '../access/value-rights.ts';
import { hasGone, type LiveBus } from '../bus/live-bus.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import { toWireText } from '../values/wire-values.ts';

/** Key filters with resolved dynamic values, and their sources. */
export interface ResolvedFilters {
  keyFilters: KeyFilter[];
  /** Calls back when one of the values has changed. Returns the function that stops it. */
  watch(changed: () => void): () => void;
}

/** Resolves dynamic values of key filters for a user (live-data.md §5.6). */
export function createDynamicValues(attributes: AttributeStore, liveBus: LiveBus, valueRightsOf: ValueRightsOf) {
  function sourceOf(user: SecurityUser, { sourceType }: DynamicValue): EntityId | undefined {
    switch (sourceType) {
      case 'CURRENT_TENANT':
        return entityId('TENANT', user.tenantId);
      case 'CURRENT_CUSTOMER':
        return user.customerId === NULL_UUID ? undefined : entityId('CUSTOMER', user.customerId);
      case 'CURRENT_USER':
        return user.userId === NULL_UUID ? undefined : entityId('USER', user.userId);
      default:
        return undefined;
    }
  }

  return {
    async resolve(user: SecurityUser, keyFilters: readonly KeyFilter[]): Promise<ResolvedFilters> {
      /** entity id → attribute key → text when it was read; null when there is none */
      const used = new Map<string, Map<string, string | null>>();

      async function read(dynamicValue: DynamicValue): Promise<string | null> {
        const source = sourceOf(user, dynamicValue);
        const key = dynamicValue.sourceAttribute;
        if (!source || !key) return null;
        // A comparison with a value reveals it, so it needs the right to read it.
        if (!(await valueRightsOf(user)).mayRead(source, key)) return null;
        const [entry] = await attributes.find(source.id, 'SERVER_SCOPE', [key]);
        const text = entry ? toWireText(entry.value) : null;
        const ofSource = used.get(source.id) ?? new Map<string, string | null>();
        used.set(source.id, ofSource.set(key, text));
        return text;
      }

      async function resolve(predicate: FilterPredicate): Promise<FilterPredicate> {
        if (predicate.type === 'COMPLEX') {
          return { ...predicate, predicates: await Promise.all(predicate.predicates.map(resolve)) };
        }
        const { userValue, dynamicValue } = predicate.value;
        if ((userValue ?? null) !== null || !dynamicValue) return predicate;
        const text = await read(dynamicValue);
        if (text === null) return predicate;
        switch (predicate.type) {
          case 'STRING':
            return { ...predicate, value: { ...predicate.value, userValue: text } };
          case 'NUMERIC': {
            const value = text.trim() === '' ? Number.NaN : Number(text);
            return Number.isFinite(value)
              ? { ...predicate, value: { ...predicate.value, userValue: value } }
              : predicate;
          }
          case 'BOOLEAN':
            return { ...predicate, value: { ...predicate.value, userValue: text.toLowerCase() === 'true' } };
        }
      }

      const resolved = await Promise.all(
        keyFilters.map(async (filter) => ({ ...filter, predicate: await resolve(filter.predicate) })),
      );

      return {
        keyFilters: resolved,
        watch(changed) {
          const stops = [...used].map(([id, values]) => {
            const stop = liveBus.subscribeEntity(id, (change) => {
              if (hasGone(change)) stop();
              if (change.kind !== 'attributes' || change.scope !== 'SERVER_SCOPE') return;
              const differs = change.entries.some(
                ({ key, value }) => values.has(key) && values.get(key) !== toWireText(value),
              );
              if (differs) changed();
            });
            return stop;
          });
          return () => {
            for (const stop of stops) stop();
          };
        },
      };
    },
  };
}

export type DynamicValues = ReturnType<typeof createDynamicValues>;
