import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import {
  ACTIVE_STATES,
  FAILED_STEPS,
  ROLLOUT_STEPS,
  type RolloutDevice,
  type RolloutStep,
} from '@signalbox/contract/rollout';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { getRolloutDevices, type RolloutRow } from '../../api/rollouts.ts';
import { Ago } from '../../controls/ago.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { LongText } from '../../controls/long-text.tsx';
import { EmptyState } from '../../controls/states.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { EntityLink } from '../../entity-page/entity-link.tsx';
import { type ChipFilter, FilterChip } from '../../entity-page/filter-chip.tsx';
import { SearchField } from '../../entity-page/search-field.tsx';
import { useTabAddress } from '../../entity-page/tab-address.ts';
import { TimedTable } from '../../entity-page/tabs/timed-table.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { ROLLOUTS } from './query-key.ts';
import { waitReason } from './rollout-words.ts';

const PAGE_SIZE = 50;
/** ms between two looks while somebody looks at it. */
const EVERY = 2000;
/** The same for a roll-out that does not go on by itself: somebody else may start it. */
const SELDOM = 30_000;

type Row = RolloutDevice & { id: { id: string } };
const isFailed = ({ step, accepted }: RolloutDevice) =>
  !accepted && (FAILED_STEPS as readonly RolloutStep[]).includes(step);

/** Two lines: what is asked for first, and below it what belongs to it. */
function TwoLines(props: { children: ReactNode; below: ReactNode; title?: string }) {
  return (
    <Box
      title={props.title}
      sx={{ py: 1.5, display: 'grid', lineHeight: '18px', '& > *': { overflow: 'hidden', textOverflow: 'ellipsis' } }}
    >
      <span>{props.children}</span>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
        {props.below}
      </Box>
    </Box>
  );
}

function useColumns(rollout: RolloutRow): Column<Row>[] {
  const { t } = useTranslation();
  const { state, wave } = rollout;
  return useMemo(() => {
    const below = (device: Row): string => {
      const reason = waitReason(device, { state, wave });
      const number = formatNumber(device.wave + 1);
      const words = reason ? t(reason, { wave: number }) : '';
      return [t('rollouts.waveNumber', { wave: number }), device.said, words].filter(Boolean).join(' · ');
    };
    return [
      {
        id: 'name',
        title: t('rollouts.device'),
        width: 220,
        priority: 0,
        cell: (device) => (
          <TwoLines below={below(device)} title={below(device)}>
            <EntityLink entityType="DEVICE" id={device.deviceId} name={device.name} color="var(--accent-text)" />
          </TwoLines>
        ),
      },
      {
        id: 'step',
        title: t('rollouts.step'),
        width: 104,
        priority: 0,
        cell: (device) => (
          <TwoLines below={device.since !== null && <Ago ts={device.since} />}>
            <span className={isFailed(device) ? 'bad' : device.step === 'UPDATED' ? 'good' : undefined}>
              {t(`rollouts.steps.${device.step}`)}
            </span>
          </TwoLines>
        ),
      },
    ];
  }, [t, state, wave]);
}

/** The devices of a roll-out: how far each is, why it waits and what it said. */
export function DevicesTab({ rollout }: { rollout: RolloutRow }) {
  const { t } = useTranslation();
  const { get, oneOf, change, page } = useTabAddress();
  const search = get('search') ?? '';
  const step = oneOf('step', ['', ...ROLLOUT_STEPS]);
  const turnTo = (next: number) => change({ page: next > 0 ? String(next + 1) : undefined });
  const query = useQuery({
    // A roll-out that has gone on or ended has moved its devices: they are asked for again at once.
    queryKey: [...ROLLOUTS, 'devices', rollout.id.id, rollout.state, rollout.wave, search, step, page],
    queryFn: () =>
      getRolloutDevices(rollout.id.id, {
        pageSize: PAGE_SIZE,
        page,
        ...(search.trim() ? { textSearch: search.trim() } : {}),
        ...(step ? { step } : {}),
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ACTIVE_STATES.includes(rollout.state) ? EVERY : SELDOM,
    staleTime: 0,
  });
  // Devices have gone on to another step meanwhile.
  const { data: found } = query;
  const lastPage = found && !query.isPlaceholderData ? Math.max(0, found.totalPages - 1) : page;
  useEffect(() => {
    if (page > lastPage) change({ page: lastPage > 0 ? String(lastPage + 1) : undefined }, { replace: true });
  }, [page, lastPage, change]);
  const columns = useColumns(rollout);
  const filter: ChipFilter = {
    name: 'step',
    label: t('rollouts.step'),
    options: ROLLOUT_STEPS.map((value) => ({ value, label: t(`rollouts.steps.${value}`) })),
  };
  const isFiltered = search !== '' || step !== '';
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <SearchField
          inTab={t('rollouts.searchDevices')}
          placeholder={t('list.search')}
          value={search}
          onChange={(text) => change({ search: text }, { replace: true })}
        />
        <FilterChip filter={filter} value={step || undefined} onChange={(chosen) => change({ step: chosen })} />
      </Box>
      <Loaded from={query} title={t('list.failed')} forbiddenTitle={t('list.forbidden')}>
        {(data) =>
          data.totalElements === 0 ? (
            <EmptyState
              icon={isFiltered ? 'search' : 'devices'}
              title={isFiltered ? t('list.nothingFiltered') : t('rollouts.noDevices')}
            >
              {isFiltered && (
                <Button onClick={() => change({ search: undefined, step: undefined })}>{t('list.clearFilters')}</Button>
              )}
            </EmptyState>
          ) : (
            <>
              <TimedTable<Row>
                label={t('rollouts.devices')}
                columns={columns}
                rows={data.data.map((device) => ({ ...device, id: { id: device.deviceId } }))}
                details={({ said }) =>
                  said === null ? [] : [<LongText key="said" label={t('rollouts.said')} value={said} />]
                }
                nameOf={({ name }) => name}
                isFailed={isFailed}
              />
              {data.totalPages > 1 && (
                <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'flex-end', fontSize: 13 }}>
                  <span className="num">
                    {t('rollouts.pageOf', { page: formatNumber(page + 1), pages: formatNumber(data.totalPages) })}
                  </span>
                  <Button size="small" disabled={page === 0} onClick={() => turnTo(page - 1)}>
                    {t('list.previousPage')}
                  </Button>
                  <Button size="small" disabled={!data.hasNext} onClick={() => turnTo(page + 1)}>
                    {t('list.nextPage')}
                  </Button>
                </Box>
              )}
            </>
          )
        }
      </Loaded>
    </>
  );
}
