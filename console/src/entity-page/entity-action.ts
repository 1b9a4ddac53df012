import type { JobAction } from '@signalbox/contract/job';
import { RequestError } from '../api/http.ts';
import { showForbidden } from '../app/guard.ts';
import { notifyError } from '../app/notices.ts';
import { errorText } from '../controls/error-text.ts';
import type { IconName } from '../controls/icon.tsx';

/** Anything in a list has an id. */
export interface Identified {
  id: { id: string };
}

/** Work on many, which the server does. */
export interface BulkWork {
  action: JobAction;
  /** The customer, edge or profile that it needs. */
  targetId?: string | undefined;
}

/**
 * Something that can be done with entities, declared once by their page: offered in the menu of a row, in the panel,
 * in the palette, and, when it can be done with many, in the bar over a selection.
 */
export interface EntityAction<Row> {
  id: string;
  label: string;
  /** What it is called for one of them, where that differs. */
  labelFor?: ((row: Row) => string) | undefined;
  icon: IconName;
  destructive?: boolean | undefined;
  /** The one that people open the panel for, where that is not to edit: the button in its header. */
  primary?: boolean | undefined;
  /** Offered for which; absent: for all. */
  isFor?: ((row: Row) => boolean) | undefined;
  /** The same over a selection, where that differs. */
  isForMany?: ((row: Row) => boolean) | undefined;
  /** Does it with one. What it rejects with is shown. Absent when it can only be done with many. */
  run?: ((row: Row) => unknown) | undefined;
  /**
   * Asks what has to be asked and says what is done with `count` of them, of which `rows` are on the page; undefined: it
   * was cancelled.
   */
  prepareBulk?: ((rows: readonly Row[], count: number) => Promise<BulkWork | undefined>) | undefined;
}

/** An action as a button, a line of a menu or of the palette has it. */
export interface OfferedAction {
  id: string;
  label: string;
  icon: IconName;
  destructive?: boolean | undefined;
  primary?: boolean | undefined;
  /** As in the registry of actions. */
  keys?: string | undefined;
  run: () => void;
}

/** Those of `rows` that an action can be done with over a selection. */
export function rowsFor<Row>(action: EntityAction<Row>, rows: readonly Row[]): Row[] {
  const holds = action.isForMany ?? action.isFor;
  return rows.filter((row) => action.prepareBulk && (holds?.(row) ?? true));
}

/** Called when the server has refused what a person asked for: what the page is about may have changed, or have gone. */
export const onRefusal = new Set<() => void>();

export function isRefusal(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status >= 400 && error.status < 500;
}

/** Does something that a person asked for and shows why it failed. */
export function attempt(work: () => unknown): void {
  Promise.resolve()
    .then(work)
    .catch((error: unknown) => {
      if (isRefusal(error)) for (const hear of onRefusal) hear();
      if (!(error instanceof RequestError)) return notifyError(errorText(error));
      if (error.status === 403) return void showForbidden(errorText(error));
      const { method, url, status } = error;
      notifyError(errorText(error), status > 0 ? `${method} ${url} → ${status}` : undefined);
    });
}

/** What can be done with `row`, in order. */
export function offeredFor<Row>(actions: readonly EntityAction<Row>[], row: Row): OfferedAction[] {
  return actions.flatMap((action) => {
    const { id, icon, destructive, primary, run, isFor } = action;
    if (!run || !(isFor?.(row) ?? true)) return [];
    const label = action.labelFor?.(row) ?? action.label;
    return [{ id, label, icon, destructive, primary, run: () => attempt(() => run(row)) }];
  });
}
