import './texts/texts.ts';
import { Box, Button, Checkbox, Link, useMediaQuery } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { getCauseOfValue } from '../../api/recorder.ts';
import { getLastHour, getLatestValues, type LiveValue, SPARKLINE_WINDOW, useLiveValues } from '../../api/telemetry.ts';
import { useSession } from '../../app/session.ts';
import { Ago, useNow } from '../../controls/ago.tsx';
import { failureLine } from '../../controls/error-text.ts';
import { FailureState } from '../../controls/failure-state.tsx';
import { Icon } from '../../controls/icon.tsx';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { LiveProblem } from '../../controls/live-problem.tsx';
import { Sparkline } from '../../controls/sparkline.tsx';
import { EmptyState, SkeletonLines } from '../../controls/states.tsx';
import { formatDuration, formatNumber } from '../../i18n/format.ts';
import { WhyButton } from '../../recorder/why/why-button.tsx';
import { useShowValues } from '../../show-values/use-show-values.ts';
import { ExportButton } from '../export-button.tsx';
import { SearchField } from '../search-field.tsx';
import { useTabAddress } from '../tab-address.ts';
import { useExportAction } from '../use-export-action.ts';
import { contains, LongList } from './long-list.tsx';

const SERIES = ['--c1', '--c2', '--c4', '--c3'] as const;

const isNumeric = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

/** Widths of columns, px, besides those of keys and values. */
const COLUMNS = {
  desktop: { tick: 39, line: 64, updated: 64, value: 68, why: 64 },
  phone: { tick: 30, line: 44, updated: 60, value: 64, why: 60 },
};

/** Where the words of a key end, as in `batteryLevel` and `battery_level`. */
const WORD_ENDS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[_.:/-])(?=[^_.:/-])/;

/** A key in its words, between which a line may end. */
const inWords = (key: string): ReactNode =>
  key.split(WORD_ENDS).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a key stay
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {word}
    </Fragment>
  ));

const styles = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 13,
  '& th': { height: 28, color: 'text.disabled', fontSize: 12, fontWeight: 400, textAlign: 'start', p: 0 },
  '& td': { height: 38, p: 0, paddingInlineEnd: '12px' },
  '& tr': { borderBottom: '1px solid var(--line-2)' },
  '& .end': { textAlign: 'end', paddingInlineEnd: 0 },
  '& th.end': { paddingInlineStart: '12px' },
  // Beside many values; there when one is pointed at or reached by keyboard.
  '@media (hover: hover)': { '& .why': { opacity: 0 }, '& tr:hover .why, & .why:focus-visible': { opacity: 1 } },
} as const;

const KeyHistory = lazyPart(async () => (await import('./key-history.tsx')).KeyHistory);

type Entry = [key: string, latest: LiveValue];

/** What is chosen of a table. */
interface KeySelection {
  selected: ReadonlySet<string>;
  select: (keys: readonly string[], on: boolean) => void;
}

/** Values with the hour behind each number. */
function TelemetryTable(props: {
  entity: EntityRef;
  rows: readonly Entry[];
  /** Absent: nothing can be done with several. */
  selection: KeySelection | undefined;
  onOpen: (key: string) => void;
}) {
  const { entity, rows, selection, onOpen } = props;
  const { t } = useTranslation();
  // Only tenant administrators may see messages.
  const mayAsk = useSession().authority === 'TENANT_ADMIN';
  const now = useNow();
  // On phones the names of the keys need the place.
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const widths = phone ? COLUMNS.phone : COLUMNS.desktop;
  const lineWidth = widths.line - 12;
  const taken = (selection ? widths.tick : 0) + (mayAsk ? widths.why : 0) + widths.line + widths.updated;
  /** The most that keys take: values keep some room. */
  const keyRoom = `max(72px, calc(100cqi - ${taken + widths.value + 12}px))`;
  const numeric = rows.filter(([, { value }]) => isNumeric(value)).map(([key]) => key);
  const history = useQuery({
    queryKey: ['lastHour', entity, numeric],
    queryFn: () => getLastHour(entity, numeric),
    enabled: numeric.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  const chosen = selection ? rows.filter(([key]) => selection.selected.has(key)).length : 0;
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box
        component="table"
        sx={{
          ...styles,
          // What a value is does not decide how much is left for its key.
          tableLayout: phone ? 'fixed' : 'auto',
          '& .why': phone ? { minWidth: 0, paddingInline: '8px' } : {},
          '& .value': {
            width: '100%',
            maxWidth: 0,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          },
        }}
      >
        <thead>
          <tr>
            {selection && (
              <th scope="col" style={{ width: widths.tick }}>
                <Checkbox
                  size="small"
                  checked={chosen === rows.length}
                  indeterminate={chosen > 0 && chosen < rows.length}
                  onChange={(event) =>
                    selection.select(
                      rows.map(([key]) => key),
                      event.target.checked,
                    )
                  }
                  sx={{ marginInlineStart: '-5px' }}
                  slotProps={{ input: { 'aria-label': t('telemetry.selectAll') } }}
                />
              </th>
            )}
            <th scope="col">{t('telemetry.key')}</th>
            <th
              scope="col"
              aria-label={t('telemetry.lastHour')}
              title={t('telemetry.lastHour')}
              style={{ width: widths.line }}
            >
              {phone ? formatDuration(SPARKLINE_WINDOW) : t('telemetry.lastHour')}
              {history.isError && (
                <Box component="span" role="status" sx={{ color: 'var(--critical)' }}>
                  {` · ${failureLine(history.error)}`}
                </Box>
              )}
            </th>
            <th scope="col" className="end" style={{ width: phone ? widths.value : '100%' }}>
              {t('telemetry.value')}
            </th>
            <th scope="col" className="end" style={{ width: widths.updated }}>
              {t('telemetry.updated')}
            </th>
            {mayAsk && <td style={{ width: widths.why }} />}
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
                {selection && (
                  <td>
                    <Checkbox
                      size="small"
                      checked={selection.selected.has(key)}
                      onChange={(event) => selection.select([key], event.target.checked)}
                      sx={{ marginInlineStart: '-5px' }}
                      slotProps={{ input: { 'aria-label': t('list.selectRow', { name: key }) } }}
                    />
                  </td>
                )}
                <Box component="td" sx={phone ? { overflowWrap: 'anywhere' } : null}>
                  <Link
                    component="button"
                    type="button"
                    color="inherit"
                    underline="hover"
                    aria-label={t('telemetry.openHistory', { key })}
                    onClick={() => onOpen(key)}
                    title={key}
                    sx={{
                      font: 'inherit',
                      textAlign: 'start',
                      ...(phone
                        ? {}
                        : {
                            display: 'block',
                            maxWidth: keyRoom,
                            overflow: 'hidden',
                            textOverflow: 'ellipsis',
                            whiteSpace: 'nowrap',
                          }),
                    }}
                  >
                    {phone ? inWords(key) : key}
                  </Link>
                </Box>
                {isNumeric(latest.value) && (
                  <td>
                    {recent.length > 1 && (
                      <Sparkline
                        points={recent}
                        color={`var(${SERIES[index % SERIES.length]})`}
                        width={lineWidth}
                        height={20}
                      />
                    )}
                  </td>
                )}
                <Box
                  component="td"
                  className="num end value"
                  // Texts have no line, and need its place.
                  colSpan={isNumeric(latest.value) ? 1 : 2}
                  sx={{ fontWeight: 560 }}
                  title={latest.value}
                >
                  {latest.value}
                </Box>
                <Box
                  component="td"
                  className="end"
                  sx={{
                    color: 'text.disabled',
                    fontSize: 12,
                    paddingInlineStart: '12px !important',
                  }}
                >
                  <Ago ts={latest.ts} />
                </Box>
                {mayAsk && (
                  <td className="end">
                    <WhyButton
                      label={t('cause.ofValue', { key })}
                      find={() => getCauseOfValue(entity, key, latest.ts)}
                    />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </Box>
    </Box>
  );
}

/** Latest values of every key, live, each number with its last hour. */
export function TelemetryTab({ entity, emptyAction }: { entity: EntityRef; emptyAction?: ReactNode }) {
  const { t } = useTranslation();
  const address = useTabAddress();
  const search = address.get('search') ?? '';
  const { values, error, retry } = useLiveValues(entity, 'LATEST_TELEMETRY');
  const all = useMemo(() => [...(values ?? [])].sort(([one], [other]) => one.localeCompare(other)), [values]);
  const rows = all.filter(([key, { value }]) => contains(search, key, value));
  const { change } = address;
  const [open, setOpen] = useState<string>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const show = useShowValues(entity.entityType);
  const select = (keys: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const key of keys) {
      if (on) next.add(key);
      else next.delete(key);
    }
    setSelected(next);
  };
  const chosen = all.filter(([key]) => selected.has(key));
  const exporting = useExportAction({
    name: 'latest-telemetry',
    total: values && rows.length,
    columns: [
      { title: t('telemetry.key'), exported: 'key' },
      { title: t('telemetry.value'), exported: 'value' },
      { title: t('telemetry.updated'), exported: 'lastUpdateTs' },
    ],
    load: () => getLatestValues(entity),
    search: { textSearch: search },
  });

  if (!values) {
    return error === undefined ? (
      <SkeletonLines />
    ) : (
      <FailureState error={error} title={t('telemetry.failed')} onRetry={retry} />
    );
  }
  if (all.length === 0) {
    return (
      <EmptyState icon="chart" title={t('telemetry.empty')} text={t('telemetry.emptyText')}>
        {emptyAction}
      </EmptyState>
    );
  }
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <SearchField
          inTab={t('telemetry.search')}
          placeholder={t('list.search')}
          value={search}
          onChange={(text) => change({ search: text }, { replace: true })}
        />
        <Box className="num" sx={{ color: 'text.secondary', fontSize: 13 }}>
          {t('telemetry.keys', { count: rows.length, formatted: formatNumber(rows.length) })}
        </Box>
        <LiveProblem problem={error} />
        <Box sx={{ flex: 1 }} />
        {show && chosen.length > 0 && (
          <Button
            startIcon={<Icon name="dashboards" size={16} />}
            onClick={() =>
              show({
                entity,
                type: 'timeseries',
                values: chosen.map(([key, { value }]) => ({ key, text: value })),
              })
            }
          >
            {t('details.showOnWidget')}
          </Button>
        )}
        <ExportButton action={exporting} list={t('details.telemetry')} />
      </Box>
      {rows.length === 0 ? (
        <EmptyState icon="search" title={t('list.nothingSearched', { search })}>
          <Button onClick={() => change({ search: undefined })}>{t('list.clearSearch')}</Button>
        </EmptyState>
      ) : (
        <LongList rows={rows}>
          {(shown) => (
            <TelemetryTable entity={entity} rows={shown} selection={show && { selected, select }} onOpen={setOpen} />
          )}
        </LongList>
      )}
      <Suspense fallback={null}>
        {open !== undefined && <KeyHistory entity={entity} name={open} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  );
}
