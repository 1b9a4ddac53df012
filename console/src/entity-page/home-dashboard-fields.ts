import type { TFunction } from 'i18next';
import type { EntityScope } from '../api/entity-kinds.ts';
import { pickerOf } from '../controls/entity-choices.ts';
import { choiceId, type FormField, type FormValues, unnamedChoice } from './form.ts';

type Info = Readonly<Record<string, unknown>> | null | undefined;

/** The dashboard in place of the home page, for a person or for everybody of a customer or tenant. */
export function homeDashboardFields(t: TFunction, scope: EntityScope, help: string): FormField[] {
  return [
    {
      name: 'homeDashboard',
      path: 'additionalInfo.homeDashboardId',
      label: t('homeDashboard.label'),
      help,
      ...pickerOf('DASHBOARD', scope),
    },
    {
      name: 'hideHomeToolbar',
      path: 'additionalInfo.homeDashboardHideToolbar',
      label: t('homeDashboard.hideToolbar'),
      kind: 'switch',
      shown: (values) => values.homeDashboard !== null,
    },
  ];
}

/** What those fields hold; the toolbar is hidden unless somebody wanted it. */
export function homeDashboardValues(info: Info): FormValues {
  return {
    homeDashboard: unnamedChoice(info?.homeDashboardId),
    hideHomeToolbar: info?.homeDashboardHideToolbar !== false,
  };
}

/** Their members of `additionalInfo`; none where there never was a home dashboard. */
export function homeDashboardInfo(values: FormValues, stored: Info): Record<string, unknown> {
  const homeDashboardId = choiceId(values.homeDashboard) ?? null;
  if (homeDashboardId === null && !stored?.homeDashboardId) return {};
  return { homeDashboardId, homeDashboardHideToolbar: values.hideHomeToolbar === true };
}
