import { describe, expect, it } from 'vitest';
import { PayloadError } from '../../../values/json-scanner.ts';
import type { TimedValues } from '../../../values/value.ts';
import type { EfentoChannel, EfentoMessage } from './efento-message.ts';
import { efentoTelemetry } from './efento-telemetry.ts';

/** 2021-08-30 12:00:00 UTC, in s */
const TIME = 1_630_324_800;
const message = (channels: Partial<EfentoChannel>[], more: Partial<EfentoMessage> = {}): EfentoMessage => ({
  serialNum: Buffer.from('282c02424eed', 'hex').toString('base64'),
  batteryStatus: true,
  measurementPeriodBase: 60,
  measurementPeriodFactor: 0,
  channels: channels.map((channel) => ({ type: 0, timestamp: TIME, startPoint: 0, sampleOffsets: [], ...channel })),
  nextTransmissionAt: TIME + 600,
  signal: 30,
  cloudToken: 'token',
  ...more,
});
/** Time after the first sample in s → what was measured. */
const measured = (entries: TimedValues[]) =>
  entries.map(({ ts, values }) => [
    ts / 1000 - TIME,
    Object.fromEntries(values.filter(({ key }) => /_\d$/.test(key)).map(({ key, value }) => [key, value.value])),
  ]);

describe('measurements of a sensor', () => {
  it('have the time of each sample, and the state of the sensor', () => {
    const [first, second] = efentoTelemetry(message([{ type: 1, startPoint: 200, sampleOffsets: [5, -10] }]));
    expect(first).toEqual({
      ts: TIME * 1000,
      values: [
        { key: 'temperature_1', value: { type: 'DOUBLE', value: 20.5 } },
        { key: 'serial', value: { type: 'STRING', value: '282C02424EED' } },
        { key: 'battery', value: { type: 'STRING', value: 'ok' } },
        { key: 'measured_at', value: { type: 'STRING', value: '2021-08-30 12:00:00 UTC' } },
        { key: 'next_transmission_at', value: { type: 'STRING', value: '2021-08-30 12:10:00 UTC' } },
        { key: 'signal', value: { type: 'LONG', value: 30 } },
        { key: 'measurement_interval', value: { type: 'LONG', value: 60 } },
      ],
    });
    expect(second?.ts).toBe((TIME + 60) * 1000);
    expect(second?.values[0]?.value.value).toBe(19);
  });

  it('of all channels at one time are one entry', () => {
    const channels = [
      { type: 1, startPoint: 200, sampleOffsets: [0] },
      { type: 2, startPoint: 40, sampleOffsets: [1] },
      { type: 3, startPoint: 10_000, sampleOffsets: [132] },
      { type: 4, startPoint: 5, sampleOffsets: [-1] },
      { type: 10, startPoint: 100, sampleOffsets: [7] },
      { type: 7, startPoint: 1, sampleOffsets: [1] },
    ];
    expect(measured(efentoTelemetry(message(channels)))).toEqual([
      [0, { temperature_1: 20, humidity_2: 41, pressure_3: 1013.2, pressure_diff_4: 4, pulse_counter_water_5: 107 }],
    ]);
  });

  it('leave out samples of a failed sensor, without moving the others', () => {
    const channel = { type: 2, startPoint: 0, sampleOffsets: [1, -32_768, 3] };
    expect(measured(efentoTelemetry(message([channel], { measurementPeriodFactor: 2 })))).toEqual([
      [0, { humidity_1: 1 }],
      [240, { humidity_1: 3 }],
    ]);
  });

  it('that tell changes have the time of each change', () => {
    const entries = efentoTelemetry(message([{ type: 5, sampleOffsets: [-10, -20, 31, 40, -50] }]));
    expect(measured(entries)).toEqual([
      [9, { ok_alarm_1: 'OK' }],
      [30, { ok_alarm_1: 'ALARM' }],
      [49, { ok_alarm_1: 'OK' }],
    ]);
    expect(entries[0]?.values.at(-1)?.value.value).toBe(60 * 14);
  });

  it.each([
    ['no channel', []],
    ['channels that are not used', [{ type: 6, sampleOffsets: [1] }]],
    ['failed sensors', [{ type: 1, sampleOffsets: [-32_768] }]],
    ['too many samples', [{ type: 1, sampleOffsets: Array<number>(5001).fill(1) }]],
  ])('are refused with %s', (_what, channels) => {
    expect(() => efentoTelemetry(message(channels))).toThrow(PayloadError);
  });
});
