import type { User } from '@signalbox/contract/user';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readDashboardInfo } from '../../api/dashboards.ts';
import { getUser, saveUser } from '../../api/users.ts';
import { displayName, useSession } from '../../app/session.ts';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import { attributesTab, auditTab, telemetryTab } from '../../entity-page/tabs/standard-tabs.tsx';
import { credentialsEnabled, type UserOwner, userForm } from './user-form.ts';

export const USERS = ['users'] as const;

/** Everything about one user. */
export function UserDetails({ controls, owner }: { controls: DetailsControls<User>; owner: UserOwner }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const isTenant = authority === 'TENANT_ADMIN';
  const dashboardId = useQuery({ queryKey: [...USERS, 'one', controls.id], queryFn: () => getUser(controls.id) }).data
    ?.additionalInfo?.defaultDashboardId;
  const dashboard = useQuery({
    queryKey: ['dashboardInfo', dashboardId],
    queryFn: () => readDashboardInfo(String(dashboardId)),
    enabled: isTenant && typeof dashboardId === 'string' && dashboardId !== '',
  });
  return (
    <EntityDetails
      controls={controls}
      queryKey={USERS}
      load={getUser}
      kind={t('user.user')}
      describe={(user: User) => {
        const entity = { entityType: 'USER', id: user.id.id } as const;
        const role = t(user.authority === 'TENANT_ADMIN' ? 'user.tenant-admin' : 'user.customer');
        return {
          title: displayName(user),
          subtitle: credentialsEnabled(user) === false ? `${role} · ${t('user.cannotSignIn')}` : role,
          form: userForm(t, {
            owner,
            start: isTenant ? { user, dashboardTitle: dashboard.data?.title } : undefined,
          }),
          save: (body) => saveUser(body, false),
          tabs: [
            attributesTab(t, entity, { editable: true }),
            telemetryTab(t, entity),
            ...(isTenant ? [auditTab(t, entity)] : []),
          ],
        };
      }}
    />
  );
}
