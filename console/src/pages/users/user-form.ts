import { entityId } from '@signalbox/contract/id';
import { type User, type UserInput, userInputSchema } from '@signalbox/contract/user';
import type { TFunction } from 'i18next';
import { listDashboards } from '../../api/dashboards.ts';
import type { Choice } from '../../controls/entity-picker.tsx';
import { descriptionField, personFields } from '../../entity-page/contact-fields.ts';
import { choiceId, descriptionOf, type EntityForm, type FormField, textOrNull } from '../../entity-page/form.ts';

/** Whose a new user is: of a customer, or an administrator of a tenant (the own one when none is named). */
export interface UserOwner {
  customerId?: string | undefined;
  tenantId?: string | undefined;
}

/** Dashboards that a user can begin with: those that the user may open. */
function dashboardChoices(customerId: string | undefined) {
  return async (textSearch: string): Promise<Choice[]> => {
    const page = await listDashboards(
      { pageSize: 10, page: 0, textSearch, sortProperty: 'title', sortOrder: 'ASC' },
      customerId,
    );
    return page.data.map((dashboard) => ({ id: dashboard.id.id, label: dashboard.title }));
  };
}

/** Where an existing user begins: a dashboard, and whether it fills the screen. */
function startFields(t: TFunction, user: User): FormField[] {
  const customerId = user.authority === 'CUSTOMER_USER' ? user.customerId.id : undefined;
  return [
    {
      name: 'defaultDashboard',
      path: 'additionalInfo.defaultDashboardId',
      label: t('user.defaultDashboard'),
      help: t('user.defaultDashboardHelp'),
      kind: 'picker',
      load: dashboardChoices(customerId),
    },
    {
      name: 'fullscreen',
      path: 'additionalInfo.defaultDashboardFullscreen',
      label: t('user.alwaysFullscreen'),
      help: t('user.alwaysFullscreenHelp'),
      kind: 'switch',
      shown: (values) => values.defaultDashboard !== null,
    },
  ];
}

/** The form of a user, or of a new one of `owner`; keys of other clients in `additionalInfo` survive. */
export function userForm(
  t: TFunction,
  options: {
    owner: UserOwner;
    /** The user that exists already, with the title of its dashboard; absent with a system administrator's users. */
    start?: { user: User; dashboardTitle: string | undefined } | undefined;
  },
): EntityForm<User, UserInput> {
  const { owner, start } = options;
  return {
    fields: [...personFields(t), descriptionField(t), ...(start ? startFields(t, start.user) : [])],
    values(user) {
      const info = user?.additionalInfo ?? {};
      const dashboardId = typeof info.defaultDashboardId === 'string' ? info.defaultDashboardId : '';
      return {
        email: user?.email ?? '',
        firstName: user?.firstName ?? '',
        lastName: user?.lastName ?? '',
        description: descriptionOf(user),
        defaultDashboard: dashboardId ? { id: dashboardId, label: start?.dashboardTitle ?? dashboardId } : null,
        fullscreen: info.defaultDashboardFullscreen === true,
      };
    },
    body(values, stored) {
      const form = {
        email: String(values.email ?? '').trim(),
        firstName: textOrNull(values.firstName),
        lastName: textOrNull(values.lastName),
        additionalInfo: {
          ...stored?.additionalInfo,
          description: textOrNull(values.description) ?? '',
          ...(start
            ? {
                defaultDashboardId: choiceId(values.defaultDashboard) ?? null,
                defaultDashboardFullscreen: values.defaultDashboard !== null && values.fullscreen === true,
              }
            : {}),
        },
      };
      if (stored) {
        const { id, tenantId, customerId, authority } = stored;
        return { id, tenantId, customerId, authority, ...form };
      }
      if (owner.customerId) {
        return { ...form, authority: 'CUSTOMER_USER', customerId: entityId('CUSTOMER', owner.customerId) };
      }
      return {
        ...form,
        authority: 'TENANT_ADMIN',
        ...(owner.tenantId ? { tenantId: entityId('TENANT', owner.tenantId) } : {}),
      };
    },
    schema: userInputSchema,
  };
}

/** May the user sign in? Undefined while it has not been activated. */
export function credentialsEnabled(user: User): boolean | undefined {
  const value = user.additionalInfo?.userCredentialsEnabled;
  return typeof value === 'boolean' ? value : undefined;
}
