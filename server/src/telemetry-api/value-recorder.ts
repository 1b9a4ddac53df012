import type { EntitySummary } from '../access/entity-directory.ts';
import type { ActionLog, ActionRecord } from '../audit/action-log.ts';
import { badRequest } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { KeyLimitError, type KeyLimits } from '../telemetry/key-limits.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import type { AttributeScope } from '../values/attribute.ts';
import type { KeyValue, TimedValues } from '../values/value.ts';
import { type JsonValue, toJsonValue, toWireText } from '../values/wire-values.ts';

export interface ValueRecorderParts {
  service: TelemetryService;
  keyLimits: Pick<KeyLimits, 'admitSeries' | 'admitAttributes'>;
  actionLog: ActionLog;
}

/** An entity whose values are written. */
export type ValueOwner = Pick<EntitySummary, 'entityId' | 'tenantId' | 'customerId' | 'name'>;

/** Stores values that people write, within the limits of keys, and records it; permissions are the caller's. */
export interface ValueRecorder {
  /** Does `work` and records it, also when it fails. */
  recorded(
    user: SecurityUser,
    entity: ValueOwner,
    action: Pick<ActionRecord, 'type' | 'data' | 'message'>,
    work: () => Promise<void>,
  ): Promise<void>;
  /** @throws ApiError 400 / 31 if there were too many keys */
  saveAttributes(user: SecurityUser, entity: ValueOwner, scope: AttributeScope, entries: KeyValue[]): Promise<void>;
  /**
   * @param ttlSeconds 0: the default of the tenant
   * @throws ApiError 400 / 31 if there were too many keys
   */
  saveTimeseries(user: SecurityUser, entity: ValueOwner, points: TimedValues[], ttlSeconds: number): Promise<void>;
}

export function createValueRecorder({ service: telemetry, keyLimits, actionLog }: ValueRecorderParts): ValueRecorder {
  const recorded: ValueRecorder['recorded'] = async (user, entity, action, work) => {
    const record: ActionRecord = {
      user,
      tenantId: entity.tenantId,
      entityId: entity.entityId,
      entityName: entity.name,
      ...(entity.customerId ? { customerId: entity.customerId } : {}),
      ...action,
    };
    try {
      await work();
    } catch (error) {
      await actionLog.record({ ...record, error });
      throw error;
    }
    await actionLog.record(record);
  };

  return {
    recorded,

    async saveAttributes(user, entity, scope, entries) {
      const { entityId, tenantId } = entity;
      await waitForAdmission(() => keyLimits.admitAttributes(tenantId, entityId, scope, entries));
      const action = {
        type: 'ATTRIBUTES_UPDATED' as const,
        data: { entityId: entityId.id, scope, attributes: asTexts(entries) },
        message: { type: 'ATTRIBUTES_UPDATED', data: asJson(entries), metadata: { scope } },
      };
      await recorded(user, entity, action, () => telemetry.saveAttributes({ tenantId, entityId, scope, entries }));
    },

    async saveTimeseries(user, entity, points, ttlSeconds) {
      const { entityId, tenantId } = entity;
      await waitForAdmission(() => keyLimits.admitSeries(tenantId, entityId, points));
      const grouped = groupByTime(points);
      const action = {
        type: 'TIMESERIES_UPDATED' as const,
        data: {
          entityId: entityId.id,
          timeseries: grouped.map(({ ts, values }) => ({ ts, values: asTexts(values) })),
        },
        message: {
          type: 'TIMESERIES_UPDATED',
          data: { timeseries: grouped.map(({ ts, values }) => ({ ts, values: asJson(values) })) },
        },
      };
      await recorded(user, entity, action, () => telemetry.saveTimeseries({ tenantId, entityId, points, ttlSeconds }));
    },
  };
}

/** @throws ApiError 400 / 31 if there were too many keys */
async function waitForAdmission(admission: () => Promise<void> | undefined): Promise<void> {
  try {
    await admission();
  } catch (error) {
    throw error instanceof KeyLimitError ? badRequest(error.message) : error;
  }
}

function asTexts(values: readonly KeyValue[]): Record<string, string> {
  return Object.fromEntries(values.map(({ key, value }) => [key, toWireText(value)]));
}

/** The values for a message. */
function asJson(values: readonly KeyValue[]): Record<string, JsonValue> {
  return Object.fromEntries(values.map(({ key, value }) => [key, toJsonValue(value)]));
}

/** Values of equal times together, in the order their times came first. */
function groupByTime(points: readonly TimedValues[]): TimedValues[] {
  const groups = new Map<number, TimedValues>();
  for (const point of points) {
    const group = groups.get(point.ts);
    if (group) group.values.push(...point.values);
    else groups.set(point.ts, { ts: point.ts, values: [...point.values] });
  }
  return [...groups.values()];
}
