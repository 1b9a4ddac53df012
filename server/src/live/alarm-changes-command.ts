import type { AlarmChangesCommand, AlarmChangesUpdate } from '@signalbox/contract/live';
import { requirePermission } from '../access/permissions.ts';
import { requireEntity } from '../access/require-entity.ts';
import type { AlarmChange } from './alarm-changes.ts';
import { liveError } from './live-errors.ts';
import type { LiveParts, RunningCommand } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';

export interface RunningAlarmChanges extends RunningCommand {
  /** Resolves when changes are told, or an error has been. */
  first: Promise<void>;
}

/** ms between two updates: what changes meanwhile is told once. */
const UPDATE_PAUSE = 500;

/** Tells that alarms have changed: those of an entity, or all that the user sees. */
export function startAlarmChanges(
  { directory, alarmChanges, log }: LiveParts,
  session: LiveSession,
  { cmdId, entityId }: AlarmChangesCommand,
): RunningAlarmChanges {
  const { user } = session;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let lastTold = 0;
  let stopListening: () => void = () => undefined;

  function tell(error?: ReturnType<typeof liveError>): void {
    if (isClosed) return;
    lastTold = Date.now();
    const update: AlarmChangesUpdate = {
      cmdId,
      errorCode: 0,
      errorMsg: null,
      ...error,
      cmdUpdateType: 'ALARM_CHANGES',
    };
    session.reply(JSON.stringify(update));
  }

  function tellSoon(): void {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        tell();
      },
      Math.max(0, lastTold + UPDATE_PAUSE - Date.now()),
    );
  }

  function isSeen({ entityId: originator, alarm, places }: AlarmChange): boolean {
    if (entityId) return originator.id === entityId.id || places.includes(entityId.id);
    return user.authority !== 'CUSTOMER_USER' || alarm.customerId.id === user.customerId;
  }

  async function begin(): Promise<void> {
    requirePermission(user, 'ALARM', 'READ');
    if (entityId) await requireEntity(directory, user, entityId, 'READ');
    if (isClosed) return;
    stopListening = alarmChanges.subscribe(user.tenantId, (change) => {
      if (change.kind === 'alarm' && isSeen(change)) tellSoon();
    });
    tell();
  }

  return {
    first: begin().catch((error: unknown) => tell(liveError(error, log))),
    close() {
      isClosed = true;
      stopListening();
      clearTimeout(timer);
    },
  };
}
