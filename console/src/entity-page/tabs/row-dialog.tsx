import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LongText } from '../../controls/long-text.tsx';

/** All that a row of a list says, where its cells may be cut off. */
export function RowDialog(props: {
  title: string;
  texts: readonly { label: string; text: string }[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog open onClose={props.onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {props.title}
      </DialogTitle>
      <DialogContent>
        {props.texts.map(({ label, text }) => (
          <LongText key={label} label={label} value={text} />
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose} autoFocus>
          {t('action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
