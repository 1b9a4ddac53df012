import { Box } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { getLastHour, SPARKLINE_WINDOW, useLiveValues } from '../../api/telemetry.ts';
import { Ago, useNow } from '../../controls/ago.tsx';
import { Sparkline } from '../../controls/sparkline.tsx';
import { EmptyState, SkeletonLines } from '../../controls/states.tsx';

const SERIES = ['--c1', '--c2', '--c4', '--c3'] as const;

const isNumeric = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

/** Latest values of every key, live, each number with its last hour. */
export function TelemetryTab({ entity }: { entity: EntityRef }) {
  const { t } = useTranslation();
  const now = useNow();
  const values = useLiveValues(entity, 'LATEST_TELEMETRY');
  const rows = useMemo(() => [...(values ?? [])].sort(([one], [other]) => one.localeCompare(other)), [values]);
  const numeric = rows.filter(([, { value }]) => isNumeric(value)).map(([key]) => key);
  const history = useQuery({
    queryKey: ['lastHour', entity, numeric],
    queryFn: () => getLastHour(entity, numeric),
    enabled: numeric.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

  if (!values) return <SkeletonLines />;
  if (rows.length === 0) {
    return <EmptyState icon="chart" title={t('telemetry.empty')} text={t('telemetry.emptyText')} />;
  }
  return (
    <Box
      component="table"
      sx={{
        width: '100%',
        borderCollapse: 'collapse',
        fontSize: 13,
        '& th': { height: 28, color: 'text.disabled', fontSize: 12, fontWeight: 400, textAlign: 'start', p: 0 },
        '& td': { height: 38, p: '0 12px 0 0' },
        '& tr': { borderBottom: '1px solid var(--line-2)' },
        '& .end': { textAlign: 'end', p: 0 },
      }}
    >
      <thead>
        <tr>
          <th scope="col">{t('telemetry.key')}</th>
          <th scope="col">{t('telemetry.lastHour')}</th>
          <th scope="col" className="end">
            {t('telemetry.value')}
          </th>
          <th scope="col" className="end">
            {t('telemetry.updated')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, latest], index) => {
          const points = [...(history.data?.get(key) ?? [])];
          if (isNumeric(latest.value) && latest.ts > (points.at(-1)?.ts ?? 0)) {
            points.push({ ts: latest.ts, value: Number(latest.value) });
          }
          const recent = points.filter((point) => point.ts > now - SPARKLINE_WINDOW);
          return (
            <tr key={key}>
              <Box component="td" sx={{ overflowWrap: 'anywhere' }}>
                {key}
              </Box>
              <td style={{ width: 108 }}>
                {recent.length > 1 && (
                  <Sparkline points={recent} color={`var(${SERIES[index % SERIES.length]})`} width={96} height={20} />
                )}
              </td>
              <Box
                component="td"
                className="num end"
                sx={{
                  fontWeight: 560,
                  maxWidth: 160,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
                title={latest.value}
              >
                {latest.value}
              </Box>
              <Box
                component="td"
                className="end"
                sx={{ color: 'text.disabled', fontSize: 12, whiteSpace: 'nowrap', pl: '12px !important' }}
              >
                <Ago ts={latest.ts} />
              </Box>
            </tr>
          );
        })}
      </tbody>
    </Box>
  );
}
