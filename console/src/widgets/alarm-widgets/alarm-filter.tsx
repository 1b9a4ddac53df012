import './texts/texts.ts';
import { Badge, Box, Button, IconButton, Popover, TextField, Tooltip } from '@mui/material';
import { ALARM_SEARCH_STATUSES, ALARM_SEVERITIES } from '@signalbox/contract/alarm';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { SwitchInput } from '../../controls/switch-input.tsx';
import { usePopoverBelow } from '../../controls/use-popover-below.ts';
import type { AlarmSelection } from '../runtime/alarm-subscription.ts';

/** Buttons of which any number may be pressed. */
function Toggles(props: {
  label: string;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { chosen } = props;
  return (
    <Box role="group" aria-label={props.label}>
      <Box sx={{ fontSize: 12, color: 'text.secondary', mb: 1 }}>{props.label}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {props.choices.map(({ value, label }) => {
          const isChosen = chosen.includes(value);
          return (
            <Button
              key={value}
              size="small"
              variant={isChosen ? 'contained' : 'outlined'}
              aria-pressed={isChosen}
              onClick={() => props.onChange(isChosen ? chosen.filter((one) => one !== value) : [...chosen, value])}
            >
              {label}
            </Button>
          );
        })}
      </Box>
    </Box>
  );
}

/** Which alarms the table shows until the page is left; without a choice those of its configuration. */
export function AlarmFilter(props: {
  selection: AlarmSelection;
  isOwn: boolean;
  onChange: (selection: AlarmSelection | undefined) => void;
}) {
  const { t } = useTranslation();
  const { selection, onChange } = props;
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [types, setTypes] = useState('');
  const place = usePopoverBelow('end');
  const open = (element: HTMLElement) => {
    setTypes(selection.typeList.join(', '));
    setAnchor(element);
  };
  const takeTypes = () => {
    const typeList = types
      .split(',')
      .map((type) => type.trim())
      .filter(Boolean);
    if (typeList.join() !== selection.typeList.join()) onChange({ ...selection, typeList });
  };
  return (
    <>
      <Tooltip title={t('alarmWidget.filter')}>
        <IconButton
          size="small"
          aria-label={t('alarmWidget.filter')}
          aria-haspopup="dialog"
          aria-expanded={anchor !== undefined}
          onClick={(event) => open(event.currentTarget)}
        >
          <Badge variant="dot" color="primary" invisible={!props.isOwn}>
            <Icon name="filter" size={16} />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={() => {
          takeTypes();
          setAnchor(undefined);
        }}
        {...place}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('alarmWidget.filter'),
            sx: { mt: 1, border: '1px solid var(--line)', boxShadow: 'var(--shadow-2)' },
          },
        }}
      >
        <Box sx={{ p: 4, width: 320, display: 'flex', flexDirection: 'column', gap: 3 }}>
          <Toggles
            label={t('alarm.status')}
            choices={ALARM_SEARCH_STATUSES.filter((status) => status !== 'ANY').map((value) => ({
              value,
              label: t(`alarm.searchStatuses.${value}`),
            }))}
            chosen={selection.statusList}
            onChange={(statusList) => onChange({ ...selection, statusList })}
          />
          <Toggles
            label={t('alarm.severity')}
            choices={ALARM_SEVERITIES.map((value) => ({ value, label: t(`alarm.severities.${value}`) }))}
            chosen={selection.severityList}
            onChange={(severityList) => onChange({ ...selection, severityList })}
          />
          <TextField
            size="small"
            label={t('alarmWidget.filterTypes')}
            value={types}
            onChange={(event) => setTypes(event.target.value)}
            onBlur={takeTypes}
            onKeyDown={(event) => {
              if (event.key === 'Enter') takeTypes();
            }}
          />
          <SwitchInput
            label={t('alarmWidget.propagated')}
            checked={selection.searchPropagatedAlarms}
            onChange={(searchPropagatedAlarms) => onChange({ ...selection, searchPropagatedAlarms })}
          />
          <Button size="small" disabled={!props.isOwn} onClick={() => onChange(undefined)} sx={{ alignSelf: 'end' }}>
            {t('alarmWidget.filterReset')}
          </Button>
        </Box>
      </Popover>
    </>
  );
}
