import '../../shell/texts/texts.ts';
import './texts/texts.ts';
import type { User } from '@signalbox/contract/user';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { getTenantInfo } from '../../api/tenants.ts';
import { deleteUser, getTenantAdministrators, getUsers } from '../../api/users.ts';
import { useSession } from '../../app/session.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { attempt } from '../../entity-page/entity-action.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { createdColumn, nameColumn, textColumn } from '../../entity-page/standard-columns.tsx';
import { customerQuery, useCustomer } from '../../entity-page/use-customer.ts';
import type { AddedUser } from './add-user-dialog.tsx';
import { showActivationLink, useUserActions } from './user-actions.tsx';
import type { UserOwner } from './user-form.ts';
import { USERS } from './user-keys.ts';

const UserDetails = lazyPart(async () => (await import('./user-details.tsx')).UserDetails);

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };

function tenantQuery(tenantId: string) {
  return { queryKey: ['tenants', 'one', tenantId], queryFn: () => getTenantInfo(tenantId) };
}

/** The title of the page, by whose users they are. */
function useTitle({ customerId, tenantId }: UserOwner): string {
  const { t } = useTranslation();
  const customer = useCustomer(customerId);
  const tenant = useQuery({ ...tenantQuery(tenantId ?? ''), enabled: tenantId !== undefined });
  return customer
    ? t('user.usersOf', { name: customer.title })
    : tenant.data
      ? t('user.administratorsOf', { name: tenant.data.title })
      : t('user.users');
}

/**
 * The users of a customer, all of the own tenant (its administrators and those of its customers), or, for the system
 * administrator, the administrators of a tenant.
 */
export function UsersPage() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { user: self } = useSession();
  const { customerId, tenantId } = useParams();
  const owner = useMemo<UserOwner>(() => ({ customerId, tenantId }), [customerId, tenantId]);
  const path = customerId ? `/customers/${customerId}/users` : tenantId ? `/tenants/${tenantId}/users` : '/users';
  const queryKey = useMemo(() => [...USERS, customerId ?? tenantId ?? 'tenant'] as const, [customerId, tenantId]);
  const title = useTitle(owner);
  const columns = useMemo<Column<User>[]>(
    () => [
      nameColumn('email', t('user.email'), (row) => row.email, 230),
      textColumn('firstName', t('user.firstName'), (row) => row.firstName, { width: 130, priority: 2 }),
      textColumn('lastName', t('user.lastName'), (row) => row.lastName, { width: 130, priority: 1 }),
      {
        id: 'role',
        exported: 'authority',
        title: t('user.role'),
        width: 160,
        priority: 3,
        cell: (row) => t(row.authority === 'TENANT_ADMIN' ? 'user.tenant-admin' : 'user.customer'),
      },
      createdColumn(t, 4),
    ],
    [t],
  );
  const changed = useCallback(() => void queryClient.invalidateQueries({ queryKey: USERS }), [queryClient]);
  const actions = useUserActions(changed);
  const ownId = self?.id.id;
  const deletion = useMemo(
    () => ({
      remove: (user: User) => deleteUser(user.id.id),
      isFor: (user: User) => user.id.id !== ownId,
      // One alone comes back with Undo, before its sessions end.
      consequences: async (_users: readonly User[], count: number) => (count > 1 ? [t('user.deleteText')] : []),
    }),
    [t, ownId],
  );
  return (
    <EntityPage<User, AddedUser>
      list="users"
      things="user"
      title={title}
      path={path}
      queryKey={queryKey}
      owner={(tenantId && tenantQuery(tenantId)) || (customerId && customerQuery(customerId)) || undefined}
      load={({ link }) => (tenantId ? getTenantAdministrators(tenantId, link) : getUsers(customerId, link))}
      found={() => ({ customerId, tenantId })}
      countFound={async ({ link }) => {
        const one = { ...link, pageSize: 1, page: 0 };
        const found = await (tenantId ? getTenantAdministrators(tenantId, one) : getUsers(customerId, one));
        // Nobody can be deleted by themselves; lists of others do not have them.
        const email = customerId || tenantId ? undefined : self?.email;
        const hasSelf = email?.toLowerCase().includes((link.textSearch ?? '').toLowerCase()) ?? false;
        return found.totalElements - (hasSelf ? 1 : 0);
      }}
      columns={columns}
      defaults={DEFAULTS}
      nameOf={(row) => row.email}
      searchPlaceholder={t('user.search')}
      actions={actions}
      deletion={deletion}
      add={{
        label: t(customerId ? 'user.add' : 'user.addAdministrator'),
        dialog: async () => {
          const { AddUserDialog } = await import('./add-user-dialog.tsx');
          return (close) => <AddUserDialog owner={owner} close={close} />;
        },
        addedWords: ({ email }) => t('list.added', { name: email }),
        after: ({ id, link }) => {
          if (link) attempt(() => showActivationLink(id.id, link === 'wanted' ? undefined : link));
        },
      }}
      empty={{
        icon: 'user',
        title: t(customerId ? 'user.emptyOfCustomer' : tenantId ? 'user.emptyOfTenant' : 'user.empty'),
        text: t('user.emptyText'),
      }}
      onNearRows={UserDetails.preload}
      details={(controls) => <UserDetails controls={controls} owner={owner} />}
    />
  );
}
