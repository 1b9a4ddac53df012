import { Button, Dialog, DialogActions, DialogContent, type DialogProps, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

/** A dialog in which there is something to read, and nothing to decide. */
export function ReadingDialog(
  props: Pick<DialogProps, 'fullScreen' | 'maxWidth'> & { title: string; onClose: () => void; children: ReactNode },
) {
  const { t } = useTranslation();
  const { title, onClose, children, ...size } = props;
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth aria-labelledby={titleId} {...size}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {t('action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
