import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';

/**
 * A form with a button that shows it over the whole screen, which Escape leaves. It is drawn once, here or there: what
 * is typed there is typed in the form.
 */
export function LargeForm({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  /** The form is in the dialog: as long as that is seen, also while it goes. */
  const [isLarge, setLarge] = useState(false);
  const titleId = useId();
  const place = useRef<HTMLDivElement>(null);
  /** px that the form took: nothing around it moves meanwhile. */
  const height = useRef(0);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="small"
        variant="text"
        aria-haspopup="dialog"
        sx={{ justifySelf: 'end' }}
        startIcon={<Icon name="fullscreen" size={16} />}
        onClick={() => {
          height.current = place.current?.offsetHeight ?? 0;
          setOpen(true);
          setLarge(true);
        }}
      >
        {t('schemaForm.fullScreen')}
      </Button>
      <Box
        ref={place}
        style={isLarge ? { minHeight: height.current } : undefined}
        sx={{ display: 'grid', gap: 3, minWidth: 0 }}
      >
        {!isLarge && children}
      </Box>
      <Dialog
        fullScreen
        open={isOpen}
        onClose={close}
        aria-labelledby={titleId}
        slotProps={{ transition: { onExited: () => setLarge(false) } }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Box sx={{ display: 'grid', gap: 3, maxWidth: 1100, mx: 'auto' }}>{isLarge && children}</Box>
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
