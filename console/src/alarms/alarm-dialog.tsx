import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import type { AlarmInfo } from '@signalbox/contract/alarm';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { getAlarm } from '../api/alarms.ts';
import { Icon } from '../controls/icon.tsx';
import { Loaded } from '../controls/loaded.tsx';
import { type EntityAction, offeredFor } from '../entity-page/entity-action.ts';
import { AlarmFacts, AlarmSummary } from './alarm-facts.tsx';
import { AlarmHistory } from './alarm-history.tsx';
import { ALARMS } from './use-alarm-changes.ts';

/** Everything about one alarm, over the tab of its entity. */
export function AlarmDialog(props: {
  id: string;
  /** Its row, when it is on the page: shown until everything is here. */
  row: AlarmInfo | undefined;
  actions: readonly EntityAction<AlarmInfo>[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const query = useQuery({ queryKey: [...ALARMS, 'one', props.id], queryFn: () => getAlarm(props.id) });
  const known = query.data ?? props.row;
  const offered = known ? offeredFor(props.actions, known) : [];
  const close = useRef<HTMLButtonElement>(null);
  // What was pressed may be offered no longer: the focus stays in the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: something else is offered
  useEffect(() => {
    if (document.activeElement === document.body) close.current?.focus();
  }, [offered.length]);
  return (
    <Dialog open onClose={props.onClose} maxWidth="sm" fullWidth fullScreen={phone} aria-labelledby="alarm-dialog">
      <DialogTitle id="alarm-dialog" sx={{ overflowWrap: 'anywhere' }}>
        {known?.type ?? t('alarm.alarm')}
      </DialogTitle>
      <DialogContent>
        <Loaded from={{ ...query, data: known }} title={t('details.notShown', { kind: t('alarm.alarm') })} skeleton={8}>
          {(alarm) => (
            <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
              <AlarmSummary alarm={alarm} />
              <AlarmFacts alarm={alarm} withCreation />
              <Box component="h3" sx={{ typography: 'h3', fontSize: 14, fontWeight: 580, m: '10px 0 0' }}>
                {t('alarm.history')}
              </Box>
              <AlarmHistory alarmId={alarm.id.id} />
            </Box>
          )}
        </Loaded>
      </DialogContent>
      <DialogActions disableSpacing sx={{ flexWrap: 'wrap', gap: 2 }}>
        {offered.map((action) => (
          <Button
            key={action.id}
            color={action.destructive ? 'error' : 'inherit'}
            startIcon={<Icon name={action.icon} size={16} />}
            onClick={action.run}
          >
            {action.label}
          </Button>
        ))}
        <Button ref={close} onClick={props.onClose} autoFocus>
          {t('action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
