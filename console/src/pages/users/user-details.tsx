import type { User } from '@signalbox/contract/user';
import { useTranslation } from 'react-i18next';
import { getUser, saveUser } from '../../api/users.ts';
import { useSession } from '../../app/session.ts';
import { displayName } from '../../app/session-state.ts';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import {
  alarmsTab,
  attributesTab,
  auditTab,
  relationsTab,
  telemetryTab,
} from '../../entity-page/tabs/standard-tabs.tsx';
import { type UserOwner, userForm } from './user-form.ts';
import { credentialsEnabled, USERS } from './user-keys.ts';

/** Everything about one user. */
export function UserDetails({ controls, owner }: { controls: DetailsControls<User>; owner: UserOwner }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const isTenant = authority === 'TENANT_ADMIN';
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
          form: userForm(t, owner, user),
          save: (body, basedOn) => saveUser(body, false, basedOn),
          tabs: [
            attributesTab(t, entity, { editable: true }),
            telemetryTab(t, entity),
            ...(isTenant ? [alarmsTab(t, entity)] : []),
            relationsTab(t, entity, isTenant),
            ...(isTenant ? [auditTab(t, entity)] : []),
          ],
        };
      }}
    />
  );
}
