import i18next from 'i18next';
import { ask } from '../app/dialogs.ts';
import { deleteWithUndo } from '../app/undoable.ts';
import { formatNumber } from '../i18n/format.ts';
import type { EntityAction, Identified } from './entity-action.ts';
import { countThings, type Things } from './things.ts';

/** How things of a kind are deleted. */
export interface Deletion<Row> {
  nameOf: (row: Row) => string;
  remove: (row: Row) => Promise<unknown>;
  isFor?: ((row: Row) => boolean) | undefined;
  /** What they are, for counting them. */
  things: Things;
  /**
   * What goes with them, in words and numbers, a line each; read when somebody wants to delete. One with which nothing
   * goes is deleted without a question: there is Undo. `count` is how many are deleted, of which `rows` are on the page.
   */
  consequences: (rows: readonly Row[], count: number) => Promise<readonly string[]>;
  /** What is deleted is kept for some time, and can be restored. */
  isKept?: true | undefined;
  /** What must be typed for many; the name for one. Absent: nothing has to be typed. */
  typedForMany?: string | undefined;
  /** One is gone: it was deleted, or it is back. */
  changed: () => void;
  /** One disappears from the list: its panel closes. */
  leaving?: ((row: Row) => void) | undefined;
}

/** Names shown of many. */
const NAMED = 5;

/** When the numbers cannot be loaded, the question is asked all the same. */
function consequencesOf<Row>(deletion: Deletion<Row>, rows: readonly Row[], count: number): Promise<readonly string[]> {
  return deletion.consequences(rows, count).catch(() => [i18next.t('list.deleteText')]);
}

/** @param count how many are deleted */
function keptFor<Row>({ isKept }: Deletion<Row>, count: number): readonly string[] {
  return isKept ? [i18next.t('list.kept', { count })] : [];
}

/** Deleting as every list offers it: says what goes with it, one can be undone, many are a job. */
export function deleteAction<Row extends Identified>(deletion: Deletion<Row>): EntityAction<Row> {
  const { nameOf, remove } = deletion;
  const t = i18next.t;
  const question = { confirmLabel: t('action.delete'), cancelLabel: t('action.cancel'), destructive: true };
  return {
    id: 'delete',
    label: t('action.delete'),
    icon: 'delete',
    destructive: true,
    isFor: deletion.isFor,
    async run(row) {
      const name = nameOf(row);
      const lines = await consequencesOf(deletion, [row], 1);
      const isTyped = deletion.typedForMany !== undefined;
      const sure =
        (lines.length === 0 && !isTyped) ||
        (await ask({
          ...question,
          title: t('list.deleteOneTitle', { name }),
          content: [...lines, ...keptFor(deletion, 1), '', t('list.undoable')].join('\n'),
          typed: isTyped ? name : undefined,
        }));
      if (!sure) return;
      deletion.leaving?.(row);
      deleteWithUndo({
        id: row.id.id,
        message: t('list.deletedOne', { name }),
        work: () => remove(row),
        after: deletion.changed,
      });
    },
    async prepareBulk(rows, count) {
      const names = rows.slice(0, NAMED).map((row) => `• ${nameOf(row)}`);
      if (names.length > 0 && count > names.length)
        names.push(t('list.andMore', { formatted: formatNumber(count - names.length) }));
      const first = rows[0];
      const lines = await consequencesOf(deletion, rows, count);
      const things = countThings(deletion.things, count);
      const sure = await ask({
        ...question,
        title: t('list.deleteTitle', { things }),
        content: [
          ...(names.length > 0 ? [...names, ''] : []),
          ...[...lines, ...keptFor(deletion, count)],
          ...(deletion.isKept ? [] : [...(lines.length > 0 ? [''] : []), t('list.notUndoable')]),
        ].join('\n'),
        typed: deletion.typedForMany && count === 1 && first ? nameOf(first) : deletion.typedForMany,
      });
      return sure ? { action: 'DELETE' } : undefined;
    },
  };
}
