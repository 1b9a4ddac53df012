import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendActivationMail } from '../../api/users.ts';
import { notifySuccess } from '../../app/notices.ts';
import { CopyButton } from '../../controls/copy-button.tsx';
import { errorText } from '../../controls/error-text.ts';
import { Icon } from '../../controls/icon.tsx';

/** A mail with the link that did not go out. */
export interface UnsentLink {
  email: string;
  /** In words. */
  reason: string;
}

/**
 * The link with which a new user chooses a password, to be handed over.
 * @param props.unsent given when it should have been mailed: says why it was not, and mails it again
 */
export function ActivationLinkDialog(props: { link: string; unsent?: UnsentLink | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const { link, unsent, onClose } = props;
  const [reason, setReason] = useState(unsent?.reason);
  const [busy, setBusy] = useState(false);

  async function resend(email: string) {
    setBusy(true);
    try {
      await sendActivationMail(email);
      notifySuccess(t('user.activationSent'));
      onClose();
    } catch (error) {
      setReason(errorText(error));
      setBusy(false);
    }
  }
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="activation-title">
      <DialogTitle id="activation-title">{t(unsent ? 'user.unsentTitle' : 'user.activationLink')}</DialogTitle>
      <DialogContent>
        {unsent && (
          <Alert severity="warning" sx={{ mb: 4, overflowWrap: 'anywhere' }}>
            <Box sx={{ fontWeight: 580 }}>{t('user.unsent', { email: unsent.email })}</Box>
            <bdi>{reason}</bdi>
          </Alert>
        )}
        <Box component="p" sx={{ mt: 0, color: 'text.secondary' }}>
          {t('user.activationLinkText')}
        </Box>
        <Box
          component="code"
          sx={{
            display: 'block',
            p: '10px 12px',
            border: '1px solid var(--line)',
            borderRadius: '8px',
            background: 'var(--surface-2)',
            overflowWrap: 'anywhere',
          }}
        >
          {link}
        </Box>
      </DialogContent>
      <DialogActions>
        {unsent && (
          <Button startIcon={<Icon name="mail" size={15} />} loading={busy} onClick={() => void resend(unsent.email)}>
            {t('user.sendAgain')}
          </Button>
        )}
        <CopyButton text={link} name={t('user.activationLinkWord')} />
        <Button variant="contained" color="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
