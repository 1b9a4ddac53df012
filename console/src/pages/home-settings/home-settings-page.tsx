import './texts/texts.ts';
import {
  type HomeDashboardInfo,
  type HomeDashboardInfoInput,
  homeDashboardInfoInputSchema,
} from '@signalbox/contract/dashboard';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readTenantHomeDashboard, saveTenantHomeDashboard } from '../../api/dashboards.ts';
import { Loaded } from '../../controls/loaded.tsx';
import { SettingsFrame } from '../../controls/settings-frame.tsx';
import { choiceId, type EntityForm } from '../../entity-page/form.ts';
import { homeDashboardFields, homeDashboardValues } from '../../entity-page/home-dashboard-fields.ts';
import { StoredForm } from '../../entity-page/stored-form.tsx';

const QUERY = ['tenantHomeDashboard'] as const;

function homeForm(t: TFunction): EntityForm<HomeDashboardInfo, HomeDashboardInfoInput> {
  const paths: Readonly<Record<string, string>> = {
    homeDashboard: 'dashboardId',
    hideHomeToolbar: 'hideDashboardToolbar',
  };
  return {
    fields: homeDashboardFields(t, {}, t('homeSettings.help')).map((field) => ({ ...field, path: paths[field.name] })),
    values: (stored) =>
      homeDashboardValues({
        homeDashboardId: stored?.dashboardId?.id,
        homeDashboardHideToolbar: stored?.hideDashboardToolbar,
      }),
    body(values) {
      const id = choiceId(values.homeDashboard);
      return {
        dashboardId: id === undefined ? null : { entityType: 'DASHBOARD', id },
        hideDashboardToolbar: values.hideHomeToolbar === true,
      };
    },
    schema: homeDashboardInfoInputSchema,
  };
}

function HomeForm({ stored }: { stored: HomeDashboardInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const described = useMemo(() => homeForm(t), [t]);
  return (
    <StoredForm
      described={described}
      stored={stored}
      group={t('homeSettings.title')}
      reload={readTenantHomeDashboard}
      save={async (body, _, basedOn) => {
        await saveTenantHomeDashboard(body, basedOn);
        await client.invalidateQueries({ queryKey: QUERY });
      }}
    />
  );
}

/** The dashboard in place of the home page of a tenant. */
export function HomeSettingsPage() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: QUERY, queryFn: readTenantHomeDashboard });
  return (
    <SettingsFrame title={t('homeSettings.title')} text={t('homeSettings.text')}>
      <Loaded from={query}>{(stored) => <HomeForm stored={stored} />}</Loaded>
    </SettingsFrame>
  );
}
