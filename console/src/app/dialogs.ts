import { type ReactNode, useSyncExternalStore } from 'react';

/** A question, or a message to read. */
export interface Question {
  title: string;
  /** Plain text or elements; never markup of users. */
  content: ReactNode;
  confirmLabel: string;
  /** Absent: there is nothing to decide, only to read. */
  cancelLabel?: string | undefined;
  /** The confirming button destroys something. */
  destructive?: boolean | undefined;
  /** What must be typed before the confirming button works. */
  typed?: string | undefined;
}

/** A dialog on the page: a question, or one of its own that ends by `close`; `openedAt` is the path it belongs to. */
export type OpenDialog = { id: number; openedAt: string } & (
  | { question: Question }
  | { render: (close: (result?: unknown) => void) => ReactNode }
);

let dialogs: readonly OpenDialog[] = [];
let nextId = 1;
/** What each dialog ends with and who waits for it, by id. Absent result: cancelled, or closed by a navigation. */
const waiting = new Map<number, { result: unknown; resolve: (result: unknown) => void }>();
const listeners = new Set<() => void>();

function change(next: readonly OpenDialog[]) {
  dialogs = next;
  for (const listener of listeners) listener();
}

function open(dialog: OpenDialog): Promise<unknown> {
  return new Promise((resolve) => {
    waiting.set(dialog.id, { result: undefined, resolve });
    change([...dialogs, dialog]);
  });
}

/** Asks; resolves to true when confirmed, false when cancelled or closed by navigation. */
export function ask(question: Question): Promise<boolean> {
  const same = dialogs.some(
    (other) =>
      'question' in other && other.question.title === question.title && other.question.content === question.content,
  );
  if (same) return Promise.resolve(false);
  return open({ id: nextId++, openedAt: window.location.pathname, question }).then((result) => result === true);
}

/**
 * Opens a dialog of one's own, drawn by `render`, from wherever an action is run. Resolves with what it was closed
 * with, once it is gone and the focus is back where it was; undefined when it was cancelled.
 */
export function openDialog<Result>(
  render: (close: (result?: Result) => void) => ReactNode,
): Promise<Result | undefined> {
  const dialog = {
    id: nextId++,
    openedAt: window.location.pathname,
    render: render as (close: (result?: unknown) => void) => ReactNode,
  };
  return open(dialog) as Promise<Result | undefined>;
}

export function closeDialog(id: number, result?: unknown): void {
  const entry = waiting.get(id);
  if (entry) entry.result = result;
  change(dialogs.filter((other) => other.id !== id));
}

/** Settles what waits for a dialog, once it has left the page. */
export function finishDialog(id: number): void {
  const entry = waiting.get(id);
  waiting.delete(id);
  entry?.resolve(entry.result);
}

/** Closes the dialogs of other pages, because a navigation to `target` has started; without one, all of them. */
export function closeDialogs(target?: string): void {
  const left = dialogs.filter(({ openedAt }) => openedAt === target);
  if (left.length < dialogs.length) change(left);
}

export function useDialogs(): readonly OpenDialog[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => dialogs,
  );
}
