import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { getCauseOfValue } from '../../api/recorder.ts';
import { getKeyHistory } from '../../api/telemetry.ts';
import { useSession } from '../../app/session.ts';
import { Instant } from '../../controls/ago.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { EmptyState } from '../../controls/states.tsx';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { locale } from '../../i18n/i18n.ts';
import { WhyButton } from '../../recorder/why/why-button.tsx';
import { DAY } from '../../time-window/intervals.ts';
import { TimeWindowChip } from '../../time-window/time-window-chip.tsx';
import type { Column } from '../columns.ts';
import { attempt } from '../entity-action.ts';
import { ExportButton } from '../export-button.tsx';
import { historyBounds, readHistoryWindow, writeHistoryWindow } from './history-window.ts';
import { TimedTable } from './timed-table.tsx';

/** Values of a window that are shown. */
const LIMIT = 200;
const NOTHING: readonly never[] = [];

interface Row {
  id: { id: string };
  createdTime: number;
  value: string;
}

/** The values that a key had in a window of time, the newest first, each with the way to the message that it came of. */
export function KeyHistory(props: { entity: EntityRef; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { entity, name, onClose } = props;
  const { authority } = useSession();
  const [window, setWindow] = useState<string>();
  const timeWindow = readHistoryWindow(window, DAY);
  const query = useQuery({
    queryKey: ['key history', entity, name, window],
    queryFn: () => {
      const { startTime, endTime } = historyBounds(timeWindow, Date.now(), locale);
      return getKeyHistory(entity, name, startTime, endTime + 1, LIMIT);
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  async function exportAll() {
    const { startTime, endTime } = historyBounds(timeWindow, Date.now(), locale);
    const { openKeyHistoryExport } = await import('../../exports/key-history-export.tsx');
    await openKeyHistoryExport({ entity, name, startTs: startTime, endTs: endTime + 1 });
  }
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'time',
        title: t('telemetry.time'),
        width: 166,
        priority: 0,
        cell: ({ createdTime }) => <Instant ts={createdTime} />,
      },
      {
        id: 'value',
        title: t('telemetry.value'),
        width: 180,
        priority: 0,
        cell: ({ value }) => (
          <span className="num" dir="auto">
            {value}
          </span>
        ),
      },
      {
        id: 'why',
        title: '',
        width: 80,
        priority: 1,
        cell: ({ createdTime }) => (
          <WhyButton
            label={t('cause.ofValueAt', { key: name, time: formatDateTime(createdTime) })}
            find={() => getCauseOfValue(entity, name, createdTime)}
          />
        ),
      },
    ],
    [t, entity, name],
  );
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="key-history">
      <DialogTitle id="key-history" sx={{ overflowWrap: 'anywhere' }}>
        {t('telemetry.history', { key: name })}
      </DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, minHeight: 320, alignItems: 'stretch' }}>
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
            <TimeWindowChip
              historyOnly
              timezone={false}
              value={timeWindow}
              onChange={(next) => setWindow(writeHistoryWindow(next, DAY))}
            />
            {/* Who runs the system has no queries for entities. */}
            {authority !== 'SYS_ADMIN' && (
              <ExportButton
                list={t('telemetry.history', { key: name })}
                action={{ id: 'export', label: t('list.export'), icon: 'download', run: () => attempt(exportAll) }}
              />
            )}
          </Box>
          <Loaded from={query} title={t('telemetry.historyFailed')}>
            {(points) =>
              points.length === 0 ? (
                <EmptyState icon="chart" title={t('telemetry.noHistory')} />
              ) : (
                <>
                  <TimedTable
                    label={t('telemetry.history', { key: name })}
                    columns={columns}
                    rows={points.map(({ ts, value }): Row => ({ id: { id: String(ts) }, createdTime: ts, value }))}
                    details={() => NOTHING}
                    nameOf={({ createdTime }) => formatDateTime(createdTime)}
                    isFailed={() => false}
                  />
                  {points.length === LIMIT && (
                    <Box role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
                      {t('telemetry.newest', { formatted: formatNumber(LIMIT) })}
                    </Box>
                  )}
                </>
              )
            }
          </Loaded>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
