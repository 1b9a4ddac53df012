import './texts/texts.ts';
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

/** Goes on with both, or with what somebody else stored; undefined: nothing happens. */
export type ConflictAnswer = 'merge' | 'theirs' | undefined;

/** Somebody else saved meanwhile: nothing of theirs is overwritten without being shown. */
export function ConflictDialog(props: {
  title: string;
  text: string;
  bothText: string;
  /** Names of what both changed, of which one's own version is taken. */
  both: readonly string[];
  onClose: (answer?: ConflictAnswer) => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog open maxWidth="sm" fullWidth onClose={() => props.onClose()} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{props.title}</DialogTitle>
      <DialogContent>
        <p>{props.text}</p>
        {props.both.length > 0 && (
          <Alert severity="warning">
            {props.bothText}
            <ul>
              {props.both.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => props.onClose()}>{t('action.cancel')}</Button>
        <Button color="error" onClick={() => props.onClose('theirs')}>
          {t('editing.conflict.theirs')}
        </Button>
        <Button variant="contained" color="primary" onClick={() => props.onClose('merge')}>
          {t('editing.conflict.merge')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
