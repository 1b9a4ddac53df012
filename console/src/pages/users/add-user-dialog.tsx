import { FormControlLabel, Radio, RadioGroup } from '@mui/material';
import type { User } from '@signalbox/contract/user';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveUser, sendActivationMail } from '../../api/users.ts';
import { errorText } from '../../controls/error-text.ts';
import { AddDialog } from '../../entity-page/add-dialog.tsx';
import type { UnsentLink } from './activation-link-dialog.tsx';
import { type UserOwner, userForm } from './user-form.ts';

/** A new user, and why the activation link has to be shown, if it has to. */
export type AddedUser = User & { link?: 'wanted' | UnsentLink };

const NO_FIELDS: readonly never[] = [];

/** Mails the activation link; the user is there whether or not that works. */
async function mailActivationLink({ email }: User): Promise<UnsentLink | undefined> {
  try {
    await sendActivationMail(email);
    return undefined;
  } catch (error) {
    return { email, reason: errorText(error) };
  }
}

/** Adds a user, and shows or mails the link that activates it. */
export function AddUserDialog({ owner, close }: { owner: UserOwner; close: (saved?: AddedUser) => void }) {
  const { t } = useTranslation();
  const [activation, setActivation] = useState('link');
  const form = useMemo(() => userForm(t, owner), [t, owner]);
  return (
    <AddDialog
      title={t(owner.customerId ? 'user.addTitle' : 'user.addAdministratorTitle')}
      form={form}
      more={{ fields: NO_FIELDS, check: async () => ({}), dirty: activation !== 'link' }}
      save={async (body) => {
        const user = await saveUser(body, false);
        const link: AddedUser['link'] = activation === 'link' ? 'wanted' : await mailActivationLink(user);
        return { ...user, ...(link && { link }) };
      }}
      close={close}
    >
      <RadioGroup
        aria-label={t('user.activation')}
        value={activation}
        onChange={(event) => setActivation(event.target.value)}
        sx={{ mt: 4 }}
      >
        <FormControlLabel value="link" control={<Radio size="small" />} label={t('user.showLink')} />
        <FormControlLabel value="mail" control={<Radio size="small" />} label={t('user.sendMail')} />
      </RadioGroup>
    </AddDialog>
  );
}
