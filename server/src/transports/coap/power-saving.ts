import { MAX_POWER_TIME } from '@signalbox/contract/power-saving';
import type { DeviceContext } from '../../entities/device-directory.ts';

/** How a device saves power: it receives only for a while after it has sent something. */
export interface PowerSaving {
  /** PSM: it then sleeps. E_DRX: it still gets one message, when it listens next. */
  mode: 'PSM' | 'E_DRX';
  /** ms */
  window: number;
}

/** ms */
const DEFAULT_WINDOW = 10_000;

/** Transport → the member of its configuration that says how clients save power. */
const SETTINGS: ReadonlyMap<string, string> = new Map([
  ['COAP', 'clientSettings'],
  ['LWM2M', 'clientLwM2mSettings'],
]);

/** How a device saves power, by itself or as its profile says; undefined: it does not (DRX). */
export function powerSavingOf({ device, profile }: DeviceContext): PowerSaving | undefined {
  const member = SETTINGS.get(profile.transportType);
  if (member === undefined) return undefined;
  const ofProfile = (profile.transport[member] ?? {}) as Record<string, unknown>;
  const own = device.transport ?? {};
  // What a device does not say its profile says.
  const settings = typeof own.powerMode === 'string' ? own : ofProfile;
  const { powerMode } = settings;
  if (powerMode === 'PSM') return { mode: 'PSM', window: powerTimeOf(settings.psmActivityTimer) ?? DEFAULT_WINDOW };
  if (powerMode === 'E_DRX')
    return { mode: 'E_DRX', window: powerTimeOf(settings.pagingTransmissionWindow) ?? DEFAULT_WINDOW };
  return undefined;
}

/** A time that settings name, ms; settings may have been stored before their times had a bound. */
export function powerTimeOf(given: unknown): number | undefined {
  return typeof given === 'number' && given > 0 ? Math.min(given, MAX_POWER_TIME) : undefined;
}
