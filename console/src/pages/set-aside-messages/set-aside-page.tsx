import './texts/texts.ts';
import '../../alarms/texts/texts.ts';
import { RULE_ENGINE_QUEUES } from '@signalbox/contract/device-profile';
import { isUuid } from '@signalbox/contract/id';
import type { SetAsideMessageInfo } from '@signalbox/contract/set-aside-message';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { originatorFilter, originatorIdOf } from '../../alarms/alarm-originators.ts';
import {
  deleteSetAsideMessage,
  getNewestSetAside,
  getSetAsideMessages,
  getSetAsideSummary,
  retrySetAsideMessage,
  type SetAsideFilter,
} from '../../api/set-aside-messages.ts';
import { ask } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { type Choice, type ChoicePage, textChoices, textsBeginningWith } from '../../controls/choice.ts';
import { choicesOf, labelOf } from '../../controls/entity-choices.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { Column } from '../../entity-page/columns.ts';
import type { EntityAction } from '../../entity-page/entity-action.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListFilter } from '../../entity-page/filter-chip.tsx';
import { createdColumn, nameColumn, textColumn } from '../../entity-page/standard-columns.tsx';
import { historyBounds, readHistoryWindow, writeHistoryWindow } from '../../entity-page/tabs/history-window.ts';
import { countThings } from '../../entity-page/things.ts';
import type { ListRequest } from '../../entity-page/use-list.ts';
import { formatNumber } from '../../i18n/format.ts';
import { locale } from '../../i18n/i18n.ts';
import { DAY } from '../../time-window/intervals.ts';
import { HISTORY_LAST_INTERVAL, historyType } from '../../time-window/model.ts';
import { TimeWindowChip } from '../../time-window/time-window-chip.tsx';
import { SET_ASIDE } from './query-key.ts';

const SetAsideDetails = lazyPart(async () => (await import('./set-aside-details.tsx')).SetAsideDetails);

/** The window that the list begins with, in ms. */
const FIRST_WINDOW = 30 * DAY;
const QUERY_KEY = [...SET_ASIDE, 'list'] as const;

/** What the chips over the list let pass, as the API has it. */
function filterOf({
  type,
  queueName,
  originator,
  ruleChain,
  ruleNode,
  window,
}: ListRequest['filters']): SetAsideFilter {
  const chosen = readHistoryWindow(window, FIRST_WINDOW);
  const { startTime, endTime } = historyBounds(chosen, Date.now(), locale);
  // What comes belongs to the last days as well, whatever the clock of this browser says.
  const isOpen = historyType(chosen.history) === HISTORY_LAST_INTERVAL;
  return {
    type,
    queueName,
    originatorId: originatorIdOf(originator),
    ruleChainId: ruleChain,
    ruleNodeId: ruleNode,
    startTime,
    ...(isOpen ? {} : { endTime }),
  };
}

function setAsideColumn(t: TFunction): Column<SetAsideMessageInfo> {
  const created = createdColumn<SetAsideMessageInfo>(t, 1);
  return { ...created, title: t('setAside.setAside'), compact: { ...created.compact, width: 96 } };
}

function columnsOf(t: TFunction): Column<SetAsideMessageInfo>[] {
  return [
    { ...nameColumn<SetAsideMessageInfo>('messageType', t('setAside.type'), (row) => row.messageType, 210) },
    {
      ...textColumn<SetAsideMessageInfo>('reason', t('setAside.reason'), (row) => row.reason, {
        width: 260,
        priority: 0,
      }),
      compact: { width: 120 },
    },
    textColumn<SetAsideMessageInfo>('ruleNodeName', t('setAside.node'), (row) => row.ruleNodeName, {
      width: 150,
      priority: 2,
    }),
    textColumn<SetAsideMessageInfo>('ruleChainName', t('setAside.chain'), (row) => row.ruleChainName, {
      width: 150,
      priority: 4,
    }),
    {
      ...textColumn<SetAsideMessageInfo>('originator', t('setAside.originator'), (row) => row.originatorName, {
        width: 150,
        priority: 3,
      }),
      sortProperty: undefined,
      exported: 'originatorName',
    },
    textColumn<SetAsideMessageInfo>('queueName', t('setAside.queue'), (row) => row.queueName, {
      width: 110,
      priority: 5,
    }),
    setAsideColumn(t),
  ];
}

/** The types of the newest messages. */
async function findTypes(search: string): Promise<readonly Choice[]> {
  const types = new Set((await getNewestSetAside()).map(({ messageType }) => messageType));
  return textChoices(textsBeginningWith([...types].sort(), search));
}

/** The nodes at which the newest messages failed, by name. */
async function findNodes(search: string): Promise<ChoicePage> {
  const names = new Map<string, string>();
  for (const { ruleNodeId, ruleNodeName, ruleChainName } of await getNewestSetAside()) {
    if (ruleNodeId) names.set(ruleNodeId.id, `${ruleNodeName} · ${ruleChainName}`);
  }
  const choices = [...names]
    .map(([id, label]) => ({ id, label }))
    .filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
    .sort((one, other) => one.label.localeCompare(other.label));
  return { choices, hasNext: false };
}

async function nodeLabel(id: string): Promise<string> {
  const found = (await getNewestSetAside()).find(({ ruleNodeId }) => ruleNodeId?.id === id);
  return found?.ruleNodeName ?? id;
}

function filtersOf(t: TFunction): ListFilter[] {
  return [
    {
      name: 'queueName',
      label: t('setAside.queue'),
      options: RULE_ENGINE_QUEUES.map((value) => ({ value, label: value })),
    },
    { name: 'type', label: t('setAside.type'), load: findTypes, labelOf: async (type) => type },
    {
      name: 'ruleChain',
      label: t('setAside.chain'),
      load: choicesOf('RULE_CHAIN'),
      labelOf: labelOf('RULE_CHAIN'),
      accepts: isUuid,
    },
    { name: 'ruleNode', label: t('setAside.node'), load: findNodes, labelOf: nodeLabel, accepts: isUuid },
    originatorFilter(t, undefined),
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

/** What can be done with messages, besides dropping them. */
function actionsOf(t: TFunction, changed: () => void): EntityAction<SetAsideMessageInfo>[] {
  const retry = (
    id: string,
    from: 'NODE' | 'START',
    words: { label: string; text: string },
    action: 'RETRY' | 'RETRY_FROM_START',
  ): EntityAction<SetAsideMessageInfo> => ({
    id,
    label: words.label,
    icon: from === 'NODE' ? 'play' : 'redo',
    primary: from === 'NODE',
    async run({ id: { id: messageId }, messageType }) {
      await retrySetAsideMessage(messageId, from);
      notifySuccess(t('setAside.retried', { type: messageType }));
      changed();
    },
    async prepareBulk(_rows, count) {
      const isSure = await ask({
        title: t('setAside.retryTitle', { things: countThings('set_aside_message', count) }),
        content: words.text,
        confirmLabel: words.label,
        cancelLabel: t('action.cancel'),
      });
      return isSure ? { action } : undefined;
    },
  });
  return [
    retry('retry', 'NODE', { label: t('setAside.retry'), text: t('setAside.retryText') }, 'RETRY'),
    retry(
      'retryFromStart',
      'START',
      { label: t('setAside.retryFromStart'), text: t('setAside.retryFromStartText') },
      'RETRY_FROM_START',
    ),
  ];
}

/** How many are kept, and what waits in the queues. */
function Figures() {
  const { t } = useTranslation();
  const { data } = useQuery({ queryKey: [...SET_ASIDE, 'summary'], queryFn: getSetAsideSummary });
  if (!data) return null;
  const kept = t('setAside.kept', { limit: formatNumber(data.limit), days: formatNumber(data.keptDays) });
  const queues = data.queues.map(({ queueName, waiting, retrying }) => {
    const words = t('setAside.waiting', { count: waiting, formatted: formatNumber(waiting), queue: queueName });
    return retrying > 0 ? `${words}; ${t('setAside.retrying', { formatted: formatNumber(retrying) })}.` : `${words}.`;
  });
  return [kept, ...queues].join(' ');
}

/** Messages that failed in the rules of the tenant. */
export function SetAsidePage() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const columns = useMemo(() => columnsOf(t), [t]);
  const actions = useMemo(
    () => actionsOf(t, () => void queryClient.invalidateQueries({ queryKey: SET_ASIDE })),
    [t, queryClient],
  );
  const deletion = useMemo(
    () => ({
      remove: (row: SetAsideMessageInfo) => deleteSetAsideMessage(row.id.id),
      consequences: async () => [t('setAside.dropText')],
    }),
    [t],
  );
  return (
    <EntityPage<SetAsideMessageInfo>
      list="setAsideMessages"
      things="set_aside_message"
      title={t('setAside.page')}
      path="/setAsideMessages"
      queryKey={QUERY_KEY}
      load={({ link, filters }) => getSetAsideMessages(link, filterOf(filters))}
      found={(filters) => filterOf(filters)}
      columns={columns}
      defaults={{ sortProperty: 'createdTime', sortOrder: 'DESC' }}
      filters={filtersOf(t)}
      nameOf={(row) => row.messageType}
      searchPlaceholder={t('setAside.search')}
      actions={actions}
      deletion={deletion}
      note={<Figures />}
      empty={{ icon: 'message', title: t('setAside.empty'), text: t('setAside.emptyText') }}
      onNearRows={SetAsideDetails.preload}
      details={(controls) => <SetAsideDetails controls={controls} />}
    />
  );
}
