import i18next from 'i18next';
import { ask } from '../app/dialogs.ts';
import { deleteWithUndo } from '../app/undoable.ts';
import { formatNumber } from '../i18n/format.ts';
import type { EntityAction, Identified } from './entity-action.ts';

/** How things of a kind are deleted. */
export interface Deletion<Row> {
  nameOf: (row: Row) => string;
  remove: (row: Row) => Promise<unknown>;
  isFor?: ((row: Row) => boolean) | undefined;
  /** What goes with them, in words and numbers, a line each; asked when somebody wants to delete. */
  consequences: (rows: readonly Row[]) => Promise<readonly string[]>;
  /** What must be typed for many; the name for one. Absent: nothing has to be typed. */
  typedForMany?: string | undefined;
  /** One is gone: it was deleted, or it is back. */
  changed: () => void;
  /** One leaves the eye: its panel closes. */
  leaving?: ((row: Row) => void) | undefined;
}

/** Names shown of many. */
const NAMED = 5;

/** A number that was not to be had is no reason not to ask. */
async function consequencesOf<Row>(deletion: Deletion<Row>, rows: readonly Row[]): Promise<string> {
  const lines = await deletion.consequences(rows).catch(() => [i18next.t('list.deleteText')]);
  return lines.join('\n');
}

/** Deleting as every list offers it: says what goes, one can be undone, many show their progress. */
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
      const sure = await ask({
        ...question,
        title: t('list.deleteOneTitle', { name }),
        content: `${await consequencesOf(deletion, [row])}\n\n${t('list.undoable')}`,
        typed: deletion.typedForMany === undefined ? undefined : name,
      });
      if (!sure) return;
      deletion.leaving?.(row);
      deleteWithUndo({
        id: row.id.id,
        message: t('list.deletedOne', { name }),
        work: () => remove(row),
        after: deletion.changed,
      });
    },
    async prepareBulk(rows) {
      const names = rows.slice(0, NAMED).map((row) => `• ${nameOf(row)}`);
      if (rows.length > NAMED) names.push(t('list.andMore', { count: rows.length - NAMED }));
      const first = rows[0];
      const sure = await ask({
        ...question,
        title: t('list.deleteTitle', { count: rows.length, formatted: formatNumber(rows.length) }),
        content: `${names.join('\n')}\n\n${await consequencesOf(deletion, rows)}\n\n${t('list.notUndoable')}`,
        typed: deletion.typedForMany && rows.length === 1 && first ? nameOf(first) : deletion.typedForMany,
      });
      return sure
        ? { title: t('list.deleting', { count: rows.length, formatted: formatNumber(rows.length) }), work: remove }
        : undefined;
    },
  };
}
