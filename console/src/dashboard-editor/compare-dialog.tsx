import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BeforeAfter } from '../controls/before-after.tsx';
import { formatNumber } from '../i18n/format.ts';
import type { DashboardChange } from './model/differences.ts';
import { indentedJson } from './model/indented-json.ts';

const COLOURS: Readonly<Record<DashboardChange['kind'], string>> = {
  added: 'var(--ok)',
  changed: 'var(--accent)',
  removed: 'var(--critical)',
};
/** Changes that are shown at a time. */
const PAGE = 100;
/** Their difference says nothing: they are there or not. */
const PLAIN: ReadonlySet<DashboardChange['part']> = new Set(['place']);

/** Changes of a dashboard, each with what was and what is. @param before what the former state is called */
export function ChangeList({ changes, before }: { changes: readonly DashboardChange[]; before: string }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(PAGE);
  const labels = useMemo(() => [before, t('dashboardEditor.compare.after')] as const, [t, before]);
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {changes.slice(0, shown).map((change, index) => (
          <Box
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: two changes may say the same, and the list stays as it is
            key={index}
            sx={{ borderInlineStart: `3px solid ${COLOURS[change.kind]}`, paddingInlineStart: 3 }}
          >
            {'name' in change
              ? t(`dashboardEditor.compare.${change.part}.${change.kind}`, { name: change.name })
              : t(`dashboardEditor.compare.whole.${change.part}`)}
            {change.kind === 'changed' && !PLAIN.has(change.part) && (
              <BeforeAfter before={indentedJson(change.before)} after={indentedJson(change.after)} labels={labels} />
            )}
          </Box>
        ))}
      </Box>
      {changes.length > shown && (
        <Button size="small" sx={{ mt: 3 }} onClick={() => setShown(shown + PAGE)}>
          {t('dashboardEditor.compare.more', { formatted: formatNumber(changes.length - shown) })}
        </Button>
      )}
    </>
  );
}

/** What is edited compared with what is stored. */
export function CompareDialog(props: { changes: readonly DashboardChange[]; onSave: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { changes } = props;
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={phone} onClose={props.onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('dashboardEditor.compare.title')}</DialogTitle>
      <DialogContent>
        {changes.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('dashboardEditor.compare.nothing')}</Box>}
        <ChangeList changes={changes} before={t('dashboardEditor.compare.before')} />
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('action.close')}</Button>
        {changes.length > 0 && (
          <Button variant="contained" color="primary" onClick={props.onSave}>
            {t('action.save')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
