import { type Dashboard, dashboardInputSchema } from '@signalbox/contract/dashboard';
import type { TFunction } from 'i18next';
import { type EntityForm, type FormValue, textOrNull } from '../../entity-page/form.ts';

/** Largest place in the order on phones: what the server stores as an integer. */
const MAX_PLACE = 2_147_483_647;

const isPlace = (value: FormValue) => Number.isInteger(Number(value)) && Math.abs(Number(value)) <= MAX_PLACE;

type Body = Partial<Dashboard> & Pick<Dashboard, 'title' | 'mobileHide' | 'mobileOrder' | 'configuration'>;

/** The form of a dashboard, without its picture; members unknown to this console survive. */
export function dashboardForm(t: TFunction): EntityForm<Dashboard, Body> {
  return {
    fields: [
      { name: 'title', label: t('dashboard.title'), kind: 'text', required: true },
      {
        name: 'description',
        path: 'configuration.description',
        label: t('dashboard.description'),
        kind: 'multiline',
      },
      { name: 'mobileHide', label: t('dashboard.mobileHide'), kind: 'switch' },
      {
        name: 'mobileOrder',
        label: t('dashboard.mobileOrder'),
        help: t('dashboard.mobileOrderHelp'),
        kind: 'text',
        check: (value) => (isPlace(value) ? undefined : t('dashboard.mobileOrderNumber')),
      },
    ],
    values(dashboard) {
      const { description } = (dashboard?.configuration ?? {}) as { description?: unknown };
      return {
        title: dashboard?.title ?? '',
        description: typeof description === 'string' ? description : '',
        mobileHide: dashboard?.mobileHide ?? false,
        mobileOrder: dashboard?.mobileOrder?.toString() ?? '',
      };
    },
    body(values, stored) {
      const place = textOrNull(values.mobileOrder);
      return {
        ...stored,
        title: String(values.title ?? '').trim(),
        mobileHide: values.mobileHide === true,
        mobileOrder: place !== null && isPlace(place) ? Number(place) : null,
        configuration: {
          ...(stored?.configuration as object | null | undefined),
          description: textOrNull(values.description) ?? '',
        },
      };
    },
    schema: dashboardInputSchema,
  };
}
