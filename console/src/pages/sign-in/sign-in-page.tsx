import '../../controls/texts/texts.ts';
import './texts/texts.ts';
import { Box, Button, Link as TextLink } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { RequestError } from '../../api/http.ts';
import { expiredPasswordPlace } from '../../app/entry-parameters.ts';
import { session, useSession } from '../../app/session.ts';
import { PasswordInput, TextInput } from '../../controls/text-input.tsx';
import { isEmail } from '../../controls/validation.ts';
import { ClientIcon } from './client-icon.tsx';
import { CLIENTS, type SignInClient } from './clients.ts';
import { FormMessage, failureText } from './form-message.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

interface Errors {
  email?: string | undefined;
  password?: string | undefined;
  /** What concerns neither of them: the server is away, the account is locked. */
  form?: string | undefined;
}

/** What the server says of somebody with too many wrong passwords. */
const LOCKED = 'User account is locked due to security policy';

/** A link for each identity provider, and the line between them and the form. */
function ClientLinks({ clients }: { clients: readonly SignInClient[] }) {
  const { t } = useTranslation();
  return (
    <>
      {clients.map(({ name, icon, url }) => (
        <Button
          key={url}
          component="a"
          href={url}
          fullWidth
          startIcon={<ClientIcon name={icon} />}
          sx={{ height: 40, mb: 2.5 }}
        >
          {t('login.signInWith', { name })}
        </Button>
      ))}
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          color: 'text.disabled',
          fontSize: 12,
          m: '8px 0 14px',
          '&::before, &::after': { content: '""', height: '1px', background: 'var(--line)', flex: 1 },
        }}
      >
        {t('login.or')}
      </Box>
    </>
  );
}

/** Sign-in with e-mail and password, or with another identity provider. */
export function SignInPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { ended, isServerAway } = useSession();
  const { data: clients = [] } = useQuery(CLIENTS);

  const emailError = () => (isEmail(email.trim()) ? undefined : t('login.invalidEmail'));

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const found: Errors = { email: emailError(), password: password ? undefined : t('login.passwordRequired') };
    setErrors(found);
    if (found.email) return emailInput.current?.focus();
    if (found.password) return passwordInput.current?.focus();
    setBusy(true);
    try {
      await session.signIn(email.trim(), password);
      navigate(session.takeRedirect() ?? session.defaultPlace(), { replace: true });
    } catch (error) {
      setBusy(false);
      const expired = expiredPasswordPlace(error);
      if (expired !== undefined) return void navigate(expired);
      const refusal = error instanceof RequestError ? error.message : undefined;
      if (refusal === 'Invalid username or password') setErrors({ password: t('login.wrongPassword') });
      else setErrors({ form: refusal === LOCKED ? t('login.locked') : failureText(t, error) });
      passwordInput.current?.focus();
      passwordInput.current?.select();
    }
  }

  return (
    <SignInFrame title={t('login.signIn')} text={t('login.intro')}>
      {ended && !errors.form && !isServerAway && <FormMessage>{t(`login.ended.${ended}`)}</FormMessage>}
      {clients.length > 0 && <ClientLinks clients={clients} />}
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('login.email')}
          type="email"
          name="username"
          autoComplete="username"
          autoFocus
          value={email}
          error={errors.email}
          inputRef={emailInput}
          onChange={(event) => setEmail(event.target.value)}
          onBlur={() => setErrors((now) => ({ ...now, email: email ? emailError() : undefined }))}
          sx={{ mb: 3.5, '& .MuiOutlinedInput-root': { height: 40 } }}
        />
        <PasswordInput
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          error={errors.password}
          inputRef={passwordInput}
          onChange={(event) => setPassword(event.target.value)}
          aside={
            <TextLink component={Link} to="/login/resetPasswordRequest" underline="hover" color="var(--accent-text)">
              {t('login.forgot')}
            </TextLink>
          }
          sx={{ mb: 3.5, '& .MuiOutlinedInput-root': { height: 40 } }}
        />
        <Button type="submit" variant="contained" color="primary" fullWidth sx={{ height: 40 }} loading={busy}>
          {t('login.signIn')}
        </Button>
      </form>
      {(errors.form || isServerAway) && <FormMessage isError>{errors.form ?? t('login.serverAway')}</FormMessage>}
    </SignInFrame>
  );
}
