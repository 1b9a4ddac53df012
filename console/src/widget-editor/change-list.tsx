import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BeforeAfter } from '../controls/before-after.tsx';
import type { TypeChange } from './model/type-changes.ts';

/** Changes of a type, each with what was and what is. @param before what the former state is called */
export function ChangeList({ changes, before }: { changes: readonly TypeChange[]; before: string }) {
  const { t } = useTranslation();
  const labels = [before, t('widgetEditor.compare.after')] as const;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
      {changes.map(({ part, before: old, after: now }) => (
        <Box component="li" key={part} sx={{ borderInlineStart: '3px solid var(--accent)', paddingInlineStart: 3 }}>
          {t(`widgetEditor.part.${part}`)}
          {old !== undefined && <BeforeAfter before={old} after={now ?? ''} labels={labels} />}
        </Box>
      ))}
    </Box>
  );
}

/** What is edited compared with what is stored. */
export function CompareDialog(props: {
  changes: readonly TypeChange[];
  /** Absent: it cannot be saved. */
  onSave: (() => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const small = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const { changes } = props;
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={small} onClose={props.onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('widgetEditor.compare.title')}</DialogTitle>
      <DialogContent>
        {changes.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('widgetEditor.compare.nothing')}</Box>}
        <ChangeList changes={changes} before={t('widgetEditor.compare.before')} />
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('action.close')}</Button>
        {props.onSave && changes.length > 0 && (
          <Button variant="contained" color="primary" onClick={props.onSave}>
            {t('action.save')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
