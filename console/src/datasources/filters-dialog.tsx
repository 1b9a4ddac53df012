import './texts/texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { filtersWords } from '../controls/key-filters/filter-words.ts';
import { SwitchInput } from '../controls/switch-input.tsx';
import type { DashboardFilter } from '../dashboard/configuration.ts';
import type { Widget } from '../widgets/model.ts';
import { widgetsWithFilter } from './alias-use.ts';
import { copyOfFilter, editedKeyFilters } from './dashboard-filter.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { NamedThingsDialog } from './named-things-dialog.tsx';

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
  const [filters] = useState(() => Object.values(props.filters));
  return (
    <NamedThingsDialog
      things={filters}
      kind={{
        icon: 'filter',
        words: {
          title: t('sourceFilter.title'),
          add: t('sourceFilter.add'),
          empty: t('sourceFilter.empty'),
          emptyText: t('sourceFilter.emptyText'),
          edit: (name) => t('sourceFilter.edit', { name }),
          copy: (name) => t('sourceFilter.copy', { name }),
          remove: (name) => t('sourceFilter.remove', { name }),
          inUseTitle: (name) => t('sourceFilter.inUseTitle', { name }),
          inUse: (count, widgets) => t('sourceFilter.inUse', { count, widgets }),
        },
        nameOf: ({ filter }) => filter,
        usersOf: (id) => widgetsWithFilter(props.widgets, id),
        edit: (taken, filter) => editFilter({ taken, ...(filter ? { filter } : {}) }),
        copyOf: copyOfFilter,
      }}
      line={(filter, replace) => ({
        words: filtersWords(t, editedKeyFilters(filter.keyFilters ?? []), 'viewer'),
        toggle: (
          <SwitchInput
            label={t('sourceFilter.editable')}
            checked={filter.editable !== false}
            onChange={(editable) => replace({ ...filter, editable })}
          />
        ),
      })}
      onSave={props.onSave}
      onClose={props.onClose}
    />
  );
}
