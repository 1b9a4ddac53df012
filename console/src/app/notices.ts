import { useSyncExternalStore } from 'react';

export type NoticeType = 'info' | 'warn' | 'success' | 'error';

export interface Notice {
  id: number;
  /** Epoch ms. */
  shownAt: number;
  message: string;
  type: NoticeType;
  /** ms on screen; absent: stays until closed. */
  duration?: number | undefined;
  /** One thing the person can do about it, such as Undo. */
  action?: { label: string; run: () => void } | undefined;
  /** Technical detail, folded. */
  detail?: string | undefined;
  /** At the end of the reading direction instead of its start; for what nobody is waiting for. */
  atEnd?: boolean | undefined;
  /** Called once when it has gone, whatever the reason. */
  closed?: (() => void) | undefined;
}

let notices: readonly Notice[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Notice[]) {
  const gone = notices.filter((notice) => !next.includes(notice));
  notices = next;
  for (const listener of listeners) listener();
  for (const notice of gone) notice.closed?.();
}

/**
 * Shows a toast; one with the same words and type is not repeated while it is there.
 * @returns its id, or undefined when it is not shown again
 */
export function notify(notice: Omit<Notice, 'id' | 'shownAt'>): number | undefined {
  if (notices.some((shown) => shown.message === notice.message && shown.type === notice.type)) return undefined;
  const id = nextId++;
  change([...notices, { ...notice, id, shownAt: Date.now() }].slice(-4));
  return id;
}

export function dismissNotice(id: number): void {
  change(notices.filter((notice) => notice.id !== id));
}

/** A toast that is younger when its page is left tells of what led to the next one, ms. */
const FRESH = 1000;

/**
 * The page is left: its toasts go with it. What can still be undone stays, and what concerns no page, and what has
 * only just been said.
 */
export function leaveNotices(now: number = Date.now()): void {
  change(notices.filter(({ action, atEnd, shownAt }) => action || atEnd || now - shownAt < FRESH));
}

export function notifySuccess(message: string, action?: Notice['action']): void {
  notify({ message, type: 'success', duration: action ? 8000 : 2500, action });
}

export function notifyError(message: string, detail?: string): void {
  notify({ message, type: 'error', duration: 10_000, detail });
}

/** Calls `listener` with the toasts whenever they change. */
export function subscribeNotices(listener: (notices: readonly Notice[]) => void): () => void {
  const own = () => listener(notices);
  listeners.add(own);
  return () => listeners.delete(own);
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribeNotices, () => notices);
}
