import type { DeviceContext } from '../../entities/device-directory.ts';
import { type PowerSaving, powerSavingOf } from '../coap/power-saving.ts';

/** Without settings of its own a client in queue mode receives for this long after its last message, ms (MAX_TRANSMIT_WAIT). */
const QUEUE_MODE_WINDOW = 93_000;

export interface ReachabilityParts {
  onSleep: () => void;
  onWake: () => void;
}

/** Whether a client receives what is sent to it: some do only for a while after they have sent something. */
export function createReachability({ onSleep, onWake }: ReachabilityParts) {
  let asleep = false;
  let late = false;
  let timer: NodeJS.Timeout | undefined;

  function sleep(): void {
    if (asleep) return;
    asleep = true;
    onSleep();
  }

  return {
    isAsleep: (): boolean => asleep,

    /** The client has sent something. */
    heard(context: DeviceContext, queueMode: boolean): void {
      clearTimeout(timer);
      late = false;
      const power: PowerSaving | undefined =
        powerSavingOf(context) ?? (queueMode ? { mode: 'PSM', window: QUEUE_MODE_WINDOW } : undefined);
      if (power) {
        timer = setTimeout(() => {
          late = true;
          if (power.mode === 'PSM') sleep();
        }, power.window);
        timer.unref();
      }
      if (!asleep) return;
      asleep = false;
      onWake();
    },

    /** Something is sent to the client: one message more reaches it when it listens next. */
    sent(): void {
      if (late) sleep();
    },

    close: (): void => clearTimeout(timer),
  };
}
