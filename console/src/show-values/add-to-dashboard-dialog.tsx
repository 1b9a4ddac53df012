import './texts/texts.ts';
import type { Dashboard } from '@signalbox/contract/dashboard';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDashboard } from '../api/dashboards.ts';
import { notifySuccess } from '../app/notices.ts';
import { pickerOf } from '../controls/entity-choices.ts';
import type { DashboardConfiguration, LayoutPlace } from '../dashboard/configuration.ts';
import { rootStateId } from '../dashboard/states.ts';
import { upgradedConfiguration } from '../dashboard/upgrade.ts';
import type { WidgetItem } from '../dashboard-editor/model/widget-item.ts';
import { choiceId, type FormField, type FormValues } from '../entity-page/form.ts';
import { FormDialog } from '../entity-page/form-dialog.tsx';
import { FormFields } from '../entity-page/form-fields.tsx';
import { useForm } from '../entity-page/use-form.ts';
import { addToDashboard } from './add-to-dashboard.ts';

const INITIAL: FormValues = {
  ...{ where: 'existing', dashboard: null, title: '', state: null, layout: 'main', open: true },
};

const isNew = ({ where }: FormValues) => where === 'new';

/** The state that is chosen, or the one that the dashboard opens with. */
const stateIn = (values: FormValues, { states }: DashboardConfiguration): string =>
  typeof values.state === 'string' && Object.hasOwn(states, values.state) ? values.state : rootStateId(states);

/** The states and layouts of the chosen dashboard, once they are known. */
function usePlaces(dashboardId: string | undefined): DashboardConfiguration | undefined {
  const { data } = useQuery({
    queryKey: ['dashboard', 'places', dashboardId],
    queryFn: async () => {
      const { configuration, title } = await readDashboard(dashboardId ?? '');
      return upgradedConfiguration(configuration, title);
    },
    enabled: dashboardId !== undefined,
    gcTime: 0,
  });
  return dashboardId === undefined ? undefined : data;
}

/**
 * Asks on which dashboard a widget shall stand, and stores it there.
 * @param props.onAdded with the state where it stands, when the dashboard shall be opened
 */
export function AddToDashboardDialog(props: {
  item: WidgetItem;
  onAdded: (dashboard: Dashboard, open: { state: string; isRoot: boolean } | undefined) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [dashboardId, setDashboardId] = useState<string>();
  const places = usePlaces(dashboardId);
  const fields = useMemo<FormField[]>(() => {
    const states = Object.entries(places?.states ?? {});
    return [
      {
        name: 'where',
        label: t('showValues.where'),
        kind: 'radio',
        options: [
          { id: 'existing', label: t('showValues.existing') },
          { id: 'new', label: t('showValues.new') },
        ],
      },
      {
        name: 'dashboard',
        label: t('showValues.dashboard'),
        required: true,
        shown: (values) => !isNew(values),
        ...pickerOf('DASHBOARD'),
      },
      { name: 'title', label: t('showValues.newTitle'), kind: 'text', required: true, shown: isNew },
      {
        name: 'state',
        label: t('showValues.state'),
        kind: 'choice',
        options: states.map(([id, { name }]) => ({ id, label: name || id })),
        shown: (values) => !isNew(values) && states.length > 1,
      },
      {
        name: 'layout',
        label: t('showValues.layout'),
        kind: 'choice',
        options: [
          { id: 'main', label: t('showValues.main') },
          { id: 'right', label: t('showValues.right') },
        ],
        shown: (values) =>
          !isNew(values) && places !== undefined && Boolean(places.states[stateIn(values, places)]?.layouts.right),
      },
      { name: 'open', label: t('showValues.open'), kind: 'switch' },
    ];
  }, [t, places]);
  const form = useForm({ fields }, INITIAL);
  const { values } = form;
  const chosen = isNew(values) ? undefined : choiceId(values.dashboard);
  if (chosen !== dashboardId) setDashboardId(chosen);
  const state = places ? stateIn(values, places) : '';
  const submit = () =>
    form.submit(async ({ title, layout, open }) => {
      const place = { state, layout: layout === 'right' ? 'right' : 'main' } satisfies LayoutPlace;
      const target = chosen === undefined ? { title: String(title).trim() } : { dashboardId: chosen, place };
      const saved = await addToDashboard(target, props.item);
      await client.invalidateQueries({ queryKey: ['dashboards'] });
      notifySuccess(t('showValues.added', { title: saved.title }));
      const isRoot = !places || state === rootStateId(places.states);
      props.onAdded(saved, open === true ? { state, isRoot } : undefined);
    });
  return (
    <FormDialog
      title={t('showValues.addTitle')}
      submitLabel={t('action.add')}
      dirty={form.dirty}
      submission={form}
      fields={form.fields}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <FormFields fields={fields} form={{ ...form, values: { ...values, state } }} focus="dashboard" />
    </FormDialog>
  );
}
