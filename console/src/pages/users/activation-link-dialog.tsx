import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../controls/copy-button.tsx';

/** The link with which a new user chooses a password, to be handed over. */
export function ActivationLinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="activation-title">
      <DialogTitle id="activation-title">{t('user.activationLink')}</DialogTitle>
      <DialogContent>
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
        <CopyButton text={link} name={t('user.activationLinkWord')} />
        <Button variant="contained" color="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
