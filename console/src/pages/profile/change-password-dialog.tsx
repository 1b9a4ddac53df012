import { Alert, Box } from '@mui/material';
import { authRoutes } from '@signalbox/contract/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { notifySuccess } from '../../app/notices.ts';
import { session } from '../../app/session.ts';
import { PasswordInput } from '../../controls/text-input.tsx';
import type { FormProblems } from '../../entity-page/form.ts';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';
import { usePasswordRules } from './use-password-rules.ts';

type Field = 'current' | 'next' | 'again';

/** Changes the password of the account. Its other sessions end; this one goes on with new tokens. */
export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation();
  const rules = usePasswordRules();
  const [values, setValues] = useState<Record<Field, string>>({ current: '', next: '', again: '' });
  const fields = [
    { name: 'current', path: 'currentPassword', label: t('profile.currentPassword') },
    { name: 'next', path: 'newPassword', label: t('login.newPassword') },
    { name: 'again', label: t('login.newPasswordAgain') },
  ];
  const submission = useSubmission(fields);

  async function check(): Promise<FormProblems> {
    const found: Partial<Record<Field, string>> = {};
    if (!values.current) found.current = t('common.required');
    const problem = await rules.problemOnceKnown(values.next);
    if (problem) found.next = problem;
    else if (values.next === values.current) found.next = t('profile.samePassword');
    if (values.again !== values.next) found.again = t('login.passwordsMismatch');
    return found;
  }

  const submit = () =>
    submission.submit(check, async () => {
      const pair = await call(
        authRoutes.changePassword,
        { body: { currentPassword: values.current, newPassword: values.next } },
        { ignoreErrors: true },
      );
      await session.accept(pair);
      notifySuccess(t('profile.passwordChanged'));
      onClose();
    });

  const input = (field: Field, label: string, autoComplete: string, help?: string) => (
    <Box data-field={field}>
      <PasswordInput
        label={label}
        autoComplete={autoComplete}
        autoFocus={field === 'current'}
        required
        value={values[field]}
        error={submission.problems[field]}
        help={help}
        onChange={(event) => {
          setValues({ ...values, [field]: event.target.value });
          submission.note(field);
        }}
      />
    </Box>
  );
  return (
    <FormDialog
      title={t('profile.changePassword')}
      submitLabel={t('profile.changePassword')}
      dirty={Object.values(values).some((value) => value !== '')}
      submission={submission}
      fields={fields}
      contentSx={{ display: 'grid', gap: 4 }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box component="input" type="hidden" name="username" autoComplete="username" defaultValue={email} />
      {input('current', t('profile.currentPassword'), 'current-password')}
      {input('next', t('login.newPassword'), 'new-password', rules.help)}
      {input('again', t('login.newPasswordAgain'), 'new-password')}
      <Alert severity="info">{t('profile.otherSessions')}</Alert>
    </FormDialog>
  );
}
