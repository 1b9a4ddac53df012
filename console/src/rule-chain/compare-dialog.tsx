import { Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeList } from './change-list.tsx';
import type { Chain } from './model/chain.ts';

/** What is edited compared with what is live, node by node and link by link. */
export function CompareDialog(props: {
  before: Chain;
  after: Chain;
  nameOf: (key: string) => string;
  onShow: (key: string) => void;
  onSave: (() => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={phone} onClose={props.onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('rules.compare.title')}</DialogTitle>
      <DialogContent>
        <ChangeList
          before={props.before}
          after={props.after}
          nameOf={props.nameOf}
          labels={[t('rules.compare.before'), t('rules.compare.after')]}
          onShow={props.onShow}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('action.close')}</Button>
        {props.onSave && (
          <Button variant="contained" color="primary" onClick={props.onSave}>
            {t('rules.makeLive')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
