import './texts/texts.ts';
import { ACTIVE_STATES } from '@signalbox/contract/rollout';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { getRollouts, type RolloutRow } from '../../api/rollouts.ts';
import { staysAt } from '../../app/address-ahead.ts';
import { queryClient } from '../../app/query-client.ts';
import { useAddress } from '../../app/use-address.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListAction } from '../../entity-page/list-header.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { createdColumn, nameColumn, textColumn } from '../../entity-page/standard-columns.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { ROLLOUTS } from './query-key.ts';
import { rolloutActions } from './rollout-actions.ts';
import { failedCount, stateWords } from './rollout-words.ts';

const RolloutDetails = lazyPart(async () => (await import('./rollout-details.tsx')).RolloutDetails);

const PATH = '/otaUpdates/rollouts';
const DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };
const QUERY_KEY = [...ROLLOUTS, 'list'] as const;
/** ms between two looks at the list while one of it is under way. */
const EVERY = 5000;

const changed = () => void queryClient.invalidateQueries({ queryKey: ROLLOUTS });
const sum = (row: RolloutRow, member: 'total' | 'succeeded'): number =>
  row.waves.reduce((all, wave) => all + wave[member], 0);

/** Keeps the list as it is while one of its roll-outs is under way and somebody looks. */
function useLiveList(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => {
      if (!document.hidden) void queryClient.invalidateQueries({ queryKey: QUERY_KEY }, { cancelRefetch: false });
    }, EVERY);
    return () => clearInterval(timer);
  }, [isActive]);
}

function useActions() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(
    () =>
      rolloutActions(t, changed, ({ id }) => {
        if (staysAt(`${PATH}/${id.id}`)) void navigate(PATH);
      }),
    [t, navigate],
  );
}

/** Firmware and software that go to devices in waves. */
export function RolloutsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [address] = useAddress();
  const packageId = address.get('package') ?? undefined;
  const [isActive, setActive] = useState(false);
  useLiveList(isActive);
  const onRows = useCallback(
    (rows: readonly RolloutRow[]) => setActive(rows.some(({ state }) => ACTIVE_STATES.includes(state))),
    [],
  );
  const columns = useMemo<Column<RolloutRow>[]>(
    () => [
      nameColumn('name', t('rollouts.name'), (row) => row.name, 160),
      {
        ...textColumn<RolloutRow>('state', t('rollouts.state'), (row) => stateWords(t, row), {
          width: 220,
          priority: 0,
        }),
        compact: { width: 96, cell: (row) => t(`rollouts.states.${row.state}`) },
      },
      textColumn('packageTitle', t('rollouts.package'), (row) => `${row.packageTitle} ${row.packageVersion}`, {
        width: 170,
        priority: 3,
        exported: [
          { path: 'packageTitle', title: t('rollouts.package') },
          { path: 'packageVersion', title: t('rollouts.version') },
        ],
      }),
      {
        id: 'updated',
        title: t('rollouts.updated'),
        width: 110,
        priority: 2,
        exported: [
          { path: 'devices.succeeded', title: t('rollouts.updated') },
          { path: 'devices.total', title: t('rollouts.devices') },
        ],
        cell: (row) => (
          <span className="num">
            {t('rollouts.ofAll', {
              done: formatNumber(sum(row, 'succeeded')),
              total: formatNumber(sum(row, 'total')),
            })}
          </span>
        ),
      },
      {
        id: 'failed',
        title: t('rollouts.failed'),
        width: 80,
        priority: 4,
        exported: 'devices.failed',
        cell: (row) => <span className="num">{formatNumber(failedCount(row.waves))}</span>,
      },
      createdColumn(t, 5),
    ],
    [t],
  );
  const listActions = useMemo<ListAction[]>(
    () => [
      {
        ...{ id: 'packages', label: t('rollouts.packages'), icon: 'otaUpdates', isQuiet: true },
        run: () => void navigate('/otaUpdates'),
      },
    ],
    [t, navigate],
  );
  return (
    <EntityPage<RolloutRow>
      list="rollouts"
      things="rollout"
      title={t('rollouts.page')}
      path={PATH}
      queryKey={QUERY_KEY}
      load={({ link }) => getRollouts(link)}
      columns={columns}
      defaults={DEFAULTS}
      nameOf={(row) => row.name}
      searchPlaceholder={t('rollouts.search')}
      actions={useActions()}
      listActions={listActions}
      onRows={onRows}
      add={{
        label: t('rollouts.add'),
        begin: 'package',
        dialog: async () => {
          const { CreateDialog } = await import('./create-dialog.tsx');
          return (close) => <CreateDialog packageId={packageId} close={close} />;
        },
        addedWords: ({ name }) => t('rollouts.added', { name }),
      }}
      empty={{ icon: 'otaUpdates', title: t('rollouts.empty'), text: t('rollouts.emptyText') }}
      onNearRows={RolloutDetails.preload}
      details={(controls) => <RolloutDetails controls={controls} />}
    />
  );
}
