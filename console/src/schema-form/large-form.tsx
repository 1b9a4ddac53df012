import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';

/** A button that shows a form over the whole screen, which Escape leaves; what is typed there is typed in the form. */
export function LargeForm({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="small"
        variant="text"
        aria-haspopup="dialog"
        sx={{ justifySelf: 'end' }}
        startIcon={<Icon name="fullscreen" size={16} />}
        onClick={() => setOpen(true)}
      >
        {t('schemaForm.fullScreen')}
      </Button>
      <Dialog fullScreen open={isOpen} onClose={close} aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Box sx={{ display: 'grid', gap: 3, maxWidth: 1100, mx: 'auto' }}>{children}</Box>
        </DialogContent>
        <DialogActions>
          <Button variant="contained" color="primary" onClick={close}>
            {t('schemaForm.leave')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
