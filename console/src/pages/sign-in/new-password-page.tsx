import { Box, Button } from '@mui/material';
import { authRoutes } from '@signalbox/contract/auth';
import type { TokenPair } from '@signalbox/contract/token';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import { notifyError } from '../../app/notices.ts';
import { session } from '../../app/session.ts';
import { PasswordInput } from '../../controls/text-input.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Two fields for a new password; the reply of `save` signs in. */
function NewPasswordForm(props: {
  title: string;
  text: string;
  submitLabel: string;
  save: (password: string) => Promise<TokenPair>;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const repeatInput = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (password !== repeated) {
      setError(t('login.passwordsMismatch'));
      notifyError(t('login.passwordsMismatch'));
      repeatInput.current?.focus();
      return;
    }
    setError(undefined);
    setBusy(true);
    try {
      await session.accept(await props.save(password));
      navigate(session.defaultPlace(), { replace: true });
    } catch (failure) {
      setBusy(false);
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  }

  const box = { mb: 3.5, '& .MuiOutlinedInput-root': { height: 40 } };
  return (
    <SignInFrame title={props.title} text={props.text}>
      <form onSubmit={submit} noValidate>
        <Box component="input" type="hidden" name="username" autoComplete="username" />
        <PasswordInput
          label={t('login.newPassword')}
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          sx={box}
        />
        <PasswordInput
          label={t('login.newPasswordAgain')}
          autoComplete="new-password"
          value={repeated}
          error={error}
          inputRef={repeatInput}
          onChange={(event) => setRepeated(event.target.value)}
          sx={box}
        />
        <Button type="submit" variant="contained" color="primary" fullWidth sx={{ height: 40, mb: 2.5 }} loading={busy}>
          {props.submitLabel}
        </Button>
        <Button component={Link} to="/login" fullWidth sx={{ height: 40 }}>
          {t('action.cancel')}
        </Button>
      </form>
    </SignInFrame>
  );
}

function ResetForm({ text }: { text: string }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  return (
    <NewPasswordForm
      title={t('login.resetPassword')}
      text={text}
      submitLabel={t('login.resetPassword')}
      save={(password) =>
        call(
          authRoutes.resetPassword,
          { body: { resetToken: search.get('resetToken'), password } },
          { ignoreErrors: true },
        )
      }
    />
  );
}

/** A new password with the link of a mail. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  return <ResetForm text={t('login.resetPasswordText')} />;
}

/** A new password because the old one has expired. */
export function ResetExpiredPasswordPage() {
  const { t } = useTranslation();
  return <ResetForm text={t('login.expiredText')} />;
}

/** The first password of a new user. */
export function CreatePasswordPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  return (
    <NewPasswordForm
      title={t('login.createPassword')}
      text={t('login.createPasswordText')}
      submitLabel={t('login.createPassword')}
      save={(password) =>
        call(
          authRoutes.activateUser,
          { query: { sendActivationMail: true }, body: { activateToken: search.get('activateToken'), password } },
          { ignoreErrors: true },
        )
      }
    />
  );
}
