import type { EntityId } from '@signalbox/contract/id';
import type { UnitOfWork } from '../storage/transaction.ts';
import type { AttributeScope } from '../values/attribute.ts';
import type { KeyValue, TimedValues } from '../values/value.ts';

/** Points of one entity, to be stored together with others. */
export interface TimeseriesWrite {
  tenantId: string;
  entityId: EntityId;
  points: TimedValues[];
  /** Retention in seconds; 0 or absent: the default of the tenant. */
  ttlSeconds?: number;
}

/**
 * Writes telemetry and attributes for all callers (REST, rule nodes, device state): stores, then tells `live` after the
 * commit. Reads go to the stores directly.
 */
export interface TelemetryService {
  /** Stores points of `entityId`: as part of `unit` when given, else in a transaction of its own. */
  saveTimeseries(write: {
    unit?: UnitOfWork;
    tenantId: string;
    entityId: EntityId;
    points: TimedValues[];
    ttlSeconds?: number;
  }): Promise<void>;
  /**
   * Stores the points of many writes as part of `unit`, as the rule engine does once per batch of messages. Several
   * writes may concern the same entity; for equal `ts` the later one wins.
   */
  saveTimeseriesBatch(unit: UnitOfWork, writes: readonly TimeseriesWrite[]): Promise<void>;
  /** Stores attributes; shared ones of a device are pushed to its sessions unless `notifyDevice` is false. */
  saveAttributes(write: {
    unit?: UnitOfWork;
    tenantId: string;
    entityId: EntityId;
    scope: AttributeScope;
    entries: KeyValue[];
    notifyDevice?: boolean;
  }): Promise<void>;
  /** Deletes attributes; the device is told as for saveAttributes. */
  deleteAttributes(request: {
    unit?: UnitOfWork;
    tenantId: string;
    entityId: EntityId;
    scope: AttributeScope;
    keys: readonly string[];
    notifyDevice?: boolean;
  }): Promise<void>;
  /** Deletes points, see SeriesStore.delete. */
  deleteTimeseries(request: {
    tenantId: string;
    entityId: EntityId;
    keys: readonly string[];
    startTs: number;
    endTs: number;
    rewriteLatest: boolean;
  }): Promise<void>;
}
