import type { PageData } from '@signalbox/contract/page';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../i18n/format.ts';
import type { BulkJob } from './bulk-dialog.tsx';
import { collectInView } from './collect-dialog.tsx';
import { attempt, type EntityAction, type Identified, rowsFor } from './entity-action.ts';
import type { Things } from './things.ts';
import type { Selection } from './use-selection.ts';

/**
 * Work on what is selected: which actions there are, and the job that runs. All that is found is read when the work
 * begins: it is done with what matches then.
 */
export function useBulk<Row extends Identified>(props: {
  actions: readonly EntityAction<Row>[];
  selection: Selection<Row>;
  total: number;
  nameOf: (row: Row) => string;
  things: Things;
  /** A page of all that is found. */
  loadPage: (page: { page: number; pageSize: number }) => Promise<PageData<Row>>;
}) {
  const { t } = useTranslation();
  const { actions, selection, total, nameOf, things } = props;
  const [job, setJob] = useState<BulkJob<Row>>();
  const marked = [...selection.rows.values()];

  const start = (action: EntityAction<Row>) =>
    attempt(async () => {
      const found = selection.isAllFound ? await collectInView(total, props.loadPage) : marked;
      if (!found) return;
      const selected = rowsFor(action, found);
      const [first] = selected;
      if (!first) throw new Error(t('list.nothingToDo'));
      // One alone is done as from its row: a deletion can be undone then.
      if (selected.length === 1 && action.run && (action.isFor?.(first) ?? true)) {
        await action.run(first);
        selection.clear();
        return;
      }
      const work = await action.prepareBulk?.(selected);
      if (work) setJob({ ...work, rows: selected, nameOf, things });
    });

  // What can be done with some of them says with how many.
  const offered = actions.flatMap((action) => {
    const count = rowsFor(action, marked).length;
    if (count === 0) return [];
    const { label } = action;
    const isForAll = selection.isAllFound || count === marked.length;
    return [
      { ...action, label: isForAll ? label : t('list.actionForSome', { label, formatted: formatNumber(count) }) },
    ];
  });
  return { offered, start, job, close: () => setJob(undefined) };
}
