import type { ActionLog, ActionRecord } from './action-log.ts';

/** Runs `work`. When it fails, the failure is recorded as `action` says and thrown on. */
export async function recordFailure<T>(
  actionLog: ActionLog,
  action: Omit<ActionRecord, 'error' | 'before' | 'message'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await actionLog.record({ ...action, error });
    throw error;
  }
}
