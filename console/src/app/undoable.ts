import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { errorText } from '../controls/error-text.ts';
import { dismissNotice, notify, notifyError } from './notices.ts';

/** How long a deletion can be taken back, in ms. */
const UNDO_DURATION = 8000;

interface Waiting {
  noticeId: number;
  /** Does it now, unless it is undone or done already. */
  finish: () => Promise<void>;
}

const waiting = new Set<Waiting>();
/** Ids of what looks deleted: waiting, or deleted and perhaps still in a list that was loaded before. */
let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function setHidden(id: string, on: boolean) {
  const next = new Set(hidden);
  if (on) next.add(id);
  else next.delete(id);
  hidden = next;
  for (const listener of listeners) listener();
}

/**
 * Deletes one thing with an Undo in the toast: it leaves the lists at once, and `work` runs when the toast goes, the
 * person signs out or the page is left. When `work` fails the thing is back, and the person is told.
 */
export function deleteWithUndo(what: {
  id: string;
  /** Another thing may get this id, such as an attribute with the same key: it shows again once this one is gone. */
  reusable?: boolean;
  message: string;
  work: () => Promise<unknown>;
  /** Reloads the lists. */
  after: () => unknown;
}) {
  let settled = false;
  setHidden(what.id, true);
  const finish = async () => {
    if (settled) return;
    settled = true;
    waiting.delete(entry);
    try {
      await what.work();
    } catch (error) {
      setHidden(what.id, false);
      notifyError(errorText(error));
    }
    await what.after();
    if (what.reusable) setHidden(what.id, false);
  };
  const entry: Waiting = { noticeId: -1, finish };
  waiting.add(entry);
  const noticeId = notify({
    message: what.message,
    type: 'success',
    duration: UNDO_DURATION,
    action: {
      label: i18next.t('action.undo'),
      run: () => {
        settled = true;
        waiting.delete(entry);
        setHidden(what.id, false);
      },
    },
    closed: () => void finish(),
  });
  if (noticeId === undefined) void finish();
  else entry.noticeId = noticeId;
}

/**
 * Does now what could still be undone.
 * @returns whether there was anything
 */
export async function finishUndoable(): Promise<boolean> {
  const all = [...waiting];
  const work = all.map((entry) => entry.finish());
  // The toasts go at once: their Undo would come too late.
  for (const { noticeId } of all) dismissNotice(noticeId);
  await Promise.all(work);
  return work.length > 0;
}

// What was deleted must not survive the page. Phones may discard a hidden page without notice.
window.addEventListener('pagehide', () => void finishUndoable());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void finishUndoable();
});

/** Ids that lists leave out. */
export function hiddenIds(): ReadonlySet<string> {
  return hidden;
}

export function useHiddenIds(): ReadonlySet<string> {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, hiddenIds);
}
