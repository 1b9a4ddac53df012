/**
 * What the simulated devices measure: pure functions of the device and the time, so that the history written at the
 * start and the live values that follow it make one curve.
 */

export const DEVICE_KINDS = ['climate', 'freezer', 'meter'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

export type Measurement = Record<string, number | boolean>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A number in [0, 1) that depends on nothing but its arguments. */
function hash(seed: number, step: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(step | 0, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4_294_967_296;
}

/** Smooth noise in [-1, 1] that changes over about `period` ms. */
function drift(seed: number, ts: number, period: number): number {
  const at = ts / period;
  const step = Math.floor(at);
  const part = at - step;
  const ease = part * part * (3 - 2 * part);
  return (hash(seed, step) * (1 - ease) + hash(seed, step + 1) * ease) * 2 - 1;
}

/** Wave over the day in [-1, 1], highest at `peakHour` (UTC). */
function daily(ts: number, peakHour: number): number {
  return Math.cos(((ts % DAY) / DAY - peakHour / 24) * 2 * Math.PI);
}

function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

/** Seed of a device, from its name. */
export function seedOf(name: string): number {
  let seed = 2_166_136_261;
  for (const character of name) seed = Math.imul(seed ^ (character.codePointAt(0) as number), 16_777_619);
  return seed >>> 0;
}

/** Energy counter of a meter in kWh: the integral of its mean power since 2026, so that it only ever rises. */
function energyAt(seed: number, ts: number): number {
  const hours = (ts - Date.UTC(2026, 0, 1)) / HOUR;
  const meanKilowatts = 6 + hash(seed, 1) * 10;
  return 12_000 + hash(seed, 2) * 5_000 + hours * meanKilowatts + drift(seed + 3, ts, 3 * HOUR) * 0.4;
}

const MODELS: Record<DeviceKind, (seed: number, ts: number) => Measurement> = {
  climate(seed, ts) {
    const sun = Math.max(0, daily(ts, 13));
    const temperature = 21.5 + hash(seed, 7) * 2 + daily(ts, 14) * 2.4 + drift(seed, ts, 40 * MINUTE) * 0.9;
    return {
      temperature: round(temperature + drift(seed + 1, ts, 2 * MINUTE) * 0.12, 1),
      humidity: round(68 - (temperature - 22) * 2.6 + drift(seed + 2, ts, 55 * MINUTE) * 4, 0),
      co2: Math.round(620 - sun * 160 + drift(seed + 3, ts, 30 * MINUTE) * 45),
      soilMoisture: round(58 - ((ts + hash(seed, 4) * DAY) % (8 * HOUR)) / HOUR + drift(seed + 5, ts, 2 * HOUR), 0),
      ventOpen: Math.max(0, Math.min(100, Math.round((temperature - 21) * 14))),
    };
  },
  freezer(seed, ts) {
    // The compressor runs for about a third of a cycle of 25 to 40 minutes.
    const cycle = (25 + hash(seed, 1) * 15) * MINUTE;
    const phase = ((ts + hash(seed, 2) * cycle) % cycle) / cycle;
    const running = phase < 0.36;
    const saw = running ? phase / 0.36 : 1 - (phase - 0.36) / 0.64;
    const slot = Math.floor(ts / (9 * MINUTE));
    const doorOpen = hash(seed + 3, slot) > 0.93 && (ts % (9 * MINUTE)) / MINUTE < 2.5;
    return {
      temperature: round(
        -18.4 -
          saw * 1.3 +
          (doorOpen ? 1.6 : 0) +
          drift(seed + 4, ts, 90 * MINUTE) * 0.5 +
          drift(seed + 5, ts, MINUTE) * 0.05,
        1,
      ),
      doorOpen,
      compressorPower: running ? Math.round(410 + hash(seed, 6) * 120 + drift(seed + 7, ts, 3 * MINUTE) * 18) : 4,
    };
  },
  meter(seed, ts) {
    const load = 9 + hash(seed, 1) * 9 + daily(ts, 17) * 4 + drift(seed + 2, ts, 25 * MINUTE) * 2.2;
    return {
      power: round(Math.max(0.4, load + drift(seed + 3, ts, 90_000) * 0.6), 2),
      energy: round(energyAt(seed, ts), 1),
      voltage: round(231 + drift(seed + 4, ts, 12 * MINUTE) * 2.1 + drift(seed + 5, ts, 20_000) * 0.3, 1),
    };
  },
};

/** What a device of `kind` measures at `ts` (epoch ms). */
export function measure(kind: DeviceKind, seed: number, ts: number): Measurement {
  return MODELS[kind](seed, ts);
}

/** Period of publishing in ms, different for every device so that they do not march in step. */
export function publishPeriod(kind: DeviceKind, seed: number): number {
  const base = { climate: 5_000, freezer: 4_000, meter: 2_500 }[kind];
  return Math.round(base * (0.8 + hash(seed, 11) * 0.4));
}
