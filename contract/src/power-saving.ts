/** How a device of CoAP or LwM2M saves power: it sleeps, it always listens, or it listens now and then. */
export const POWER_MODES = ['PSM', 'DRX', 'E_DRX'] as const;

/** What the settings of a profile or of a device say about that, ms. */
export const POWER_TIMES = ['psmActivityTimer', 'edrxCycle', 'pagingTransmissionWindow'] as const;

/** ms: a day, more than any network lets a device sleep for one turn. */
export const MAX_POWER_TIME = 86_400_000;

/** Whether a setting is such a time; none at all is one, too. */
export function isPowerTime(value: unknown): boolean {
  const time = value ?? 0;
  return typeof time === 'number' && Number.isInteger(time) && time >= 0 && time <= MAX_POWER_TIME;
}
