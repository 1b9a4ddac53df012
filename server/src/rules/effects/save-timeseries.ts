import type { Message } from '../../messages/message.ts';
import type { TimeseriesWrite } from '../../telemetry/telemetry-service.ts';
import type { TimedValues } from '../../values/value.ts';
import { defineListEffect, whenAdmitted } from './effect-kind.ts';

/** Points of the originator of a message; throws or rejects with KeyLimitError when their keys exceed its limit. */
export const saveTimeseries = defineListEffect({
  kind: 'saveTimeseries',
  adder:
    (writes: TimeseriesWrite[], { keyLimits }) =>
    ({ tenantId, originator }: Message, points: TimedValues[], ttlSeconds: number): Promise<void> | undefined =>
      whenAdmitted(
        keyLimits.admitSeries(tenantId, originator, points),
        () => void writes.push({ tenantId, entityId: originator, points, ttlSeconds }),
      ),
  store: (unit, writes, { telemetry }) => telemetry.saveTimeseriesBatch(unit, writes),
});
