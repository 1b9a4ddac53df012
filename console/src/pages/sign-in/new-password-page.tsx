import '../../controls/texts/texts.ts';
import './texts/texts.ts';
import { Button } from '@mui/material';
import { authRoutes } from '@signalbox/contract/auth';
import type { TokenPair } from '@signalbox/contract/token';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { RequestError } from '../../api/http.ts';
import { notifyError } from '../../app/notices.ts';
import { session, useSession } from '../../app/session.ts';
import { useAddress } from '../../app/use-address.ts';
import { errorText } from '../../controls/error-text.ts';
import { PasswordInput } from '../../controls/text-input.tsx';
import { usePasswordRules } from '../profile/use-password-rules.ts';
import { DeadLink, type LinkKind, SignedInAlready } from './dead-link.tsx';
import { FormMessage, failureText, isAboutInput } from './form-message.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Did the server refuse the token of the link, and not the password? */
function isTokenRefusal(failure: unknown): boolean {
  return (
    failure instanceof RequestError && failure.status >= 400 && failure.status < 500 && /token/i.test(failure.message)
  );
}

const BUTTON = { height: 40, mb: 2.5 };
const FIELD = { mb: 3.5, '& .MuiOutlinedInput-root': { height: 40 } };

/** Two fields for a new password; the reply of `save` signs in. */
function NewPasswordForm(props: {
  title: string;
  text: string;
  submitLabel: string;
  /** Of the link that led here, and what it brought. */
  link: LinkKind;
  token: string | null;
  save: (token: string, password: string) => Promise<TokenPair>;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rules = usePasswordRules();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [errors, setErrors] = useState<{ password?: string; repeated?: string; form?: string }>({});
  const [refused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const repeatInput = useRef<HTMLInputElement>(null);
  const { token } = props;
  const { isAuthenticated } = useSession();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !token) return;
    setBusy(true);
    const problem = await rules.problemOnceKnown(password);
    setBusy(false);
    if (problem) {
      setErrors({ password: problem });
      input.current?.focus();
      return;
    }
    if (password !== repeated) {
      setErrors({ repeated: t('login.passwordsMismatch') });
      notifyError(t('login.passwordsMismatch'));
      repeatInput.current?.focus();
      return;
    }
    setErrors({});
    setBusy(true);
    try {
      await session.accept(await props.save(token, password));
      navigate(session.defaultPlace(), { replace: true });
    } catch (failure) {
      setBusy(false);
      if (isTokenRefusal(failure)) setRefused(true);
      else if (isAboutInput(failure)) setErrors({ password: errorText(failure) });
      else setErrors({ form: failureText(t, failure) });
    }
  }

  if (!token) return <DeadLink link={props.link} reason="incomplete" />;
  if (isAuthenticated && !busy) return <SignedInAlready />;
  if (refused) return <DeadLink link={props.link} reason="spent" />;
  return (
    <SignInFrame title={props.title} text={props.text}>
      <form onSubmit={submit} noValidate>
        <PasswordInput
          label={t('login.newPassword')}
          autoComplete="new-password"
          autoFocus
          value={password}
          help={rules.help}
          error={errors.password}
          inputRef={input}
          onChange={(event) => setPassword(event.target.value)}
          onBlur={() =>
            setErrors(({ password: _, ...others }) => {
              const problem = password === '' ? undefined : rules.problem(password);
              return problem ? { ...others, password: problem } : others;
            })
          }
          sx={FIELD}
        />
        <PasswordInput
          label={t('login.newPasswordAgain')}
          autoComplete="new-password"
          value={repeated}
          error={errors.repeated}
          inputRef={repeatInput}
          onChange={(event) => setRepeated(event.target.value)}
          sx={FIELD}
        />
        <Button type="submit" variant="contained" color="primary" fullWidth sx={BUTTON} loading={busy}>
          {props.submitLabel}
        </Button>
        <Button component={Link} to="/login" fullWidth sx={BUTTON}>
          {t('action.cancel')}
        </Button>
      </form>
      {errors.form && <FormMessage isError>{errors.form}</FormMessage>}
    </SignInFrame>
  );
}

function ResetForm({ text }: { text: string }) {
  const { t } = useTranslation();
  const [search] = useAddress();
  return (
    <NewPasswordForm
      title={t('login.resetPassword')}
      text={text}
      submitLabel={t('login.resetPassword')}
      link="reset"
      token={search.get('resetToken')}
      save={(resetToken, password) =>
        call(authRoutes.resetPassword, { body: { resetToken, password } }, { ignoreErrors: true })
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
  const [search] = useAddress();
  return (
    <NewPasswordForm
      title={t('login.createPassword')}
      text={t('login.createPasswordText')}
      submitLabel={t('login.createPassword')}
      link="activation"
      token={search.get('activateToken')}
      save={(activateToken, password) =>
        call(
          authRoutes.activateUser,
          { query: { sendActivationMail: true }, body: { activateToken, password } },
          { ignoreErrors: true },
        )
      }
    />
  );
}
