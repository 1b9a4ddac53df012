import './texts/texts.ts';
import { Box } from '@mui/material';
import type { AlarmInfo } from '@signalbox/contract/alarm';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../api/entity-ref.ts';
import { useAddress } from '../app/use-address.ts';
import { useDelayed } from '../controls/states.tsx';
import { useRowActions } from '../entity-page/entity-page.tsx';
import { CHECKBOX_WIDTH, MENU_WIDTH } from '../entity-page/entity-table.tsx';
import { ExportButton } from '../entity-page/export-button.tsx';
import { FilterBar } from '../entity-page/filter-bar.tsx';
import { addressedFilters } from '../entity-page/filter-chip.tsx';
import { ListTable, useSelectable } from '../entity-page/list-table.tsx';
import { SearchField } from '../entity-page/search-field.tsx';
import { TAB_PREFIX } from '../entity-page/tab-address.ts';
import { useColumns } from '../entity-page/use-columns.ts';
import { useExportAction } from '../entity-page/use-export-action.ts';
import { useList } from '../entity-page/use-list.ts';
import { useWidth } from '../entity-page/use-width.ts';
import { AlarmDialog } from './alarm-dialog.tsx';
import { ALARM_DEFAULTS, useAlarmList } from './use-alarm-list.tsx';

/** Member of the address: the alarm whose dialog is open. */
const OPEN = `${TAB_PREFIX}alarm`;
const NO_ACTIONS: readonly never[] = [];

/** The alarms of an entity, and those that were propagated to it; all state but the selection is in the address. */
export function AlarmsTab({ entity }: { entity: EntityRef }) {
  const { t } = useTranslation();
  const alarms = useAlarmList(entity);
  const [address, setAddress] = useAddress();
  const openId = address.get(OPEN) ?? undefined;
  const filterNames = alarms.filters.map(({ name }) => name);
  const list = useList<AlarmInfo>({
    ...alarms,
    defaults: ALARM_DEFAULTS,
    filters: addressedFilters(alarms.filters),
    prefix: TAB_PREFIX,
  });
  const { state, rows, total, change, refresh, query } = list;

  const withOpen = (before: URLSearchParams, id: string | undefined) => {
    const next = new URLSearchParams(before);
    if (id === undefined) next.delete(OPEN);
    else next.set(OPEN, id);
    return next;
  };
  const open = (id: string | undefined) => setAddress((now) => withOpen(now, id));
  const actions = useRowActions<AlarmInfo>(
    { ...alarms, things: 'alarm' },
    { refresh, openId, close: () => open(undefined) },
  );
  const selectable = useSelectable({
    actions,
    list,
    things: 'alarm',
    found: { ...alarms.found(state.filters), textSearch: state.search || undefined },
    queryKey: alarms.queryKey,
    count: undefined,
  });
  const { ref: room, width = 0 } = useWidth();
  const taken = selectable.canSelect ? CHECKBOX_WIDTH + MENU_WIDTH : 0;
  const columns = useColumns('alarms-of-entity', alarms.columns, width - taken, state.sortProperty);
  const waiting = useDelayed(query.isPending || !columns.ready);
  const exporting = useExportAction({
    name: 'alarms',
    total: query.data && total,
    columns: columns.on,
    load: () => alarms.load(list.request),
  });
  const search = useMemo(() => (text: string) => change({ search: text }), [change]);

  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <SearchField inTab={t('alarm.search')} placeholder={t('list.search')} value={state.search} onChange={search} />
        <FilterBar
          filters={alarms.filters}
          values={state.filters}
          onChange={(changed) => change({ filters: changed })}
        />
        <Box sx={{ flex: 1 }} />
        <ExportButton action={exporting} list={t('alarm.alarms')} />
      </Box>
      <Box sx={{ flex: 1, minHeight: 360, display: 'flex', flexDirection: 'column' }}>
        <ListTable<AlarmInfo>
          label={t('alarm.alarms')}
          list={list}
          liveProblem={alarms.liveProblem}
          empty={alarms.empty}
          add={undefined}
          filterNames={filterNames}
          room={room}
          columns={columns}
          skeleton={waiting ? 6 : undefined}
          nameOf={alarms.nameOf}
          hrefOf={(row) => `?${withOpen(address, row.id.id)}`}
          openId={openId}
          onToggle={(row) => open(row.id.id)}
          selectable={selectable}
          actions={selectable.canSelect ? actions : NO_ACTIONS}
        />
      </Box>
      {openId !== undefined && (
        <AlarmDialog
          id={openId}
          row={rows?.find((row) => row.id.id === openId)}
          actions={actions}
          onClose={() => open(undefined)}
        />
      )}
    </>
  );
}
