import './texts/texts.ts';
import { entityId } from '@signalbox/contract/id';
import { type User, type UserInput, userInputSchema } from '@signalbox/contract/user';
import type { TFunction } from 'i18next';
import { pickerOf } from '../../controls/entity-choices.ts';
import { descriptionField, personFields } from '../../entity-page/contact-fields.ts';
import {
  choiceId,
  descriptionOf,
  type EntityForm,
  type FormField,
  textOrNull,
  unnamedChoice,
} from '../../entity-page/form.ts';
import {
  homeDashboardFields,
  homeDashboardInfo,
  homeDashboardValues,
} from '../../entity-page/home-dashboard-fields.ts';

/** Who a new user belongs to: a customer, or a tenant as its administrator (the caller's own unless named). */
export interface UserOwner {
  customerId?: string | undefined;
  tenantId?: string | undefined;
}

/** Where an existing user begins: on a dashboard, and whether that is all it sees; and its home page. */
function startFields(t: TFunction, user: User, tenantId: string | undefined): FormField[] {
  const scope = user.authority === 'CUSTOMER_USER' ? { customerId: user.customerId.id } : { tenantId };
  return [
    {
      name: 'defaultDashboard',
      path: 'additionalInfo.defaultDashboardId',
      label: t('user.defaultDashboard'),
      help: t('user.defaultDashboardHelp'),
      ...pickerOf('DASHBOARD', scope),
    },
    {
      name: 'fullscreen',
      path: 'additionalInfo.defaultDashboardFullscreen',
      label: t('user.alwaysFullscreen'),
      help: t('user.alwaysFullscreenHelp'),
      kind: 'switch',
      shown: (values) => values.defaultDashboard !== null,
    },
    ...homeDashboardFields(t, scope, t('homeDashboard.helpUser')),
  ];
}

/** The form of a user, or of a new one of `owner`; keys of other clients in `additionalInfo` survive. */
export function userForm(
  t: TFunction,
  owner: UserOwner,
  /** The user that exists already. */
  existing?: User,
): EntityForm<User, UserInput> {
  return {
    fields: [...personFields(t), descriptionField(t), ...(existing ? startFields(t, existing, owner.tenantId) : [])],
    values(user) {
      const info = user?.additionalInfo ?? {};
      return {
        email: user?.email ?? '',
        firstName: user?.firstName ?? '',
        lastName: user?.lastName ?? '',
        description: descriptionOf(user),
        defaultDashboard: unnamedChoice(info.defaultDashboardId),
        fullscreen: info.defaultDashboardFullscreen === true,
        ...homeDashboardValues(info),
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
          ...(existing
            ? {
                ...homeDashboardInfo(values, stored?.additionalInfo),
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
