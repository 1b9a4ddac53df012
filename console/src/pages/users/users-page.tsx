import { FormControlLabel, Radio, RadioGroup } from '@mui/material';
import type { User } from '@signalbox/contract/user';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { getCustomer } from '../../api/customers.ts';
import { getTenantInfo } from '../../api/tenants.ts';
import { deleteUser, getActivationLink, getTenantAdministrators, getUsers, saveUser } from '../../api/users.ts';
import { notifyError, notifySuccess } from '../../app/notices.ts';
import { useSession } from '../../app/session.ts';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { FormValues } from '../../entity-page/form.ts';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useSetCrumbTitle } from '../../shell/crumb-title.ts';
import { ActivationLinkDialog } from './activation-link-dialog.tsx';
import { UserDetails } from './user-details.tsx';
import { userBody, userFields, userValues } from './user-form.ts';

const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };
type Activation = 'link' | 'mail';

/**
 * The users of a customer, all of the own tenant (its administrators and those of its customers), or, for the system
 * administrator, the administrators of a tenant.
 */
export function UsersPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { user: self } = useSession();
  const { customerId, tenantId } = useParams();
  const path = customerId ? `/customers/${customerId}/users` : tenantId ? `/tenants/${tenantId}/users` : '/users';
  const queryKey = useMemo(() => ['users', customerId ?? tenantId ?? 'tenant'], [customerId, tenantId]);
  const [adding, setAdding] = useState(false);
  const [activation, setActivation] = useState<Activation>('link');
  const [link, setLink] = useState<string>();
  const customer = useQuery({
    queryKey: ['customers', customerId],
    queryFn: () => getCustomer(customerId ?? ''),
    enabled: customerId !== undefined,
  });
  const tenant = useQuery({
    queryKey: ['tenants', tenantId],
    queryFn: () => getTenantInfo(tenantId ?? ''),
    enabled: tenantId !== undefined,
  });
  const title = customer.data
    ? t('user.usersOf', { name: customer.data.title })
    : tenant.data
      ? t('user.administratorsOf', { name: tenant.data.title })
      : t('user.users');
  useSetCrumbTitle(customerId || tenantId ? title : undefined);
  const fields = useMemo(() => userFields(t), [t]);
  const columns = useMemo<Column<User>[]>(
    () => [
      {
        id: 'email',
        title: t('user.email'),
        width: 230,
        priority: 0,
        sortProperty: 'email',
        isName: true,
        cell: (row) => row.email,
      },
      {
        id: 'firstName',
        title: t('user.firstName'),
        width: 130,
        priority: 2,
        sortProperty: 'firstName',
        cell: (row) => row.firstName ?? '',
      },
      {
        id: 'lastName',
        title: t('user.lastName'),
        width: 130,
        priority: 1,
        sortProperty: 'lastName',
        cell: (row) => row.lastName ?? '',
      },
      {
        id: 'role',
        title: t('user.role'),
        width: 160,
        priority: 3,
        cell: (row) => t(row.authority === 'TENANT_ADMIN' ? 'user.tenant-admin' : 'user.customer'),
      },
      {
        id: 'createdTime',
        title: t('details.created'),
        width: 190,
        priority: 4,
        sortProperty: 'createdTime',
        cell: (row) => formatDateTime(row.createdTime),
      },
    ],
    [t],
  );
  const add = useMemo(
    () => ({ label: t(customerId ? 'user.add' : 'user.addAdministrator'), run: () => setAdding(true) }),
    [t, customerId],
  );

  async function save(values: FormValues) {
    const saved = await saveUser(userBody(values, undefined, { customerId, tenantId }), activation === 'mail');
    setAdding(false);
    void queryClient.invalidateQueries({ queryKey: ['users'] });
    notifySuccess(t('user.added', { name: saved.email }));
    void navigate(`${path}/${saved.id.id}`);
    if (activation !== 'link') return;
    try {
      setLink(await getActivationLink(saved.id.id));
    } catch (error) {
      notifyError(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <>
      <EntityPage<User>
        list="users"
        title={title}
        path={path}
        queryKey={queryKey}
        load={({ link: request }) =>
          tenantId ? getTenantAdministrators(tenantId, request) : getUsers(customerId, request)
        }
        columns={columns}
        defaults={DEFAULTS}
        idOf={(row) => row.id.id}
        nameOf={(row) => row.email}
        searchPlaceholder={t('user.search')}
        isSelectable={(row) => row.id.id !== self?.id.id}
        remove={(row) => deleteUser(row.id.id)}
        add={add}
        empty={{ icon: 'user', title: t('user.empty'), text: t('user.emptyText') }}
        details={(id, controls) => (
          <UserDetails
            key={id}
            id={id}
            controls={controls}
            onLink={setLink}
            onChanged={() => void queryClient.invalidateQueries({ queryKey: ['users'] })}
          />
        )}
      />
      {adding && (
        <AddDialog
          title={t(customerId ? 'user.addTitle' : 'user.addAdministratorTitle')}
          fields={fields}
          initial={userValues(undefined)}
          save={save}
          onClose={() => setAdding(false)}
        >
          <RadioGroup
            aria-label={t('user.activation')}
            value={activation}
            onChange={(event) => setActivation(event.target.value as Activation)}
            sx={{ mt: 4 }}
          >
            <FormControlLabel value="link" control={<Radio size="small" />} label={t('user.showLink')} />
            <FormControlLabel value="mail" control={<Radio size="small" />} label={t('user.sendMail')} />
          </RadioGroup>
        </AddDialog>
      )}
      {link !== undefined && <ActivationLinkDialog link={link} onClose={() => setLink(undefined)} />}
    </>
  );
}
