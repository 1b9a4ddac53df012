import './texts/texts.ts';
import '../../alarms/texts/texts.ts';
import '../../entity-page/texts/texts.ts';
import { Box, Button, IconButton, Tooltip } from '@mui/material';
import type { AlarmData } from '@signalbox/contract/entity-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmDialog } from '../../alarms/alarm-dialog.tsx';
import { useSession } from '../../app/session.ts';
import { Icon } from '../../controls/icon.tsx';
import { attempt } from '../../entity-page/entity-action.ts';
import { withNamedTexts } from '../../i18n/named-texts.ts';
import { actionsOf } from '../actions.ts';
import { rowStyleOf } from '../cards/cells.tsx';
import { DataTable } from '../cards/data-table.tsx';
import { pageSizes, stickyParts, tablePageSize } from '../cards/table-page.ts';
import { TableTools } from '../cards/table-tools.tsx';
import { useSteady } from '../cards/use-steady.ts';
import { type DataEntity, settingsOf } from '../model.ts';
import type { AlarmSelection } from '../runtime/alarm-subscription.ts';
import type { WidgetProps } from '../widget-type.ts';
import { alarmActions, dialogActions } from './alarm-actions.tsx';
import { choiceColumn, choosableColumns, keyColumns, rowButtons } from './alarm-columns.tsx';
import { AlarmFilter } from './alarm-filter.tsx';
import { alarmKeys, alarmPage, allowedActions, configuredAlarms, firstAlarmSort } from './alarm-page.ts';
import { plainAlarm } from './alarm-values.ts';

/** ms after the last key until the server is asked */
const SEARCH_PAUSE = 150;

/** px; below it, what can be done with several alarms has no words */
const NARROW = 420;

/** Whose alarm it is: it may have been found by another entity that it was propagated to. */
function entityOf({ originator, originatorName }: AlarmData): DataEntity {
  const name = originatorName ?? '';
  return { ...originator, name, label: name, description: '' };
}

/** The results of a function for each object, as long as it is there. */
function remembered<Of extends object, Result>(compute: (of: Of) => Result): (of: Of) => Result {
  const results = new WeakMap<Of, Result>();
  return (of) => {
    const result = results.get(of) ?? compute(of);
    results.set(of, result);
    return result;
  };
}

/** Alarms of entities, paged, sorted, searched and filtered by the server, followed live. */
export function AlarmsTable(props: WidgetProps<{ source: 'latest' }, 'alarms'>) {
  const { t } = useTranslation();
  const { widget, data, scripts, onAction, onPage } = props;
  const { config } = widget;
  const settings = settingsOf(widget);
  const { user } = useSession();
  const [sort, setSort] = useState(() => firstAlarmSort(widget));
  const [page, setPage] = useState(0);
  const [pageSize, setPageSize] = useState(() => tablePageSize(settings));
  const [search, setSearch] = useState<string>();
  const [selection, setSelection] = useState<AlarmSelection>();
  const [shownColumns, setShownColumns] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<string>();
  const requested = useRef('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is asked for decides
  useEffect(() => {
    const link = alarmPage(widget, sort, page, search ?? '', selection, pageSize);
    const text = JSON.stringify(link);
    if (requested.current === '') requested.current = JSON.stringify(alarmPage(widget));
    if (requested.current === text) return;
    const timer = setTimeout(() => {
      requested.current = text;
      onPage(link);
    }, SEARCH_PAUSE);
    return () => clearTimeout(timer);
  }, [sort, page, search, selection, pageSize]);

  const keys = alarmKeys(config);
  /** An alarm as functions see it, as long as it has not changed. */
  const plainOf = useMemo(() => remembered((alarm: AlarmData) => plainAlarm(alarm, keys)), [keys]);
  const rows = useMemo(() => data.alarms.map((alarm) => ({ alarm, plain: plainOf(alarm) })), [data.alarms, plainOf]);
  const wanted = allowedActions(settings);
  // Visitors of what is public change nothing.
  const actions = useMemo(
    () => (user ? alarmActions(t, { acknowledge: wanted.acknowledge, clear: wanted.clear }) : []),
    [t, user, wanted.acknowledge, wanted.clear],
  );
  const canSelect = wanted.select && actions.length > 0;
  const selected = rows.filter(({ alarm }) => chosen.has(alarm.id.id)).map(({ alarm }) => alarm);
  const again = (change: () => void) => {
    setPage(0);
    change();
  };

  const chooseAll = useSteady((isChosen: boolean) =>
    setChosen(new Set(isChosen ? rows.map(({ alarm }) => alarm.id.id) : [])),
  );
  const chooseOne = useSteady((id: string, isChosen: boolean) =>
    setChosen((others) => new Set(isChosen ? [...others, id] : [...others].filter((other) => other !== id))),
  );
  const all = selected.length === 0 ? 'none' : selected.length === rows.length ? 'all' : 'some';
  const hasDetails = settings.displayDetails !== false;
  const columns = useMemo(
    () => [
      ...(canSelect ? [choiceColumn({ t, all, chosen, onAll: chooseAll, onOne: chooseOne })] : []),
      ...keyColumns(t, config, shownColumns, scripts),
      ...rowButtons({
        ...{ t, scripts, actions, config },
        own: actionsOf(config, 'actionCellButton'),
        onDetails: hasDetails ? setOpened : undefined,
        onOwn: (action, { alarm, plain }) => onAction(action, entityOf(alarm), { alarm: plain }),
      }),
    ],
    [t, canSelect, all, chosen, chooseAll, chooseOne, config, shownColumns, scripts, actions, hasDetails, onAction],
  );
  const hasFilter = (settings.enableFilter ?? settings.enableStatusFilter) !== false;
  const tools = useMemo(() => {
    const again = (change: () => void) => {
      setPage(0);
      change();
    };
    return (
      <TableTools
        search={search}
        onSearch={(next) => again(() => setSearch(next))}
        canSearch={settings.enableSearch !== false}
        columns={settings.enableSelectColumnDisplay !== false ? choosableColumns(config, shownColumns) : []}
        onColumn={(id, isShown) => setShownColumns((others) => new Map(others).set(id, isShown))}
      >
        {hasFilter && (
          <AlarmFilter
            selection={selection ?? configuredAlarms(config)}
            isOwn={selection !== undefined}
            onChange={(next) => again(() => setSelection(next))}
          />
        )}
      </TableTools>
    );
  }, [search, settings.enableSearch, settings.enableSelectColumnDisplay, config, shownColumns, hasFilter, selection]);
  const [rowAction] = actionsOf(config, 'rowClick');
  const rowStyle = rowStyleOf(config, 'alarm', scripts);
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}>
      {tools}
      {selected.length > 0 && (
        <Box
          role="toolbar"
          aria-label={t('alarmWidget.selected', { count: selected.length, formatted: selected.length })}
          sx={{
            // Over the pages, so that no row moves.
            position: 'absolute',
            insetInline: 0,
            bottom: 0,
            zIndex: 3,
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            px: 3,
            height: 40,
            bgcolor: 'var(--accent-soft)',
          }}
        >
          <Box
            component="span"
            sx={{
              flex: 1,
              minWidth: 0,
              fontSize: 13,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {t('alarmWidget.selected', { count: selected.length, formatted: selected.length })}
          </Box>
          {actions.map((action) => {
            const isOff = !selected.some(action.isFor);
            const run = () =>
              attempt(async () => {
                if (!(await action.runMany(selected))) return;
                const done = new Set(selected.map(({ id }) => id.id));
                // What was ticked meanwhile stays ticked.
                setChosen((now) => new Set([...now].filter((id) => !done.has(id))));
              });
            return props.width < NARROW ? (
              <IconButton
                key={action.id}
                size="small"
                aria-label={action.label}
                title={action.label}
                disabled={isOff}
                onClick={run}
              >
                <Icon name={action.icon} size={16} />
              </IconButton>
            ) : (
              <Button key={action.id} size="small" disabled={isOff} onClick={run}>
                {action.label}
              </Button>
            );
          })}
          <Tooltip title={t('action.cancel')}>
            <IconButton size="small" aria-label={t('action.cancel')} onClick={() => setChosen(new Set())}>
              <Icon name="close" size={16} />
            </IconButton>
          </Tooltip>
        </Box>
      )}
      <DataTable
        label={t('alarmWidget.alarms')}
        columns={columns}
        rows={rows}
        rowId={({ alarm }) => alarm.id.id}
        rowStyle={rowStyle && (({ plain }) => rowStyle(plain))}
        onRow={rowAction ? ({ alarm, plain }) => onAction(rowAction, entityOf(alarm), { alarm: plain }) : undefined}
        sort={sort}
        onSort={(next) => again(() => setSort(next))}
        empty={withNamedTexts(config.noDataDisplayMessage ?? '') || t('alarmWidget.none')}
        sticky={stickyParts(settings, false)}
        paging={{
          ...{ page, pageSize, sizes: pageSizes(settings), total: data.totalAlarms },
          onPage: setPage,
          onSize: (size) => again(() => setPageSize(size)),
        }}
      />
      {data.limit && (
        <Box sx={{ px: 3, py: 1, fontSize: 12, color: 'text.secondary' }}>{t('alarmWidget.limited', data.limit)}</Box>
      )}
      {opened !== undefined && (
        <AlarmDialog
          id={opened}
          row={data.alarms.find(({ id }) => id.id === opened)}
          actions={dialogActions(actions)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Box>
  );
}
