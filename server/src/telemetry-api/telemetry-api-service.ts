import type { EntityId } from '@signalbox/contract/id';
import type { Timeseries } from '@signalbox/contract/telemetry';
import type { EntityDirectory, EntitySummary } from '../access/entity-directory.ts';
import type { Operation } from '../access/permissions.ts';
import { requireWithValues } from '../access/require-entity.ts';
import { requireValues } from '../access/require-values.ts';
import type { ValueRightsOf } from '../access/value-rights.ts';
import { badRequest } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import type { SeriesHistory, SeriesStore } from '../telemetry/series-store.ts';
import type { AttributeScope } from '../values/attribute.ts';
import { type JsonValue, toJsonValue, toWireText } from '../values/wire-values.ts';
import { createPointBudget, type HistoryRequest, historyQueries, readsAtOnce } from './history.ts';
import { readAttributes, readTimeseries } from './payloads.ts';
import { createValueRecorder, type ValueRecorderParts } from './value-recorder.ts';

export interface TelemetryApiParts extends ValueRecorderParts {
  directory: EntityDirectory;
  valueRightsOf: ValueRightsOf;
  attributes: AttributeStore;
  series: SeriesStore;
  history: SeriesHistory;
  /** Text that looks like a number becomes one in telemetry. */
  castStrings: boolean;
  /** How far ahead of now the time of a point may be, in ms; 0: any time. */
  maxAhead: number;
}

/** Everything, also what lies far ahead. */
const ALL_TIMES = { startTs: Number.MIN_SAFE_INTEGER, endTs: Number.MAX_SAFE_INTEGER };

/** Attributes and series of entities for clients: permissions, and what the audit log records. */
export function createTelemetryApiService(parts: TelemetryApiParts) {
  const { directory, attributes, series, service: telemetry, actionLog } = parts;

  function require(user: SecurityUser, entityId: EntityId, operation: Operation): Promise<EntitySummary> {
    return requireWithValues(directory, user, entityId, operation);
  }

  /** The entity and what of `keys` may be read of it; all that may be without any. */
  function requireReadable(
    user: SecurityUser,
    entityId: EntityId,
    operation: 'READ_ATTRIBUTES' | 'READ_TELEMETRY',
    keys?: readonly string[],
  ) {
    return requireValues(parts, user, entityId, operation, keys?.length ? [...new Set(keys)] : undefined);
  }

  const recorder = createValueRecorder(parts);

  return {
    async timeseriesKeys(user: SecurityUser, entityId: EntityId): Promise<string[]> {
      const { keys } = await requireReadable(user, entityId, 'READ_TELEMETRY');
      return only(await series.keys([entityId.id]), keys);
    },

    /** Keys of one scope; without a scope, a key is listed once for each scope that has it. */
    async attributeKeys(user: SecurityUser, entityId: EntityId, scope?: AttributeScope): Promise<string[]> {
      const { keys } = await requireReadable(user, entityId, 'READ_ATTRIBUTES');
      if (scope) return only(await attributes.keys([entityId.id], scope), keys);
      return (await attributes.find(entityId.id, null, keys)).map((entry) => entry.key);
    },

    async attributes(
      user: SecurityUser,
      entityId: EntityId,
      scope: AttributeScope | null,
      keys: readonly string[] | undefined,
    ): Promise<{ lastUpdateTs: number; key: string; value: JsonValue }[]> {
      const readable = await requireReadable(user, entityId, 'READ_ATTRIBUTES', keys);
      const { entity } = readable;
      const found = await attributes.find(entityId.id, scope, readable.keys);
      await actionLog.record({
        user,
        type: 'ATTRIBUTES_READ',
        tenantId: entity.tenantId,
        entityId: entity.entityId,
        entityName: entity.name,
        data: { entityId: entityId.id, scope, attributes: keys ?? [] },
      });
      return found.map(({ lastUpdateTs, key, value }) => ({ lastUpdateTs, key, value: toJsonValue(value) }));
    },

    /** Newest point of each key; a key that has none is there with null and the current time. */
    async latest(
      user: SecurityUser,
      entityId: EntityId,
      keys: readonly string[] | undefined,
      strictTypes: boolean,
    ): Promise<Timeseries> {
      const { keys: wanted } = await requireReadable(user, entityId, 'READ_TELEMETRY', keys);
      const points = new Map((await series.latest(entityId.id, wanted)).map((point) => [point.key, point] as const));
      const now = Date.now();
      const write = strictTypes ? toJsonValue : toWireText;
      return Object.fromEntries(
        (wanted ?? [...points.keys()].sort()).map((key) => {
          const point = points.get(key);
          return [key, [point ? { ts: point.ts, value: write(point.value) } : { ts: now, value: null }]];
        }),
      );
    },

    /** Points or buckets of each key that has any in the range. */
    async history(
      user: SecurityUser,
      entityId: EntityId,
      request: HistoryRequest,
      strictTypes: boolean,
    ): Promise<Timeseries> {
      await requireReadable(user, entityId, 'READ_TELEMETRY', request.keys);
      const queries = historyQueries(request);
      const write = strictTypes ? toJsonValue : toWireText;
      const budget = createPointBudget();
      /** key → its points; not an object, in which a key of any name could be something else */
      const found = new Map<string, Timeseries[string]>();
      const atOnce = readsAtOnce(queries);
      for (let at = 0; at < queries.length; at += atOnce) {
        const some = queries.slice(at, at + atOnce);
        const reads = await Promise.all(some.map((query) => parts.history.read(entityId, budget.within(query))));
        reads.forEach((points, index) => {
          budget.take(points);
          const key = some[index]?.key as string;
          if (points.length > 0)
            found.set(
              key,
              points.map(({ ts, value }) => ({ ts, value: write(value) })),
            );
        });
      }
      return Object.fromEntries(found);
    },

    async saveAttributes(
      user: SecurityUser,
      entityId: EntityId,
      scope: AttributeScope,
      body: string | undefined,
    ): Promise<void> {
      const entity = await require(user, entityId, 'WRITE_ATTRIBUTES');
      await recorder.saveAttributes(user, entity, scope, readAttributes(body));
    },

    async deleteAttributes(
      user: SecurityUser,
      entityId: EntityId,
      scope: AttributeScope,
      keys: readonly string[] | undefined,
    ): Promise<void> {
      const entity = await require(user, entityId, 'WRITE_ATTRIBUTES');
      const deleted = requireKeys(keys);
      const action = {
        type: 'ATTRIBUTES_DELETED' as const,
        data: { entityId: entityId.id, scope, attributes: deleted },
        message: { type: 'ATTRIBUTES_DELETED', data: { attributes: deleted }, metadata: { scope } },
      };
      await recorder.recorded(user, entity, action, () =>
        telemetry.deleteAttributes({ tenantId: entity.tenantId, entityId, scope, keys: deleted }),
      );
    },

    /** @param ttlSeconds 0: the default of the tenant */
    async saveTimeseries(
      user: SecurityUser,
      entityId: EntityId,
      body: string | undefined,
      ttlSeconds: number,
    ): Promise<void> {
      if (entityId.entityType === 'ENTITY_VIEW') {
        throw badRequest("Telemetry data can't be stored for entity view. Read only");
      }
      const entity = await require(user, entityId, 'WRITE_TELEMETRY');
      if (ttlSeconds < 0) throw badRequest(`Incorrect ttl '${ttlSeconds}'. It must not be negative.`);
      const points = readTimeseries(body, Date.now(), parts.castStrings, parts.maxAhead);
      await recorder.saveTimeseries(user, entity, points, ttlSeconds);
    },

    async deleteTimeseries(
      user: SecurityUser,
      entityId: EntityId,
      request: {
        keys: readonly string[] | undefined;
        deleteAll: boolean;
        startTs: number | undefined;
        endTs: number | undefined;
        rewriteLatest: boolean;
      },
    ): Promise<void> {
      const entity = await require(user, entityId, 'WRITE_TELEMETRY');
      const keys = requireKeys(request.keys);
      const startTs = request.deleteAll ? 0 : request.startTs;
      const endTs = request.deleteAll ? Date.now() : request.endTs;
      if (startTs === undefined || endTs === undefined) {
        throw badRequest("When deleteAllDataForKeys is false, start and end timestamp values shouldn't be empty");
      }
      // Recorded are the bounds that 3.3.2 names; deleted is everything, whatever its time.
      const range = request.deleteAll ? ALL_TIMES : { startTs, endTs };
      const data = { timeseries: keys, startTs, endTs };
      const action = {
        type: 'TIMESERIES_DELETED' as const,
        data: { entityId: entityId.id, ...data },
        message: { type: 'TIMESERIES_DELETED', data },
      };
      const { rewriteLatest } = request;
      await recorder.recorded(user, entity, action, () =>
        telemetry.deleteTimeseries({ tenantId: entity.tenantId, entityId, keys, ...range, rewriteLatest }),
      );
    },
  };
}

function only(names: readonly string[], keys: readonly string[] | undefined): string[] {
  return names.filter((name) => keys?.includes(name) ?? true);
}

function requireKeys(keys: readonly string[] | undefined): string[] {
  if (!keys) throw badRequest("Required request parameter 'keys' is not present");
  if (keys.length === 0) throw badRequest('Empty keys');
  return [...new Set(keys)];
}

export type TelemetryApiService = ReturnType<typeof createTelemetryApiService>;
