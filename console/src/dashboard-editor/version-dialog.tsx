import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../controls/loaded.tsx';
import { ChangeList } from './compare-dialog.tsx';
import { dashboardChanges } from './model/differences.ts';
import type { EditedDashboard } from './model/edited-dashboard.ts';
import { useDashboardVersion } from './use-dashboard-version.ts';

/** What is different between a version and what is edited. */
export function VersionDialog(props: {
  dashboardId: string;
  number: number;
  /** What is edited. */
  now: EditedDashboard;
  onRestore: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const small = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const { number } = props;
  const { data, error, refetch } = useDashboardVersion(props.dashboardId, number);
  const changes = data && dashboardChanges(data, props.now);
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={small} onClose={props.onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('dashboardEditor.versions.compareTitle', { number })}</DialogTitle>
      <DialogContent>
        <Loaded from={{ data: changes, error, refetch }} title={t('editing.versions.failed')}>
          {(found) =>
            found.length === 0 ? (
              <Box sx={{ color: 'text.secondary' }}>{t('dashboardEditor.versions.same', { number })}</Box>
            ) : (
              <ChangeList changes={found} before={t('dashboardEditor.versions.before', { number })} />
            )
          }
        </Loaded>
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('action.close')}</Button>
        {changes && changes.length > 0 && (
          <Button variant="contained" color="primary" onClick={props.onRestore}>
            {t('dashboardEditor.versions.restoreThis', { number })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
