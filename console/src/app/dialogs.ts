import { type ReactNode, useSyncExternalStore } from 'react';

/** A question or message that waits for the person. */
export interface DialogRequest {
  id: number;
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
  resolve: (confirmed: boolean) => void;
}

let dialogs: readonly DialogRequest[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly DialogRequest[]) {
  dialogs = next;
  for (const listener of listeners) listener();
}

/** Asks; resolves to true when confirmed, false when cancelled or closed by navigation. */
export function ask(request: Omit<DialogRequest, 'id' | 'resolve'>): Promise<boolean> {
  const same = dialogs.find((open) => open.title === request.title && open.content === request.content);
  if (same) return Promise.resolve(false);
  return new Promise((resolve) => {
    change([...dialogs, { ...request, id: nextId++, resolve }]);
  });
}

export function answerDialog(id: number, confirmed: boolean): void {
  const dialog = dialogs.find((open) => open.id === id);
  change(dialogs.filter((open) => open.id !== id));
  dialog?.resolve(confirmed);
}

/** Closes all: a navigation has started. */
export function closeDialogs(): void {
  const open = dialogs;
  change([]);
  for (const dialog of open) dialog.resolve(false);
}

export function useDialogs(): readonly DialogRequest[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => dialogs,
  );
}
