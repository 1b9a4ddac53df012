import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { authRoutes } from '@signalbox/contract/auth';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { notifySuccess } from '../../app/notices.ts';
import { session } from '../../app/session.ts';
import { errorText } from '../../controls/error-text.ts';
import { PasswordInput } from '../../controls/text-input.tsx';
import { usePasswordRules } from './use-password-rules.ts';

type Field = 'current' | 'next' | 'again';

/** Changes the own password. The other sessions of the user end; this one goes on with new tokens. */
export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation();
  const rules = usePasswordRules();
  const [values, setValues] = useState<Record<Field, string>>({ current: '', next: '', again: '' });
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function check(): Partial<Record<Field, string>> {
    const found: Partial<Record<Field, string>> = {};
    if (!values.current) found.current = t('common.required');
    const problem = rules.problem(values.next);
    if (problem) found.next = problem;
    else if (values.next === values.current) found.next = t('profile.samePassword');
    if (values.again !== values.next) found.again = t('login.passwordsMismatch');
    return found;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const found = check();
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    try {
      const pair = await call(
        authRoutes.changePassword,
        { body: { currentPassword: values.current, newPassword: values.next } },
        { ignoreErrors: true },
      );
      await session.accept(pair);
      notifySuccess(t('profile.passwordChanged'));
      onClose();
    } catch (error) {
      setBusy(false);
      setFailure(errorText(error));
    }
  }

  const input = (field: Field, label: string, autoComplete: string, help?: string) => (
    <PasswordInput
      label={label}
      autoComplete={autoComplete}
      autoFocus={field === 'current'}
      required
      value={values[field]}
      error={errors[field]}
      help={help}
      onChange={(event) => {
        setValues({ ...values, [field]: event.target.value });
        setErrors(({ [field]: _, ...rest }) => rest);
      }}
    />
  );
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="password-title">
      <form ref={form} onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <DialogTitle id="password-title">{t('profile.changePassword')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <Box component="input" type="hidden" name="username" autoComplete="username" defaultValue={email} />
          {input('current', t('profile.currentPassword'), 'current-password')}
          {input('next', t('login.newPassword'), 'new-password', rules.help)}
          {input('again', t('login.newPasswordAgain'), 'new-password')}
          {failure && <Alert severity="error">{failure}</Alert>}
          <Alert severity="info">{t('profile.otherSessions')}</Alert>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary" loading={busy}>
            {t('profile.changePassword')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
