import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceOffer } from '../datasources/source-offer.ts';
import { useDashboardEditing } from './editor-context.ts';
import { withConfiguration } from './model/edited-dashboard.ts';

/** The aliases and filters of the dashboard that is edited; those that are made or changed are a step. */
export function useAliasOffer(): Pick<SourceOffer, 'aliases' | 'filters' | 'onAlias' | 'onFilter'> {
  const { t } = useTranslation();
  const { edit, content } = useDashboardEditing().edited;
  const { entityAliases: aliases, filters } = content.configuration;
  return useMemo(
    () => ({
      aliases,
      filters,
      onAlias: (alias) =>
        edit(t('dashboardEditor.step.alias', { name: alias.alias }), (now) =>
          withConfiguration(now, { entityAliases: { ...now.configuration.entityAliases, [alias.id]: alias } }),
        ),
      onFilter: (filter) =>
        edit(t('dashboardEditor.step.filter', { name: filter.filter }), (now) =>
          withConfiguration(now, { filters: { ...now.configuration.filters, [filter.id]: filter } }),
        ),
    }),
    [aliases, filters, edit, t],
  );
}
