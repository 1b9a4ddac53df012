import { Box, Button } from '@mui/material';
import { type User, type UserInput, userInputSchema } from '@signalbox/contract/user';
import type { TFunction } from 'i18next';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { http, tokens } from '../../api/client.ts';
import { getUser, saveUser } from '../../api/users.ts';
import { type Action, useActions } from '../../app/actions.ts';
import { openDialog } from '../../app/dialogs.ts';
import { notify, notifyError, notifySuccess } from '../../app/notices.ts';
import { session, useSession } from '../../app/session.ts';
import { displayName } from '../../app/session-state.ts';
import { Instant } from '../../controls/ago.tsx';
import { copyText } from '../../controls/copy-button.tsx';
import { Fact } from '../../controls/fact.tsx';
import { Icon } from '../../controls/icon.tsx';
import { personFields } from '../../entity-page/contact-fields.ts';
import { type EntityForm, textOrNull } from '../../entity-page/form.ts';
import {
  homeDashboardFields,
  homeDashboardInfo,
  homeDashboardValues,
} from '../../entity-page/home-dashboard-fields.ts';
import { StoredForm } from '../../entity-page/stored-form.tsx';
import { setLanguage } from '../../i18n/i18n.ts';
import { LANGUAGES, offeredLanguages } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ROLE_KEYS } from '../../shell/identity.tsx';
import { card } from './card.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { SharedKeysForm } from './shared-keys-form.tsx';

/** The language of the account, or the one that is spoken where the account has none that this console knows. */
function shownLanguage(user: User | undefined, spoken: string): string {
  return LANGUAGES.find((one) => one === user?.additionalInfo?.lang) ?? spoken;
}

/**
 * The form of the own account; keys of other clients in `additionalInfo` survive.
 * @param language the one that is spoken now
 */
function profileForm(t: TFunction, self: User, language: string): EntityForm<User, UserInput> {
  const customerId = self.authority === 'CUSTOMER_USER' ? self.customerId.id : undefined;
  return {
    fields: [
      ...personFields(t, t('profile.emailHelp')),
      {
        name: 'lang',
        path: 'additionalInfo.lang',
        label: t('profile.language'),
        kind: 'choice',
        options: offeredLanguages(language),
      },
      ...(self.authority === 'SYS_ADMIN' ? [] : homeDashboardFields(t, { customerId }, t('homeDashboard.helpSelf'))),
    ],
    values: (user) => ({
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      email: user?.email ?? '',
      lang: shownLanguage(user, language),
      ...homeDashboardValues(user?.additionalInfo),
    }),
    body: (values, user) => ({
      id: user?.id,
      tenantId: user?.tenantId,
      customerId: user?.customerId,
      authority: user?.authority,
      email: String(values.email ?? '').trim(),
      firstName: textOrNull(values.firstName),
      lastName: textOrNull(values.lastName),
      additionalInfo: {
        ...user?.additionalInfo,
        // Only one that was chosen here: another client may speak one that this console does not.
        ...(values.lang === shownLanguage(user, language) ? {} : { lang: String(values.lang) }),
        ...homeDashboardInfo(values, user?.additionalInfo),
      },
    }),
    schema: userInputSchema,
  };
}

/** Copies the access token as it stands in the header of a request, for trying the API. */
async function copyToken(t: TFunction) {
  try {
    const token = await http.validToken();
    if (await copyText(`Bearer ${token}`)) notifySuccess(t('copy.done', { name: t('profile.token') }));
    else notifyError(t('copy.failed'));
  } catch {
    notify({ message: t('access.sessionEnded'), type: 'warn', duration: 4000 });
  }
}

function Account({ user }: { user: User }) {
  const { t } = useTranslation();
  const lastLogin = Number(user.additionalInfo?.lastLoginTs) || 0;
  const expires = (tokens.claims()?.exp ?? 0) * 1000;
  const { email } = user;
  const changePassword = useCallback(
    () => void openDialog((close) => <ChangePasswordDialog email={email} onClose={() => close()} />),
    [email],
  );
  useActions(
    useMemo<Action[]>(() => {
      const group = t('profile.profile');
      return [
        { id: 'password', label: t('profile.changePassword'), group, icon: 'key', run: changePassword },
        {
          id: 'copy-token',
          label: t('copy.copy', { name: t('profile.token') }),
          group,
          icon: 'copy',
          run: () => void copyToken(t),
        },
      ];
    }, [t, changePassword]),
  );
  return (
    <Box component="section" aria-label={t('profile.account')} sx={card}>
      <Box component="h2" sx={{ typography: 'h3', m: '0 0 8px' }}>
        {t('profile.account')}
      </Box>
      <Box component="dl" sx={{ m: 0, mb: 4 }}>
        <Fact label={t('user.role')}>{t(ROLE_KEYS[user.authority])}</Fact>
        <Fact label={t('profile.lastLogin')}>{lastLogin > 0 ? <Instant ts={lastLogin} /> : t('common.never')}</Fact>
        <Fact label={t('profile.tokenExpires')}>{expires > 0 ? <Instant ts={expires} /> : '—'}</Fact>
      </Box>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <Button startIcon={<Icon name="key" size={16} />} onClick={changePassword}>
          {t('profile.changePassword')}
        </Button>
        <Button startIcon={<Icon name="copy" size={16} />} onClick={() => void copyToken(t)}>
          {t('copy.copy', { name: t('profile.token') })}
        </Button>
      </Box>
    </Box>
  );
}

function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const account = useMemo(() => profileForm(t, user, language), [t, user, language]);
  return (
    <Box component="section" aria-label={t('profile.person')} sx={card}>
      <Box component="h2" sx={{ typography: 'h3', m: '0 0 14px' }}>
        {t('profile.person')}
      </Box>
      <StoredForm
        described={account}
        stored={user}
        group={t('profile.profile')}
        reload={() => getUser(user.id.id)}
        save={async (body, _, basedOn) => {
          await saveUser(body, false, basedOn);
          // Tokens have the e-mail of the user; the old ones hold until they run out.
          if (body.email !== user.email) await http.refresh().catch(() => undefined);
          await session.reloadUser();
          if (body.additionalInfo?.lang !== user.additionalInfo?.lang) setLanguage(String(body.additionalInfo?.lang));
        }}
      />
    </Box>
  );
}

/** The own account: names, e-mail, language, password. */
export function ProfilePage() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Box sx={{ flex: 1, overflow: 'auto', p: { xs: 3, sm: '16px 20px' } }}>
      <Box component="h1" sx={{ typography: 'h1', m: '0 0 14px', overflowWrap: 'anywhere' }}>
        {displayName(user)}
      </Box>
      <Box
        sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, maxWidth: 1080 }}
        style={{ alignItems: 'start' }}
      >
        <ProfileForm user={user} />
        <Account user={user} />
        {user.authority === 'TENANT_ADMIN' && <SharedKeysForm />}
      </Box>
    </Box>
  );
}
