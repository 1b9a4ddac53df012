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
const MAX_WINDOW = 86_400_000;

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
  if (powerMode === 'PSM') return { mode: 'PSM', window: windowOf(settings.psmActivityTimer) };
  if (powerMode === 'E_DRX') return { mode: 'E_DRX', window: windowOf(settings.pagingTransmissionWindow) };
  return undefined;
}

function windowOf(given: unknown): number {
  return typeof given === 'number' && given > 0 ? Math.min(given, MAX_WINDOW) : DEFAULT_WINDOW;
}
