import { Alert, Box, Button, MenuItem } from '@mui/material';
import type { User } from '@signalbox/contract/user';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http, tokens } from '../../api/client.ts';
import { saveUser } from '../../api/users.ts';
import { type Action, useActions } from '../../app/actions.ts';
import { notify, notifyError, notifySuccess } from '../../app/notices.ts';
import { displayName, session, useSession } from '../../app/session.ts';
import { copyText } from '../../controls/copy-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { SelectInput } from '../../controls/select-input.tsx';
import { isEmail } from '../../controls/validation.ts';
import { type FormField, type FormValues, textOrNull } from '../../entity-page/form.ts';
import { FormFields } from '../../entity-page/form-fields.tsx';
import { Fact } from '../../entity-page/tabs/details-tab.tsx';
import { useUnsavedGuard } from '../../entity-page/unsaved-guard.ts';
import { useForm } from '../../entity-page/use-form.ts';
import { formatExact } from '../../i18n/format.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

const LANGUAGES = [{ code: 'en_US', name: 'English' }] as const;
const LANGUAGE = 'en_US';

const ROLES = {
  SYS_ADMIN: 'user.sys-admin',
  TENANT_ADMIN: 'user.tenant-admin',
  CUSTOMER_USER: 'user.customer',
} as const;

const card = {
  background: 'var(--surface)',
  border: '1px solid var(--line)',
  borderRadius: '8px',
  boxShadow: 'var(--shadow)',
  p: { xs: 4, sm: 5 },
} as const;

function valuesOf(user: User): FormValues {
  const lang = user.additionalInfo?.lang;
  return {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    email: user.email,
    lang: LANGUAGES.some(({ code }) => code === lang) ? (lang as string) : LANGUAGE,
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

function Account({ user, onPassword }: { user: User; onPassword: () => void }) {
  const { t } = useTranslation();
  const lastLogin = Number(user.additionalInfo?.lastLoginTs);
  const expires = (tokens.claims()?.exp ?? 0) * 1000;
  return (
    <Box component="section" aria-label={t('profile.account')} sx={card}>
      <Box component="h2" sx={{ typography: 'h3', m: '0 0 8px' }}>
        {t('profile.account')}
      </Box>
      <Box component="dl" sx={{ m: 0, mb: 4 }}>
        <Fact label={t('user.role')}>{t(ROLES[user.authority])}</Fact>
        <Fact label={t('profile.lastLogin')}>
          <span className="num">{lastLogin > 0 ? formatExact(lastLogin) : t('device.never')}</span>
        </Fact>
        <Fact label={t('profile.tokenExpires')}>
          <span className="num">{expires > 0 ? formatExact(expires) : '—'}</span>
        </Fact>
      </Box>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <Button startIcon={<Icon name="key" size={16} />} onClick={onPassword}>
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
  const stored = useMemo(() => valuesOf(user), [user]);
  const fields = useMemo<FormField[]>(
    () => [
      { name: 'firstName', label: t('user.firstName'), kind: 'text', maxLength: 255 },
      { name: 'lastName', label: t('user.lastName'), kind: 'text', maxLength: 255 },
      {
        name: 'email',
        label: t('user.email'),
        kind: 'text',
        type: 'email',
        required: true,
        maxLength: 255,
        help: t('profile.emailHelp'),
        check: (value) => (isEmail(String(value).trim()) ? undefined : t('login.invalidEmail')),
      },
    ],
    [t],
  );
  const form = useForm(fields, stored);
  useUnsavedGuard(form.dirty);

  const submit = async () => {
    const saved = await form.submit(async (values) => {
      const { id, tenantId, customerId, authority, additionalInfo } = user;
      await saveUser(
        {
          id,
          tenantId,
          customerId,
          authority,
          email: String(values.email ?? '').trim(),
          firstName: textOrNull(values.firstName),
          lastName: textOrNull(values.lastName),
          additionalInfo: { ...additionalInfo, lang: String(values.lang) },
        },
        false,
      );
      await session.reloadUser();
    });
    if (!saved) return;
    const now = session.get().user;
    if (now) form.reset(valuesOf(now));
    notifySuccess(t('details.saved'));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key saves what is typed now
  const actions = useMemo<Action[]>(
    () => [
      {
        id: 'save',
        label: t('action.save'),
        group: t('profile.profile'),
        icon: 'check',
        keys: 'Ctrl+S',
        run: () => void submit(),
      },
    ],
    [form.values, user, t],
  );
  useActions(actions);

  return (
    <Box component="section" aria-label={t('profile.person')} sx={card}>
      <Box component="h2" sx={{ typography: 'h3', m: '0 0 14px' }}>
        {t('profile.person')}
      </Box>
      <form
        ref={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormFields
          fields={fields}
          values={form.values}
          errors={form.errors}
          onChange={form.change}
          onBlur={form.blur}
        />
        <SelectInput
          label={t('profile.language')}
          value={String(form.values.lang)}
          onChange={(lang) => form.change('lang', lang)}
          sx={{ mt: 4 }}
        >
          {LANGUAGES.map(({ code, name }) => (
            <MenuItem key={code} value={code}>
              {name}
            </MenuItem>
          ))}
        </SelectInput>
        {form.failure && (
          <Alert severity="error" sx={{ mt: 4 }}>
            {form.failure}
          </Alert>
        )}
        <Box sx={{ display: 'flex', gap: 2, mt: 5 }}>
          <Button type="submit" variant="contained" color="primary" loading={form.busy}>
            {t('action.save')}
          </Button>
          {form.dirty && <Button onClick={() => form.reset(stored)}>{t('action.cancel')}</Button>}
        </Box>
      </form>
    </Box>
  );
}

/** The own account: names, e-mail, language, password. */
export function ProfilePage() {
  const { user } = useSession();
  const [changing, setChanging] = useState(false);
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
        <Account user={user} onPassword={() => setChanging(true)} />
      </Box>
      {changing && <ChangePasswordDialog email={user.email} onClose={() => setChanging(false)} />}
    </Box>
  );
}
