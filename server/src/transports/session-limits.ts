import type { DeviceContext } from '../entities/device-directory.ts';
import { PayloadError } from '../values/json-scanner.ts';
import { splitObject } from '../values/json-values.ts';

/** Largest payload a device may send in one message. */
export const MAX_PAYLOAD_BYTES = 65_536;
/** Maximum number of unacknowledged messages per device. */
export const MAX_IN_FLIGHT_MESSAGES = 1000;

/** Answer to the call `getSessionLimits` with which current SDKs begin: JSON text. */
export function sessionLimits({ device, limits }: DeviceContext): string {
  const rateLimits = withoutEmpty(limits.device);
  return JSON.stringify({
    maxPayloadSize: MAX_PAYLOAD_BYTES,
    maxInflightMessages: MAX_IN_FLIGHT_MESSAGES,
    rateLimits,
    ...(device.gateway ? { gatewayRateLimits: rateLimits } : {}),
  });
}

/** The members that say something: to the SDKs an absent limit means unlimited. */
function withoutEmpty(limits: object): Record<string, string> {
  return Object.fromEntries(Object.entries(limits as Record<string, string>).filter(([, text]) => text !== ''));
}

/**
 * Method and params (JSON text, numbers as they were written) of a call that a device makes.
 * @throws PayloadError when there is no method
 */
export function clientCallParts(payload: string): { method: string; params: string } {
  const members = splitObject(payload);
  const method = textMember(members.get('method'));
  if (!method) throw new PayloadError('"method" must be a text that names the call');
  return { method, params: members.get('params') ?? '{}' };
}

/** The text of a member that holds a JSON string; undefined when it holds something else. */
export function textMember(json: string | undefined): string | undefined {
  if (!json?.startsWith('"')) return undefined;
  return JSON.parse(json) as string;
}
