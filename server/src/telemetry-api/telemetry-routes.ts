import { type EntityId, type EntityType, entityId } from '@signalbox/contract/id';
import { telemetryRoutes as routes } from '@signalbox/contract/telemetry';
import type { FastifyRequest } from 'fastify';
import { readBodyText } from '../http/request-body.ts';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { TelemetryApiService } from './telemetry-api-service.ts';

const of = (params: { entityType: EntityType; entityId: string }): EntityId =>
  entityId(params.entityType, params.entityId);
/** The keys of both parameters; undefined: neither is there. */
const keysOf = ({ keys, key }: { keys?: string[] | undefined; key?: string[] | undefined }): string[] | undefined =>
  keys || key ? [...new Set([...(keys ?? []), ...(key ?? []).filter((one) => one !== '')])] : undefined;
const textOf = (raw: FastifyRequest): string | undefined => readBodyText(raw.body);

/** Answers the telemetry routes of the contract. */
export function telemetryRoutes(api: TelemetryApiService): RouteImplementation[] {
  return [
    implement(routes.getTimeseriesKeys, ({ user, params }) => api.timeseriesKeys(user, of(params))),
    implement(routes.getAttributeKeys, ({ user, params }) => api.attributeKeys(user, of(params))),
    implement(routes.getAttributeKeysByScope, ({ user, params }) => api.attributeKeys(user, of(params), params.scope)),
    implement(routes.getAttributes, ({ user, params, query }) => api.attributes(user, of(params), null, keysOf(query))),
    implement(routes.getAttributesByScope, ({ user, params, query }) =>
      api.attributes(user, of(params), params.scope, keysOf(query)),
    ),
    implement(routes.getTimeseries, ({ user, params, query }) => {
      const { startTs, endTs, useStrictDataTypes = false } = query;
      const keys = keysOf(query);
      if (!keys?.length || startTs === undefined || endTs === undefined) {
        return api.latest(user, of(params), keys, useStrictDataTypes);
      }
      return api.history(
        user,
        of(params),
        {
          keys,
          startTs,
          endTs,
          interval: query.interval,
          limit: query.limit,
          aggregation: query.agg,
          order: query.orderBy,
          intervalType: query.intervalType,
          timeZone: query.timeZone,
          timezone: query.timezone,
        },
        useStrictDataTypes,
      );
    }),
    implement(routes.saveAttributes, async ({ user, params, raw }) => {
      await api.saveAttributes(user, of(params), params.scope, textOf(raw));
      return undefined;
    }),
    implement(routes.saveAttributesOfScope, async ({ user, params, raw }) => {
      await api.saveAttributes(user, of(params), params.scope, textOf(raw));
      return undefined;
    }),
    implement(routes.saveDeviceAttributes, async ({ user, params, raw }) => {
      await api.saveAttributes(user, entityId('DEVICE', params.deviceId), params.scope, textOf(raw));
      return undefined;
    }),
    implement(routes.saveTimeseries, async ({ user, params, raw }) => {
      await api.saveTimeseries(user, of(params), textOf(raw), 0);
      return undefined;
    }),
    implement(routes.saveTimeseriesWithTtl, async ({ user, params, raw }) => {
      await api.saveTimeseries(user, of(params), textOf(raw), params.ttl);
      return undefined;
    }),
    implement(routes.deleteTimeseries, async ({ user, params, query }) => {
      await api.deleteTimeseries(user, of(params), {
        keys: keysOf(query),
        deleteAll: query.deleteAllDataForKeys ?? false,
        startTs: query.startTs,
        endTs: query.endTs,
        rewriteLatest: query.rewriteLatestIfDeleted ?? false,
      });
      return undefined;
    }),
    implement(routes.deleteAttributes, async ({ user, params, query }) => {
      await api.deleteAttributes(user, of(params), params.scope, keysOf(query));
      return undefined;
    }),
    implement(routes.deleteDeviceAttributes, async ({ user, params, query }) => {
      await api.deleteAttributes(user, entityId('DEVICE', params.deviceId), params.scope, keysOf(query));
      return undefined;
    }),
  ];
}
