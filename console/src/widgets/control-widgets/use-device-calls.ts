import './texts/texts.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as api from '../../api/device-calls.ts';
import type { DataEntity } from '../model.ts';
import { type CallOptions, callDevice, DeviceCallError } from './device-call.ts';

export interface DeviceCalls {
  /**
   * Calls the device. When it or the widget is gone before it answered, nothing comes of it.
   * @throws DeviceCallError
   */
  call(kind: 'oneway' | 'twoway', method: string, params: unknown): Promise<unknown>;
  /** A call is under way. */
  isBusy: boolean;
}

/** A promise that is never settled: who waits for it is gone. */
const NEVER = new Promise<never>(() => undefined);

/** Calls to the device of a control, which is a new component for another device (`perDevice`). */
export function useDeviceCalls(device: DataEntity | undefined, options: CallOptions): DeviceCalls {
  const { t } = useTranslation();
  const [pending, setPending] = useState(0);
  const abort = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    setPending(0);
    return () => controller.abort();
  }, []);

  return {
    isBusy: pending > 0,
    async call(kind, method, params) {
      if (!device) throw new DeviceCallError(t('control.noTarget'));
      if (device.entityType !== 'DEVICE') throw new DeviceCallError(t('control.notADevice'));
      const { signal } = abort.current;
      setPending((count) => count + 1);
      try {
        return await callDevice(api, device.id, { ...options, kind, method, params }, signal);
      } catch (error) {
        if (signal.aborted) return NEVER;
        throw error;
      } finally {
        if (!signal.aborted) setPending((count) => count - 1);
      }
    },
  };
}
