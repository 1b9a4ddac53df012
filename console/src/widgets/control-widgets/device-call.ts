import i18next from 'i18next';
import type * as api from '../../api/device-calls.ts';
import { RequestError } from '../../api/http.ts';
import { errorText } from '../../controls/error-text.ts';
import type { Settings } from '../model.ts';

/** How a control calls its device. */
export interface CallOptions {
  /** ms that the device has to answer. The server waits for at least 5 s. */
  timeout: number;
  /** The call is stored and delivered when the device is back. */
  isPersistent: boolean;
  /** ms between questions for the answer to a persistent call; 0: nobody asks */
  pollingInterval: number;
}

export interface DeviceCall extends CallOptions {
  kind: 'oneway' | 'twoway';
  method: string;
  params: unknown;
}

/** Why a device did not do as it was told, in words for people. */
export class DeviceCallError extends Error {
  override readonly name = 'DeviceCallError';
  /** HTTP status, also of a persistent call; 0 where the server has not refused it. */
  readonly status: number;
  /** What the device or the server says of it, where that is not what people read. */
  readonly statusText: string | undefined;

  constructor(message: string, status = 0, statusText?: string) {
    super(message);
    this.status = status;
    this.statusText = statusText;
  }
}

type Api = Pick<typeof api, 'postDeviceCall' | 'getPersistentCall'>;

/** ms */
const DEFAULT_POLLING_INTERVAL = 5_000;
const MIN_POLLING_INTERVAL = 1_000;

function positive(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value > 0 ? value : otherwise;
}

/** The settings that all controls have in common; `timeout` in ms where they name none. */
export function callOptions(settings: Settings, timeout = 500): CallOptions {
  return {
    timeout: positive(settings.requestTimeout, timeout),
    isPersistent: settings.requestPersistent === true,
    pollingInterval: Math.max(
      MIN_POLLING_INTERVAL,
      positive(settings.persistentPollingInterval, DEFAULT_POLLING_INTERVAL),
    ),
  };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** States of a persistent call in which an answer may still come. */
const UNDER_WAY: readonly string[] = ['QUEUED', 'SENT', 'DELIVERED'];

async function persistentAnswer(from: Api, rpcId: string, interval: number, signal: AbortSignal): Promise<unknown> {
  for (let pause = interval / 2; ; pause = interval) {
    await wait(pause, signal);
    const { status, response } = await from.getPersistentCall(rpcId, signal);
    if (UNDER_WAY.includes(status)) continue;
    if (status === 'TIMEOUT' || status === 'EXPIRED') throw new DeviceCallError(i18next.t('control.timeout'), 504);
    if (status === 'FAILED') {
      const { error } = (response ?? {}) as { error?: unknown };
      const reason = String(error ?? '');
      throw new DeviceCallError(i18next.t('control.refused', { reason }), 502, reason);
    }
    return response;
  }
}

/**
 * Calls a device and waits for its answer, that of a persistent call included.
 * @throws DeviceCallError, or what `signal` was aborted with
 */
export async function callDevice(from: Api, deviceId: string, call: DeviceCall, signal: AbortSignal): Promise<unknown> {
  const { kind, method, params, timeout, isPersistent, pollingInterval } = call;
  try {
    const body = { method, params, persistent: isPersistent, timeout } as Parameters<Api['postDeviceCall']>[2];
    const answer = await from.postDeviceCall(deviceId, kind, body, signal);
    if (!isPersistent || pollingInterval === 0) return answer;
    const { rpcId } = (answer ?? {}) as { rpcId?: unknown };
    return typeof rpcId === 'string' ? await persistentAnswer(from, rpcId, pollingInterval, signal) : answer;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DeviceCallError) throw error;
    const { status = 0 } = error instanceof RequestError ? error : {};
    throw new DeviceCallError(status === 504 ? i18next.t('control.timeout') : errorText(error), status);
  }
}
