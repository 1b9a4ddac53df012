import { PayloadError } from '../../../values/json-scanner.ts';
import type { KeyValue, TimedValues } from '../../../values/value.ts';
import type { EfentoChannel, EfentoMessage } from './efento-message.ts';

interface Measured {
  key: string;
  /** A sample is this many times the value. */
  scale: number;
}

/** Type of a channel → what it measures; the others are not used. */
const MEASURED: ReadonlyMap<number, Measured> = new Map([
  [1, { key: 'temperature', scale: 10 }],
  [2, { key: 'humidity', scale: 1 }],
  [3, { key: 'pressure', scale: 10 }],
  [4, { key: 'pressure_diff', scale: 1 }],
  [10, { key: 'pulse_counter_water', scale: 1 }],
]);
const OK_ALARM = 5;
/** Instead of a sample: the sensor has failed. */
const SENSOR_ERROR = -32_768;
/** Period of sensors that tell changes, where they name no factor. */
const BINARY_FACTOR = 14;
/** Samples of one message; sensors keep fewer. */
const MAX_SAMPLES = 5000;

const text = (key: string, value: string): KeyValue => ({ key, value: { type: 'STRING', value } });
const long = (key: string, value: number): KeyValue => ({ key, value: { type: 'LONG', value } });
const double = (key: string, value: number): KeyValue => ({ key, value: { type: 'DOUBLE', value } });

/** `2021-08-30 12:00:00 UTC` */
function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/**
 * Telemetry of a sensor: all channels at one time are one entry, with the state of the sensor.
 * @throws PayloadError when there is no value in it
 */
export function efentoTelemetry(message: EfentoMessage): TimedValues[] {
  const { channels, measurementPeriodBase, measurementPeriodFactor } = message;
  const isBinary = channels.some(({ type }) => type === OK_ALARM);
  /** s */
  const period = measurementPeriodBase * (measurementPeriodFactor || (isBinary ? BINARY_FACTOR : 1));
  /** ms since 1970 → what was measured then */
  const entries = new Map<number, KeyValue[]>();
  let samples = 0;

  function add(ts: number, value: KeyValue): void {
    const entry = entries.get(ts);
    if (entry) entry.push(value);
    else entries.set(ts, [value]);
  }

  function addSamples(
    { timestamp, startPoint, sampleOffsets }: EfentoChannel,
    number: number,
    measured: Measured,
  ): void {
    for (const [index, offset] of sampleOffsets.entries()) {
      if (offset === SENSOR_ERROR) continue;
      const value = (startPoint + offset) / measured.scale;
      add((timestamp + index * period) * 1000, double(`${measured.key}_${number}`, value));
    }
  }

  /** Each offset is when the state changed, and below zero where it is well since. */
  function addStates({ timestamp, sampleOffsets }: EfentoChannel, number: number): void {
    let before: boolean | undefined;
    for (const offset of sampleOffsets) {
      if (offset === SENSOR_ERROR) continue;
      const isOk = offset < 0;
      if (isOk !== before)
        add((timestamp + Math.abs(offset) - 1) * 1000, text(`ok_alarm_${number}`, isOk ? 'OK' : 'ALARM'));
      before = isOk;
    }
  }

  for (const [index, channel] of channels.entries()) {
    samples += channel.sampleOffsets.length;
    if (samples > MAX_SAMPLES) throw new PayloadError(`A message has at most ${MAX_SAMPLES} samples`);
    const measured = MEASURED.get(channel.type);
    if (channel.type === OK_ALARM) addStates(channel, index + 1);
    else if (measured) addSamples(channel, index + 1, measured);
  }
  if (entries.size === 0) throw new PayloadError('The message has no measurements');
  return [...entries]
    .sort(([one], [other]) => one - other)
    .map(([ts, values]) => ({ ts, values: [...values, ...stateOf(message, ts, period)] }));
}

function stateOf({ serialNum, batteryStatus, nextTransmissionAt, signal }: EfentoMessage, ts: number, period: number) {
  return [
    text('serial', Buffer.from(serialNum, 'base64').toString('hex').toUpperCase()),
    text('battery', batteryStatus ? 'ok' : 'low'),
    text('measured_at', utc(ts)),
    text('next_transmission_at', utc(nextTransmissionAt * 1000)),
    long('signal', signal),
    long('measurement_interval', period),
  ];
}
