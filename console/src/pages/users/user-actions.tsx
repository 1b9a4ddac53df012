import type { User } from '@signalbox/contract/user';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { getActivationLink, getUserToken, sendActivationMail, setCredentialsEnabled } from '../../api/users.ts';
import { openDialog } from '../../app/dialogs.ts';
import { mayLeave } from '../../app/leave-guard.ts';
import { notifySuccess } from '../../app/notices.ts';
import { session, useSession } from '../../app/session.ts';
import type { EntityAction } from '../../entity-page/entity-action.ts';
import type { UnsentLink } from './activation-link-dialog.tsx';
import { credentialsEnabled } from './user-keys.ts';

/** Shows the link with which a user chooses a password; with `unsent`, why it was not mailed. */
export async function showActivationLink(userId: string, unsent?: UnsentLink): Promise<void> {
  const [link, { ActivationLinkDialog }] = await Promise.all([
    getActivationLink(userId),
    import('./activation-link-dialog.tsx'),
  ]);
  await openDialog((close) => <ActivationLinkDialog link={link} unsent={unsent} onClose={close} />);
}

/** Whether somebody can sign in is only known once there is a password. */
const awaitsActivation = (user: User) => credentialsEnabled(user) === undefined;

/** What can be done with users. */
export function useUserActions(changed: () => void): EntityAction<User>[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user: self, userTokenAccessEnabled, authority } = useSession();
  const ownId = self?.id.id;
  const below = authority === 'SYS_ADMIN' ? 'TENANT_ADMIN' : 'CUSTOMER_USER';
  return useMemo(() => {
    const setEnabled = (enabled: boolean): EntityAction<User> => ({
      id: enabled ? 'enable' : 'disable',
      label: t(enabled ? 'user.enable' : 'user.disable'),
      icon: 'lock',
      isFor: (user) => credentialsEnabled(user) === !enabled && user.id.id !== ownId,
      async run(user) {
        await setCredentialsEnabled(user.id.id, enabled);
        notifySuccess(t(enabled ? 'user.isEnabled' : 'user.isDisabled', { name: user.email }));
        changed();
      },
    });
    return [
      {
        id: 'link',
        label: t('user.showActivationLink'),
        icon: 'link',
        primary: true,
        isFor: awaitsActivation,
        run: (user) => showActivationLink(user.id.id),
      },
      {
        id: 'resend',
        label: t('user.resendActivation'),
        icon: 'mail',
        isFor: awaitsActivation,
        async run(user) {
          await sendActivationMail(user.email);
          notifySuccess(t('user.activationSent'));
        },
      },
      setEnabled(false),
      setEnabled(true),
      {
        id: 'sign-in-as',
        label: t('user.signInAs'),
        icon: 'user',
        isFor: (user) => userTokenAccessEnabled && user.id.id !== ownId && user.authority === below,
        async run(user) {
          if (!(await mayLeave())) return;
          await session.accept(await getUserToken(user.id.id));
          // The page before is none of this user's.
          await navigate(session.defaultPlace(), { replace: true });
        },
      },
    ];
  }, [t, navigate, ownId, userTokenAccessEnabled, below, changed]);
}
