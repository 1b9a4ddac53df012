import type { JobEntityType, JobList } from '@signalbox/contract/job';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../i18n/format.ts';
import { startJob } from '../jobs/start-job.ts';
import { attempt, type EntityAction, type Identified, rowsFor } from './entity-action.ts';
import type { Things } from './things.ts';
import type { Selection } from './use-selection.ts';

/** The kind of entity that is counted so. */
function entityTypeOf(things: Things): JobEntityType {
  return things.toUpperCase() as JobEntityType;
}

/**
 * Work on what is selected: which actions there are, and how they are started. The server does it; all that is found is
 * what matches when it begins.
 */
export function useBulk<Row extends Identified>(props: {
  actions: readonly EntityAction<Row>[];
  selection: Selection<Row>;
  /** How many of what the list finds something can be done with. */
  total: number;
  things: Things;
  /** What the list finds. */
  found: JobList;
}) {
  const { t } = useTranslation();
  const { actions, selection, total, things, found } = props;
  const marked = [...selection.rows.values()];

  const start = (action: EntityAction<Row>) =>
    attempt(async () => {
      const selected = rowsFor(action, marked);
      const [first] = selected;
      const { isAllFound } = selection;
      // What was ticked while the server was asked stays ticked.
      const release = () => (isAllFound ? selection.clear() : selection.select(marked, false));
      // One alone is done as from its row: a deletion can be undone then.
      if (first && !isAllFound && selected.length === 1 && action.run && (action.isFor?.(first) ?? true)) {
        await action.run(first);
        release();
        return;
      }
      const work = await action.prepareBulk?.(selected, isAllFound ? total : selected.length);
      if (!work) return;
      const whom = isAllFound ? { list: found } : { ids: selected.map((row) => row.id.id) };
      await startJob({ entityType: entityTypeOf(things), ...work, ...whom });
      release();
    });

  // What can be done with some of them says with how many. Of all that is found nobody sees what there is.
  const offered = actions.flatMap((action) => {
    if (selection.isAllFound) return [action];
    const count = rowsFor(action, marked).length;
    if (count === 0) return [];
    const { label } = action;
    const isForAll = count === marked.length;
    return [
      { ...action, label: isForAll ? label : t('list.actionForSome', { label, formatted: formatNumber(count) }) },
    ];
  });
  return { offered, start };
}
