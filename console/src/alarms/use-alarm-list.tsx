import './texts/texts.ts';
import {
  ALARM_SEARCH_STATUSES,
  ALARM_SEVERITIES,
  type AlarmInfo,
  isAcknowledged,
  isActive,
} from '@signalbox/contract/alarm';
import { entityId } from '@signalbox/contract/id';
import type { JobList } from '@signalbox/contract/job';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AlarmFilter,
  acknowledgeAlarm,
  clearAlarm,
  deleteAlarm,
  findAlarmTypes,
  getAlarms,
} from '../api/alarms.ts';
import type { EntityRef } from '../api/entity-ref.ts';
import { notifySuccess } from '../app/notices.ts';
import { useSession } from '../app/session.ts';
import { Ago, Instant } from '../controls/ago.tsx';
import { textChoices } from '../controls/choice.ts';
import type { Column } from '../entity-page/columns.ts';
import type { EntityAction } from '../entity-page/entity-action.ts';
import type { ListFilter } from '../entity-page/filter-chip.tsx';
import type { ListDefaults } from '../entity-page/list-state.ts';
import { createdColumn, nameColumn, textColumn } from '../entity-page/standard-columns.tsx';
import { historyBounds, readHistoryWindow, writeHistoryWindow } from '../entity-page/tabs/history-window.ts';
import type { ListRequest } from '../entity-page/use-list.ts';
import { locale } from '../i18n/i18n.ts';
import { DAY } from '../time-window/intervals.ts';
import { HISTORY_LAST_INTERVAL, historyType } from '../time-window/model.ts';
import { TimeWindowChip } from '../time-window/time-window-chip.tsx';
import { originatorFilter, originatorIdOf } from './alarm-originators.ts';
import { Severity, ShortStatus, Status } from './alarm-words.tsx';
import { ALARMS, useAlarmChanges } from './use-alarm-changes.ts';

/** The window that lists of alarms begin with, in ms. */
const FIRST_WINDOW = 30 * DAY;
const TIMES = ['startTs', 'endTs', 'ackTs', 'clearTs'] as const;

export const ALARM_DEFAULTS: ListDefaults = { sortProperty: 'createdTime', sortOrder: 'DESC' };

/** In the order of gravity, not of names. */
const byGravity = (link: ListRequest['link']): ListRequest['link'] =>
  link.sortProperty === 'severity' ? { ...link, sortProperty: 'severityRank' } : link;

/** What the chips over a list let pass, as the API has it. */
function filterOf({ searchStatus, severity, type, originator, window }: ListRequest['filters']): AlarmFilter {
  const chosen = readHistoryWindow(window, FIRST_WINDOW);
  const { startTime, endTime } = historyBounds(chosen, Date.now(), locale);
  // What comes belongs to the last days as well, whatever the clock of this browser says.
  const isOpen = historyType(chosen.history) === HISTORY_LAST_INTERVAL;
  return {
    searchStatus: ALARM_SEARCH_STATUSES.find((one) => one === searchStatus),
    severity: ALARM_SEVERITIES.find((one) => one === severity),
    type,
    originatorId: originatorIdOf(originator),
    startTime,
    ...(isOpen ? {} : { endTime }),
  };
}

function columnsOf(t: TFunction): Column<AlarmInfo>[] {
  const created = createdColumn<AlarmInfo>(t, 2);
  return [
    nameColumn('type', t('alarm.type'), (alarm) => alarm.type, 160),
    {
      id: 'severity',
      title: t('alarm.severity'),
      width: 116,
      priority: 0,
      sortProperty: 'severity',
      exported: 'severity',
      compact: { width: 100, cell: (alarm) => <Severity severity={alarm.severity} narrow /> },
      cell: (alarm) => <Severity severity={alarm.severity} />,
    },
    {
      id: 'status',
      title: t('alarm.status'),
      width: 170,
      priority: 0,
      sortProperty: 'status',
      exported: 'status',
      compact: { width: 72, cell: (alarm) => <ShortStatus status={alarm.status} /> },
      cell: (alarm) => <Status status={alarm.status} />,
    },
    {
      ...textColumn<AlarmInfo>('originator', t('alarm.originator'), (alarm) => alarm.originatorName, {
        width: 160,
        priority: 3,
        exported: 'originatorName',
      }),
      sortProperty: undefined,
      exported: 'originatorName',
    },
    {
      ...textColumn<AlarmInfo>(
        'originatorType',
        t('alarm.originatorType'),
        (alarm) => t(`entityType.${alarm.originator.entityType}`),
        { width: 120, priority: 5, hiddenAtFirst: true },
      ),
      sortProperty: undefined,
      exported: 'originator.entityType',
    },
    // Beside the longest word for a severity there is this much room on a phone.
    { ...created, compact: { width: 72, cell: (alarm) => <Ago ts={alarm.createdTime} /> } },
    ...TIMES.map(
      (name): Column<AlarmInfo> => ({
        id: name,
        title: t(`alarm.${name}`),
        width: 190,
        priority: 6,
        sortProperty: name,
        exported: name,
        hiddenAtFirst: true,
        cell: (alarm) => <Instant ts={alarm[name]} />,
      }),
    ),
  ];
}

function filtersOf(t: TFunction, entity: EntityRef | undefined, customerId: string | undefined): ListFilter[] {
  return [
    {
      name: 'searchStatus',
      label: t('alarm.status'),
      options: ALARM_SEARCH_STATUSES.filter((status) => status !== 'ANY').map((value) => ({
        value,
        label: t(`alarm.searchStatuses.${value}`),
      })),
    },
    {
      name: 'severity',
      label: t('alarm.severity'),
      options: ALARM_SEVERITIES.map((value) => ({ value, label: t(`alarm.severities.${value}`) })),
    },
    {
      name: 'type',
      label: t('alarm.type'),
      load: async (search) => textChoices(await findAlarmTypes(entity, search)),
      labelOf: async (type) => type,
    },
    ...(entity ? [] : [originatorFilter(t, customerId)]),
    {
      name: 'window',
      control: (value, onChange) => (
        <TimeWindowChip
          historyOnly
          timezone={false}
          value={readHistoryWindow(value, FIRST_WINDOW)}
          onChange={(chosen) => onChange(writeHistoryWindow(chosen, FIRST_WINDOW))}
        />
      ),
    },
  ];
}

/** What can be done with alarms, besides deleting. */
function actionsOf(t: TFunction, changed: () => void): EntityAction<AlarmInfo>[] {
  return [
    {
      id: 'acknowledge',
      label: t('alarm.acknowledge'),
      icon: 'check',
      primary: true,
      isFor: ({ status }) => !isAcknowledged(status),
      async run({ id, type }) {
        await acknowledgeAlarm(id.id);
        notifySuccess(t('alarm.isAcknowledged', { type }));
        changed();
      },
      prepareBulk: async () => ({ action: 'ACKNOWLEDGE' }),
    },
    {
      id: 'clear',
      label: t('alarm.clear'),
      icon: 'success',
      isFor: ({ status }) => isActive(status),
      async run({ id, type }) {
        await clearAlarm(id.id);
        notifySuccess(t('alarm.isCleared', { type }));
        changed();
      },
      prepareBulk: async () => ({ action: 'CLEAR' }),
    },
  ];
}

const NO_ACTIONS: readonly EntityAction<AlarmInfo>[] = [];

/**
 * A list of alarms, followed live: of an entity, also those that were propagated to it, or of all that the user sees.
 * The page of all and the tab of each entity are made from it.
 */
export function useAlarmList(entity: EntityRef | undefined) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { user, authority } = useSession();
  const { entityType, id } = entity ?? {};
  const of = useMemo<EntityRef | undefined>(
    () => (entityType && id ? { entityType, id } : undefined),
    [entityType, id],
  );
  const customerId = authority === 'CUSTOMER_USER' ? user?.customerId.id : undefined;
  // Visitors of what is public change nothing.
  const mayChange = user !== undefined;
  const { isReady, error: liveProblem } = useAlarmChanges(of);
  const queryKey = useMemo(() => [...ALARMS, of?.id ?? 'all'] as const, [of]);
  const columns = useMemo(() => columnsOf(t), [t]);
  const filters = useMemo(() => filtersOf(t, of, customerId), [t, of, customerId]);
  const actions = useMemo(
    () => (mayChange ? actionsOf(t, () => void queryClient.invalidateQueries({ queryKey: ALARMS })) : NO_ACTIONS),
    [t, mayChange, queryClient],
  );
  const deletion = useMemo(
    () =>
      mayChange
        ? {
            remove: (alarm: AlarmInfo) => deleteAlarm(alarm.id.id),
            consequences: async (_alarms: readonly AlarmInfo[], count: number) =>
              count > 1 ? [t('alarm.deleteText')] : [],
          }
        : undefined,
    [t, mayChange],
  );
  return {
    queryKey,
    columns,
    filters,
    actions,
    deletion,
    isReady,
    comesLive: true,
    liveProblem,
    load: ({ link, filters: chosen }: ListRequest) => getAlarms(of, byGravity(link), filterOf(chosen)),
    found: (chosen: ListRequest['filters']): JobList => ({
      ...filterOf(chosen),
      ...(of ? { entity: entityId(of.entityType, of.id) } : {}),
    }),
    nameOf: (alarm: AlarmInfo) => alarm.type,
    searchPlaceholder: t('alarm.search'),
    empty: { icon: 'alarm' as const, title: t('alarm.empty'), text: t('alarm.emptyText') },
  };
}
