import './texts/texts.ts';
import type { AlarmHistoryEntry } from '@signalbox/contract/alarm';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { getAlarmHistory } from '../api/alarms.ts';
import { getCauseOfAlarm } from '../api/recorder.ts';
import { Ago, Instant } from '../controls/ago.tsx';
import { Loaded } from '../controls/loaded.tsx';
import type { Column } from '../entity-page/columns.ts';
import { TimedTable } from '../entity-page/tabs/timed-table.tsx';
import { formatDateTime, formatNumber } from '../i18n/format.ts';
import { WhyButton } from '../recorder/why/why-button.tsx';
import { ALARMS } from './use-alarm-changes.ts';

interface Row extends AlarmHistoryEntry {
  id: { id: string };
}

function changeWords(t: TFunction, { change, severity, times }: AlarmHistoryEntry): string {
  if (change === 'UPDATED') return t('alarm.changes.UPDATED', { count: times, formatted: formatNumber(times) });
  return t(`alarm.changes.${change}`, { severity: t(`alarm.severities.${severity}`) });
}

const NOTHING: readonly never[] = [];

/** What became of an alarm: every change with its time, and who or what made it. */
export function AlarmHistory({ alarmId }: { alarmId: string }) {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: [...ALARMS, 'history', alarmId], queryFn: () => getAlarmHistory(alarmId) });
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'time',
        title: t('alarm.time'),
        width: 166,
        priority: 0,
        cell: (row) => <Instant ts={row.lastTs} />,
        compact: { width: 84, cell: (row) => <Ago ts={row.lastTs} /> },
      },
      { id: 'change', title: t('alarm.change'), width: 114, priority: 0, cell: (row) => changeWords(t, row) },
      {
        id: 'by',
        title: t('alarm.by'),
        width: 116,
        priority: 1,
        cell: (row) => {
          if (row.cause !== 'RULE_NODE') return <span title={row.causeName}>{row.causeName}</span>;
          const words = t('alarm.ruleNode', { name: row.causeName });
          return (
            <>
              <WhyButton
                label={t('cause.ofAlarm', { time: formatDateTime(row.lastTs) })}
                find={() => getCauseOfAlarm(alarmId, row)}
              />{' '}
              <span title={words}>{words}</span>
            </>
          );
        },
      },
    ],
    [t, alarmId],
  );
  return (
    <Loaded from={query} title={t('alarm.noHistory')}>
      {({ data }) => (
        <TimedTable
          label={t('alarm.history')}
          columns={columns}
          rows={data.map((entry) => ({ ...entry, id: { id: String(entry.number) } }))}
          details={() => NOTHING}
          nameOf={(row) => changeWords(t, row)}
          isFailed={() => false}
        />
      )}
    </Loaded>
  );
}
