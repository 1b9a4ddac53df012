import '../../controls/texts/texts.ts';
import './texts/texts.ts';
import { Button } from '@mui/material';
import { authRoutes } from '@signalbox/contract/auth';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { notifySuccess } from '../../app/notices.ts';
import { errorText } from '../../controls/error-text.ts';
import { TextInput } from '../../controls/text-input.tsx';
import { isEmail } from '../../controls/validation.ts';
import { FormMessage, failureText, isAboutInput } from './form-message.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Asks for a link to choose a new password. Once it is on its way the form cannot be sent again. */
export function ResetRequestPage() {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (state !== 'open') return;
    if (!isEmail(email.trim())) {
      setError(t(email.trim() ? 'login.invalidEmail' : 'login.emailRequired'));
      input.current?.focus();
      return;
    }
    setError(undefined);
    setFailed(undefined);
    setState('sending');
    try {
      await call(authRoutes.requestPasswordReset, { body: { email: email.trim() } }, { ignoreErrors: true });
      notifySuccess(t('login.linkSent'));
      setState('sent');
    } catch (failure) {
      setState('open');
      if (isAboutInput(failure)) setError(errorText(failure));
      else setFailed(failureText(t, failure));
      requestAnimationFrame(() => input.current?.focus());
    }
  }

  return (
    <SignInFrame title={t('login.requestReset')} text={t('login.requestResetText')}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label={t('login.email')}
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          error={error}
          help={state === 'sent' ? t('login.linkSentText') : undefined}
          disabled={state !== 'open'}
          inputRef={input}
          onChange={(event) => setEmail(event.target.value)}
          sx={{ mb: 3.5, '& .MuiOutlinedInput-root': { height: 40 } }}
        />
        <Button
          type="submit"
          variant="contained"
          color="primary"
          fullWidth
          sx={{ height: 40, mb: 2.5 }}
          loading={state === 'sending'}
          disabled={state === 'sent'}
        >
          {t('login.sendLink')}
        </Button>
        <Button component={Link} to="/login" fullWidth sx={{ height: 40 }}>
          {t(state === 'sent' ? 'login.backToSignIn' : 'action.cancel')}
        </Button>
      </form>
      {failed && <FormMessage isError>{failed}</FormMessage>}
    </SignInFrame>
  );
}
