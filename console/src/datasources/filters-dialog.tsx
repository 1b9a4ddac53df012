import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, openDialog } from '../app/dialogs.ts';
import { Icon } from '../controls/icon.tsx';
import { filtersWords } from '../controls/key-filters/filter-words.ts';
import { EmptyState } from '../controls/states.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import type { DashboardFilter } from '../dashboard/configuration.ts';
import { FormDialog } from '../entity-page/form-dialog.tsx';
import { useSubmission } from '../entity-page/use-submission.ts';
import { formatList } from '../i18n/format.ts';
import type { Widget } from '../widgets/model.ts';
import { nameOfWidget, widgetsWithFilter } from './alias-use.ts';
import { copyOfFilter, editedKeyFilters } from './dashboard-filter.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { LineButton, NamedLine } from './named-list.tsx';

/** Opens the dialog of one filter. Resolves with the filter; with nothing when it was left. */
export function editFilter(props: Omit<Parameters<typeof FilterDialog>[0], 'onSave' | 'onClose'>) {
  return openDialog<DashboardFilter>((close) => <FilterDialog {...props} onSave={close} onClose={() => close()} />);
}

/** The filters of a dashboard: which entities its widgets leave out. They are saved together. */
export function FiltersDialog(props: {
  /** By id. */
  filters: Readonly<Record<string, DashboardFilter>>;
  /** All widgets of the dashboard: a filter that one of them uses cannot be removed. */
  widgets: readonly Pick<Widget, 'config' | 'title'>[];
  /** Takes all of them; the dialog is closed by its owner. */
  onSave: (filters: Record<string, DashboardFilter>) => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [initial] = useState(() => Object.values(props.filters));
  const [filters, setFilters] = useState(initial);
  const submission = useSubmission([]);
  const namesWithout = (id?: string) => filters.filter((one) => one.id !== id).map(({ filter }) => filter);
  const replace = (next: DashboardFilter) => setFilters((all) => all.map((one) => (one.id === next.id ? next : one)));

  const add = async () => {
    const made = await editFilter({ taken: namesWithout() });
    if (made) setFilters((all) => [...all, made]);
  };
  const edit = async (filter: DashboardFilter) => {
    const edited = await editFilter({ filter, taken: namesWithout(filter.id) });
    if (edited) replace(edited);
  };
  const remove = async (filter: DashboardFilter) => {
    const users = widgetsWithFilter(props.widgets, filter.id).map(
      (widget) => nameOfWidget(widget) || t('source.unnamed'),
    );
    if (users.length === 0) return setFilters((all) => all.filter(({ id }) => id !== filter.id));
    await ask({
      title: t('sourceFilter.inUseTitle', { name: filter.filter }),
      content: t('sourceFilter.inUse', {
        count: users.length,
        widgets: formatList([...new Set(users)], 'conjunction'),
      }),
      confirmLabel: t('action.close'),
    });
  };
  const copy = (filter: DashboardFilter) =>
    setFilters((all) => [
      ...all,
      copyOfFilter(filter, t('source.copyName', { name: filter.filter }), namesWithout(), crypto.randomUUID()),
    ]);
  const addButton = (
    <Button startIcon={<Icon name="add" size={16} />} onClick={() => void add()}>
      {t('sourceFilter.add')}
    </Button>
  );
  return (
    <FormDialog
      title={t('sourceFilter.title')}
      submitLabel={t('action.save')}
      dirty={JSON.stringify(filters) !== JSON.stringify(initial)}
      submission={submission}
      fields={[]}
      maxWidth="md"
      isLong
      onSubmit={() =>
        submission.submit(
          () => ({}),
          async () => props.onSave(Object.fromEntries(filters.map((filter) => [filter.id, filter]))),
        )
      }
      onClose={props.onClose}
      contentSx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {filters.length === 0 ? (
        <EmptyState icon="filter" title={t('sourceFilter.empty')} text={t('sourceFilter.emptyText')}>
          {addButton}
        </EmptyState>
      ) : (
        <>
          <Box
            component="ol"
            aria-label={t('sourceFilter.title')}
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
          >
            {filters.map((filter, index) => {
              const name = filter.filter;
              return (
                <NamedLine
                  key={filter.id}
                  number={index + 1}
                  name={name}
                  words={filtersWords(t, editedKeyFilters(filter.keyFilters ?? []), 'viewer')}
                  toggle={
                    <SwitchInput
                      label={t('sourceFilter.editable')}
                      checked={filter.editable !== false}
                      onChange={(editable) => replace({ ...filter, editable })}
                    />
                  }
                >
                  <LineButton icon="edit" label={t('sourceFilter.edit', { name })} onClick={() => void edit(filter)} />
                  <LineButton icon="copy" label={t('sourceFilter.copy', { name })} onClick={() => copy(filter)} />
                  <LineButton
                    icon="delete"
                    label={t('sourceFilter.remove', { name })}
                    onClick={() => void remove(filter)}
                  />
                </NamedLine>
              );
            })}
          </Box>
          <Box>{addButton}</Box>
        </>
      )}
    </FormDialog>
  );
}
