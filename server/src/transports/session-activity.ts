import { steadyNow } from '../config/steady-clock.ts';
import type { DeviceState } from '../device-state/device-state.ts';
import type { DeviceContext } from '../entities/device-directory.ts';

/** What is kept with a session about its activity. */
export interface ActiveSession {
  readonly context: DeviceContext;
  readonly closed: boolean;
  /** On the steady clock. */
  lastActivity: number;
  /** Activity since the last report to the device state. */
  unreported: boolean;
}

/**
 * Reports the activity of sessions to the device state: once per period for all messages.
 * @param period ms
 */
export function createSessionActivity(deviceState: DeviceState, period: number) {
  /** Sessions with activity that the device state does not know of yet. */
  let unreported: ActiveSession[] = [];

  const timer = setInterval(() => {
    const sessions = unreported;
    unreported = [];
    for (const session of sessions) {
      session.unreported = false;
      deviceState.active(session.context, session.lastActivity);
    }
  }, period);
  timer.unref();

  return {
    /** Notes that the device is there. */
    touch(session: ActiveSession): void {
      session.lastActivity = steadyNow();
      if (session.unreported || session.closed) return;
      session.unreported = true;
      unreported.push(session);
    },
    /** Reports the activity of an ending session immediately. */
    report(session: ActiveSession): void {
      if (session.unreported) deviceState.active(session.context, session.lastActivity);
    },
    close(): void {
      clearInterval(timer);
    },
  };
}

export type SessionActivity = ReturnType<typeof createSessionActivity>;
