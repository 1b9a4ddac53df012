import { Button } from '@mui/material';
import type { User } from '@signalbox/contract/user';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  deleteUser,
  getActivationLink,
  getUser,
  getUserToken,
  saveUser,
  sendActivationMail,
  setCredentialsEnabled,
} from '../../api/users.ts';
import { ask } from '../../app/dialogs.ts';
import { notifyError, notifySuccess } from '../../app/notices.ts';
import { displayName, session, useSession } from '../../app/session.ts';
import { deleteWithUndo } from '../../app/undoable.ts';
import { Icon } from '../../controls/icon.tsx';
import { FailureState, SkeletonLines } from '../../controls/states.tsx';
import { type DetailsAction, DetailsPanel } from '../../entity-page/details-panel.tsx';
import type { DetailsControls } from '../../entity-page/entity-page.tsx';
import { DetailsTab } from '../../entity-page/tabs/details-tab.tsx';
import { credentialsEnabled, userBody, userFields, userValues } from './user-form.ts';

const AttributesTab = lazy(async () => ({
  default: (await import('../../entity-page/tabs/attributes-tab.tsx')).AttributesTab,
}));
const TelemetryTab = lazy(async () => ({
  default: (await import('../../entity-page/tabs/telemetry-tab.tsx')).TelemetryTab,
}));
const AuditTab = lazy(async () => ({ default: (await import('../../entity-page/tabs/audit-tab.tsx')).AuditTab }));

function useUserActions(
  user: User | undefined,
  after: { changed: () => void; removed: () => void; close: () => void; link: (link: string) => void },
): DetailsAction[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user: self, userTokenAccessEnabled, authority } = useSession();
  const isSystem = authority === 'SYS_ADMIN';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks act on the user of now
  return useMemo<DetailsAction[]>(() => {
    if (!user) return [];
    const id = user.id.id;
    const isSelf = self?.id.id === id;
    const enabled = credentialsEnabled(user);
    const attempt = (work: () => Promise<void>) => () => {
      work().catch((error: unknown) => notifyError(error instanceof Error ? error.message : String(error)));
    };
    const remove = async () => {
      const sure = await ask({
        title: t('user.deleteTitle', { name: user.email }),
        content: t('user.deleteText'),
        confirmLabel: t('action.delete'),
        cancelLabel: t('action.cancel'),
        destructive: true,
      });
      if (!sure) return;
      deleteWithUndo({
        id,
        message: t('user.deleted', { name: user.email }),
        work: () => deleteUser(id),
        after: after.removed,
      });
      after.close();
    };
    return [
      {
        id: 'link',
        label: t('user.showActivationLink'),
        icon: 'link',
        run: attempt(async () => after.link(await getActivationLink(id))),
      },
      {
        id: 'resend',
        label: t('user.resendActivation'),
        icon: 'mail',
        run: attempt(async () => {
          await sendActivationMail(user.email);
          notifySuccess(t('user.activationSent'));
        }),
      },
      ...(enabled !== undefined && !isSelf
        ? [
            {
              id: 'enable',
              label: t(enabled ? 'user.disable' : 'user.enable'),
              icon: 'lock' as const,
              run: attempt(async () => {
                await setCredentialsEnabled(id, !enabled);
                notifySuccess(t(enabled ? 'user.isDisabled' : 'user.isEnabled', { name: user.email }));
                after.changed();
              }),
            },
          ]
        : []),
      ...(userTokenAccessEnabled && !isSelf && user.authority === (isSystem ? 'TENANT_ADMIN' : 'CUSTOMER_USER')
        ? [
            {
              id: 'sign-in-as',
              label: t('user.signInAs'),
              icon: 'user' as const,
              run: attempt(async () => {
                await session.accept(await getUserToken(id));
                navigate(session.defaultPlace());
              }),
            },
          ]
        : []),
      ...(isSelf
        ? []
        : [
            {
              id: 'delete',
              label: t('action.delete'),
              icon: 'delete' as const,
              destructive: true,
              run: attempt(remove),
            },
          ]),
    ];
  }, [user, self, userTokenAccessEnabled, isSystem, t, navigate]);
}

/** Everything about one user. */
export function UserDetails(props: {
  id: string;
  controls: DetailsControls;
  onChanged: () => void;
  onLink: (link: string) => void;
}) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey: ['user', props.id], queryFn: () => getUser(props.id) });
  const user = query.data;
  const fields = useMemo(() => userFields(t), [t]);
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: ['user', props.id] });
    props.onChanged();
  };
  const actions = useUserActions(user, {
    changed: () => void reload(),
    removed: props.onChanged,
    close: props.controls.onClose,
    link: props.onLink,
  });
  if (!user) {
    return (
      <DetailsPanel
        {...props.controls}
        title={t('user.user')}
        tabs={[
          {
            id: 'details',
            label: t('details.details'),
            render: () =>
              query.isError ? (
                <FailureState error={query.error} onRetry={() => void query.refetch()} />
              ) : (
                <SkeletonLines />
              ),
          },
        ]}
      />
    );
  }
  const entity = { entityType: 'USER' as const, id: props.id };
  const enabled = credentialsEnabled(user);
  return (
    <DetailsPanel
      {...props.controls}
      title={displayName(user)}
      subtitle={`${t(user.authority === 'TENANT_ADMIN' ? 'user.tenant-admin' : 'user.customer')}${enabled === false ? ` · ${t('user.cannotSignIn')}` : ''}`}
      actions={actions}
      tabs={[
        {
          id: 'details',
          label: t('details.details'),
          render: () => (
            <DetailsTab
              id={props.id}
              createdTime={user.createdTime}
              fields={fields}
              values={userValues(user)}
              save={async (values) => {
                await saveUser(userBody(values, user), false);
                await reload();
              }}
            >
              {actions
                .filter((action) => action.id !== 'delete')
                .map((action) => (
                  <Button key={action.id} startIcon={<Icon name={action.icon} size={16} />} onClick={action.run}>
                    {action.label}
                  </Button>
                ))}
            </DetailsTab>
          ),
        },
        { id: 'attributes', label: t('details.attributes'), render: () => <AttributesTab entity={entity} editable /> },
        { id: 'telemetry', label: t('details.telemetry'), render: () => <TelemetryTab entity={entity} /> },
        ...(authority === 'TENANT_ADMIN'
          ? [{ id: 'audit', label: t('details.audit'), render: () => <AuditTab entity={entity} /> }]
          : []),
      ]}
    />
  );
}
