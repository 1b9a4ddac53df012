import type { Message } from '../../messages/message.ts';
import type { TimeseriesWrite } from '../../telemetry/telemetry-service.ts';
import type { TimedValues } from '../../values/value.ts';
import { defineListEffect } from './effect-kind.ts';

/** Points of the originator of a message. */
export const saveTimeseries = defineListEffect({
  kind: 'saveTimeseries',
  adder:
    (writes: TimeseriesWrite[]) =>
    ({ tenantId, originator }: Message, points: TimedValues[], ttlSeconds: number): void => {
      writes.push({ tenantId, entityId: originator, points, ttlSeconds });
    },
  store: (unit, writes, { telemetry }) => telemetry.saveTimeseriesBatch(unit, writes),
});
