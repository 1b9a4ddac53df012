import type { Message } from '../../messages/message.ts';
import type { TimeseriesWrite } from '../../telemetry/telemetry-service.ts';
import { requireStorage } from '../../usage/stopped.ts';
import type { TimedValues } from '../../values/value.ts';
import { defineListEffect } from './effect-kind.ts';
import { createLengthBound } from './length-bound.ts';

/** Characters of a payload from which it counts. */
const LONG = 8_192;
const requireShort = createLengthBound('Too long values are saved at once');

/**
 * Points of the originator of a message; throws or rejects with KeyLimitError when their keys exceed its limit, and
 * throws when the tenant has used up its storage.
 */
export const saveTimeseries = defineListEffect({
  kind: 'saveTimeseries',
  adder:
    (writes: TimeseriesWrite[], { keyLimits, usage }) =>
    ({ tenantId, originator, data }: Message, points: TimedValues[], ttlSeconds: number): Promise<void> | undefined => {
      if (originator.entityType === 'ENTITY_VIEW') {
        throw new Error("Telemetry data can't be stored for entity view. Read only");
      }
      requireStorage(usage, tenantId);
      if (data.length > LONG) requireShort(writes, tenantId, data.length);
      const write = { tenantId, entityId: originator, points, ttlSeconds };
      // Nearly always at once, and then without a function to allocate.
      const admission = keyLimits.admitSeries(tenantId, originator, points);
      if (admission) return admission.then(() => void writes.push(write));
      writes.push(write);
      return undefined;
    },
  store: (unit, writes, { telemetry }) => telemetry.saveTimeseriesBatch(unit, writes),
});
