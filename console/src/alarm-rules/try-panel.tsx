import './texts/texts.ts';
import '../alarms/texts/texts.ts';
import { Box, Button, MenuItem } from '@mui/material';
import type { DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import type { AlarmRuleFiring, AlarmRuleTryReply } from '@signalbox/contract/alarm-rule-try';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Severity } from '../alarms/alarm-words.tsx';
import { tryAlarmRule } from '../api/alarm-rules.ts';
import { getDeviceInfos } from '../api/devices.ts';
import { Instant } from '../controls/ago.tsx';
import type { Choice, FindChoices } from '../controls/choice.ts';
import { EntityPicker } from '../controls/entity-picker.tsx';
import { Icon } from '../controls/icon.tsx';
import { Loaded } from '../controls/loaded.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { EmptyState, SkeletonLines } from '../controls/states.tsx';
import { useDebounced } from '../controls/use-debounced.ts';
import { formatDateTime, formatDuration, formatNumber } from '../i18n/format.ts';
import { TryLine } from './try-line.tsx';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Lengths of the periods that are offered, ms. */
const PERIODS = [HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY, 31 * DAY] as const;
/** Firings that are listed. */
const LISTED = 100;
/** After the last change of a rule, ms. */
const PAUSE = 500;

const findDevices =
  (deviceProfileId: string | undefined): FindChoices =>
  async (textSearch, page) => {
    const query = { pageSize: 50, page, textSearch, sortProperty: 'name', sortOrder: 'ASC', deviceProfileId };
    const { data, hasNext } = await getDeviceInfos(undefined, query);
    return { choices: data.map(({ id, name }) => ({ id: id.id, label: name })), hasNext };
  };

/** The device that sent something last. */
function useFirstDevice(deviceProfileId: string | undefined) {
  return useQuery({
    queryKey: ['devices', 'latest', deviceProfileId],
    queryFn: async (): Promise<Choice | null> => {
      const order = { sortProperty: 'lastActivityTime', sortOrder: 'DESC' };
      const { data } = await getDeviceInfos(undefined, { pageSize: 1, page: 0, ...order, deviceProfileId });
      const [device] = data;
      return device ? { id: device.id.id, label: device.name } : null;
    },
  });
}

function FiringLine({ firing }: { firing: AlarmRuleFiring }) {
  const { t } = useTranslation();
  const { ts, type, severity, details, updates } = firing;
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1, py: 2, borderTop: '1px solid var(--line-2)', fontSize: 13 }}>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
          <span>{t(`alarmRule.try.firings.${type}`)}</span>
          {type !== 'CLEARED' && <Severity severity={severity} />}
        </Box>
        <Box className="num" sx={{ color: 'text.secondary' }}>
          <Instant ts={ts} />
        </Box>
      </Box>
      {details && <Box sx={{ overflowWrap: 'anywhere' }}>{details}</Box>}
      {updates > 0 && (
        <Box sx={{ color: 'text.secondary' }}>
          {t('alarmRule.try.updated', { count: updates, formatted: formatNumber(updates) })}
        </Box>
      )}
    </Box>
  );
}

/** What became of a try: a line, and what would have happened when. */
function Outcome(props: {
  reply: AlarmRuleTryReply;
  startTs: number;
  endTs: number;
  /** The rules have changed since: they are being tried again. */
  isBusy: boolean;
}) {
  const { t } = useTranslation();
  const { reply, startTs, endTs } = props;
  const { firings, points, until } = reply;
  if (points === 0 && firings.length === 0) {
    return <EmptyState icon="chart" title={t('alarmRule.try.noPoints')} text={t('alarmRule.try.noPointsText')} />;
  }
  const raised = firings.filter(({ type }) => type === 'CREATED').length;
  return (
    <Box aria-busy={props.isBusy} sx={{ display: 'grid', gap: 3 }}>
      <Box role="status" sx={{ fontWeight: 580 }}>
        {raised === 0
          ? t('alarmRule.try.nothing')
          : t('alarmRule.try.raised', { count: raised, formatted: formatNumber(raised) })}
      </Box>
      <TryLine firings={firings} startTs={startTs} endTs={endTs} />
      <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
        {t('alarmRule.try.points', { count: points, formatted: formatNumber(points) })}
        {until < endTs && ` ${t('alarmRule.try.until', { time: formatDateTime(until) })}`}
      </Box>
      {firings.length > 0 && (
        <Box component="ol" aria-label={t('alarmRule.try.list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {firings.slice(0, LISTED).map((firing) => (
            <FiringLine key={`${firing.ts} ${firing.type}`} firing={firing} />
          ))}
        </Box>
      )}
      {firings.length > LISTED && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {t('alarmRule.try.more', { formatted: formatNumber(firings.length - LISTED) })}
        </Box>
      )}
    </Box>
  );
}

/** Runs the telemetry of a real device through the rules as they are being edited. */
export function TryPanel(props: {
  /** Whose devices are offered; absent: all, for a profile that has none yet. */
  deviceProfileId: string | undefined;
  alarm: DeviceProfileAlarm;
  /** The rules have something wrong, so they cannot be tried. */
  isWrong: boolean;
}) {
  const { t } = useTranslation();
  const { deviceProfileId } = props;
  const [chosen, setChosen] = useState<Choice | null>();
  const [length, setLength] = useState<number>(DAY);
  const [endTs, setEndTs] = useState(() => Date.now());
  const first = useFirstDevice(deviceProfileId);
  const device = chosen === undefined ? (first.data ?? null) : chosen;
  const startTs = endTs - length;
  const { createRules, clearRule } = props.alarm;
  const rule = useDebounced(JSON.stringify({ createRules, clearRule }), PAUSE);
  const isSettled = rule === JSON.stringify({ createRules, clearRule });
  const tried = useQuery({
    queryKey: ['alarmRuleTry', device?.id, startTs, endTs, rule],
    queryFn: () =>
      tryAlarmRule({
        deviceId: { entityType: 'DEVICE', id: device?.id ?? '' },
        rule: { ...(JSON.parse(rule) as Pick<DeviceProfileAlarm, 'createRules'>), alarmType: null },
        startTs,
        endTs,
      }),
    enabled: device !== null && !props.isWrong && isSettled,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const hasNone = first.isSuccess && first.data === null && !chosen;
  return (
    <Box
      component="section"
      aria-label={t('alarmRule.try.title')}
      sx={{ display: 'grid', gap: 4, alignContent: 'start', minWidth: 0 }}
    >
      <Box>
        <Box component="h3" sx={{ typography: 'h3', fontSize: 14, fontWeight: 580, m: '0 0 4px' }}>
          {t('alarmRule.try.title')}
        </Box>
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('alarmRule.try.text')}</Box>
      </Box>
      <EntityPicker
        kind={`devices of ${deviceProfileId ?? 'the tenant'}`}
        label={t('alarmRule.try.device')}
        load={findDevices(deviceProfileId)}
        value={device}
        onChange={setChosen}
      />
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
        <SelectInput
          label={t('alarmRule.try.period')}
          value={String(length)}
          onChange={(next) => setLength(Number(next))}
          sx={{ flex: 1 }}
        >
          {PERIODS.map((one) => (
            <MenuItem key={one} value={String(one)}>
              {t('alarmRule.try.last', { duration: formatDuration(one) })}
            </MenuItem>
          ))}
        </SelectInput>
        <Button startIcon={<Icon name="refresh" size={16} />} onClick={() => setEndTs(Date.now())}>
          {t('alarmRule.try.again')}
        </Button>
      </Box>
      {props.isWrong ? (
        <EmptyState icon="edit" title={t('alarmRule.try.unfinished')} text={t('alarmRule.try.unfinishedText')} />
      ) : hasNone ? (
        <EmptyState icon="devices" title={t('alarmRule.try.noDevice')} text={t('alarmRule.try.noDeviceText')} />
      ) : first.isError ? (
        <Loaded from={first} title={t('alarmRule.try.noDevices')}>
          {() => null}
        </Loaded>
      ) : device === null && first.isSuccess ? (
        <EmptyState icon="devices" title={t('alarmRule.try.chooseDevice')} />
      ) : tried.isPending ? (
        <SkeletonLines count={4} />
      ) : (
        <Loaded from={tried} title={t('alarmRule.try.failed')}>
          {(reply) => (
            <Outcome reply={reply} startTs={startTs} endTs={endTs} isBusy={tried.isPlaceholderData || !isSettled} />
          )}
        </Loaded>
      )}
    </Box>
  );
}
