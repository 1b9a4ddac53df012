import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded, type Loading } from '../controls/loaded.tsx';

/** What is different between a version and what is edited. */
export function CompareVersionDialog<Change>(props: {
  number: number;
  /** From the version to what is edited. */
  changes: Loading<readonly Change[]>;
  /** Draws them. @param before what the version is called */
  children: (changes: readonly Change[], before: string) => ReactNode;
  onRestore: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const small = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const { number, changes } = props;
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={small} onClose={props.onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('editing.versions.compareTitle', { number })}</DialogTitle>
      <DialogContent>
        <Loaded from={changes} title={t('editing.versions.failed')}>
          {(found) =>
            found.length === 0 ? (
              <Box sx={{ color: 'text.secondary' }}>{t('editing.versions.same', { number })}</Box>
            ) : (
              props.children(found, t('editing.versions.version', { number }))
            )
          }
        </Loaded>
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('action.close')}</Button>
        {changes.data && changes.data.length > 0 && (
          <Button variant="contained" color="primary" onClick={props.onRestore}>
            {t('editing.versions.restoreNamed', { number })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
