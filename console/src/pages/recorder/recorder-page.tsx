import '../../entity-page/tabs/texts/texts.ts';
import '../../entity-page/texts/texts.ts';
import './texts/texts.ts';
import { Box, Button, Link } from '@mui/material';
import { MESSAGE_OUTCOMES, type RecordedMessage, type RecordedMessages } from '@signalbox/contract/recorder';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { getRecordedMessages } from '../../api/recorder.ts';
import { Ago, Instant } from '../../controls/ago.tsx';
import type { ChoicePage } from '../../controls/choice.ts';
import { choicesOf, labelOf } from '../../controls/entity-choices.ts';
import { Loaded } from '../../controls/loaded.tsx';
import { LongText } from '../../controls/long-text.tsx';
import { EmptyState } from '../../controls/states.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { attempt } from '../../entity-page/entity-action.ts';
import { EntityLink } from '../../entity-page/entity-link.tsx';
import { FilterChip } from '../../entity-page/filter-chip.tsx';
import { ListHeader } from '../../entity-page/list-header.tsx';
import { SearchField } from '../../entity-page/search-field.tsx';
import { type ListAddress, usePageAddress } from '../../entity-page/tab-address.ts';
import { historyBounds, readHistoryWindow, writeHistoryWindow } from '../../entity-page/tabs/history-window.ts';
import { TimedTable } from '../../entity-page/tabs/timed-table.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { locale } from '../../i18n/i18n.ts';
import { TimeWindowChip } from '../../time-window/time-window-chip.tsx';
import { ORIGINATOR_KINDS } from './originator-kinds.ts';
import { outcomeWords } from './outcome-words.ts';

/** Messages of a page. */
const LIMIT = 50;
const HOUR = 3_600_000;
const NOTHING: readonly never[] = [];

type Row = Omit<RecordedMessage, 'id'> & { id: { id: string } };

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** What the address asks for. */
function useWanted(address: ListAddress) {
  const [window, type, kind, id] = ['window', 'type', 'originatorType', 'originator'].map(address.get);
  const [outcome, message] = ['outcome', 'message'].map(address.get);
  return useMemo(
    () => ({
      window,
      timeWindow: readHistoryWindow(window, HOUR),
      type,
      kind: ORIGINATOR_KINDS.find((one) => one === kind),
      originatorId: id,
      outcome: MESSAGE_OUTCOMES.find((one) => one === outcome),
      messageId: message === undefined || isId(message) ? message : undefined,
      message,
    }),
    [window, type, kind, id, outcome, message],
  );
}

/** Messages as they are searched, from the newest on; what one search does not reach, the next one does. */
function useMessages(wanted: ReturnType<typeof useWanted>) {
  const { window, timeWindow, type, originatorId, outcome, messageId } = wanted;
  const client = useQueryClient();
  const [isSearching, setSearching] = useState(false);
  const queryKey = ['recorded messages', window, type, originatorId, outcome, messageId];
  const search = (until: number, signal?: AbortSignal): Promise<RecordedMessages> => {
    const { startTime, endTime } = historyBounds(timeWindow, Date.now(), locale);
    const wanted = { originatorId, type, outcome, messageId, withOutcomes: true };
    return getRecordedMessages(
      { startTs: startTime, endTs: Math.min(endTime + 1, until), limit: LIMIT, ...wanted },
      signal,
    );
  };
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => search(Number.MAX_SAFE_INTEGER, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const further = () =>
    attempt(async () => {
      setSearching(true);
      try {
        const more = await search(query.data?.reached ?? 0);
        client.setQueryData<RecordedMessages>(queryKey, (now) => ({
          ...more,
          messages: [...(now?.messages ?? []), ...more.messages],
        }));
      } finally {
        setSearching(false);
      }
    });
  return { query, further, isSearching: isSearching || query.isFetching };
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation();
  return useMemo<Column<Row>[]>(
    () => [
      {
        id: 'time',
        title: t('recorded.received'),
        width: 176,
        priority: 0,
        cell: ({ createdTime }) => <Instant ts={createdTime} />,
        compact: { width: 84, cell: ({ createdTime }) => <Ago ts={createdTime} /> },
      },
      {
        id: 'type',
        title: t('recorded.type'),
        width: 220,
        priority: 0,
        cell: ({ place, type, createdTime }) => (
          <Link
            component={RouterLink}
            to={`/recorder/${place}`}
            color="var(--accent-text)"
            underline="hover"
            aria-label={t('recorded.wayOf', { type, time: formatDateTime(createdTime) })}
          >
            {type}
          </Link>
        ),
      },
      {
        id: 'originator',
        title: t('recorded.originator'),
        width: 160,
        priority: 1,
        cell: ({ originator, originatorName }) => {
          const kind = t(`entityType.${originator.entityType}`);
          return originatorName === null ? (
            kind
          ) : (
            <EntityLink {...originator} name={originatorName} color="var(--accent-text)" />
          );
        },
      },
      {
        id: 'outcome',
        title: t('recorded.outcome'),
        width: 220,
        priority: 1,
        cell: (row) => {
          const words = outcomeWords(t, row);
          return <span title={words}>{words}</span>;
        },
      },
      {
        id: 'payload',
        title: t('recorded.payload'),
        width: 220,
        priority: 2,
        cell: ({ preview, continuesAt }) => (
          <span className="num" dir="ltr">
            {continuesAt ? `${t('recorded.continued')} · ` : ''}
            {preview}
          </span>
        ),
      },
    ],
    [t],
  );
}

/** Types by their beginning; any other one can be asked for too. */
async function findTypes(search: string): Promise<ChoicePage> {
  const { MESSAGE_TYPES } = await import('../../rule-chain/message-types.ts');
  const wanted = search.trim();
  const known = MESSAGE_TYPES.filter((type) => type.toLowerCase().includes(wanted.toLowerCase()));
  const types = wanted === '' || known.includes(wanted) ? known : [...known, wanted];
  return { choices: types.map((type) => ({ id: type, label: type })), hasNext: false };
}

/** Which messages: of which kind of sender, of whom, of which type. */
function Filters({ wanted, address }: { wanted: ReturnType<typeof useWanted>; address: ListAddress }) {
  const { t } = useTranslation();
  const { kind, originatorId, type, outcome, message } = wanted;
  const kinds = ORIGINATOR_KINDS.map((one) => ({ value: one, label: t(`entityType.${one}`) }));
  return (
    <>
      <FilterChip
        filter={{ name: 'originatorType', label: t('recorded.kind'), options: kinds }}
        value={kind}
        onChange={(next) => address.change({ originatorType: next, originator: undefined })}
      />
      {kind && (
        <FilterChip
          key={kind}
          filter={{
            name: `originator ${kind}`,
            label: t('recorded.originator'),
            load: choicesOf(kind),
            labelOf: labelOf(kind),
          }}
          value={originatorId}
          onChange={(next) => address.change({ originator: next })}
        />
      )}
      <FilterChip
        filter={{ name: 'type', label: t('recorded.type'), load: findTypes, labelOf: async (one) => one }}
        value={type}
        onChange={(next) => address.change({ type: next })}
      />
      <FilterChip
        filter={{
          name: 'outcome',
          label: t('recorded.outcome'),
          options: MESSAGE_OUTCOMES.map((one) => ({ value: one, label: t(`recorded.outcomes.${one}`) })),
        }}
        value={outcome}
        onChange={(next) => address.change({ outcome: next })}
      />
      <SearchField
        inTab={t('recorded.messageId')}
        placeholder={t('recorded.messageId')}
        value={message ?? ''}
        onChange={(text) => address.change({ message: text.trim().toLowerCase() || undefined }, { replace: true })}
      />
    </>
  );
}

/** How far the search came, and more of it. */
function Reached(props: { found: RecordedMessages; isSearching: boolean; onFurther: () => void }) {
  const { t } = useTranslation();
  const { isComplete, reached } = props.found;
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        fontSize: 13,
        color: 'text.secondary',
        minHeight: 36,
        mt: 2,
      }}
    >
      {isComplete ? t('recorded.searchedAll') : t('recorded.searchedTo', { time: formatDateTime(reached) })}
      {!isComplete && (
        <Button size="small" disabled={props.isSearching} onClick={props.onFurther}>
          {props.isSearching ? t('recorded.searching') : t('recorded.further')}
        </Button>
      )}
    </Box>
  );
}

/** Messages of the last day, of devices, people and rule chains, and the way to what each of them did. */
export function RecorderPage() {
  const { t } = useTranslation();
  const address = usePageAddress();
  const wanted = useWanted(address);
  const { query, further, isSearching } = useMessages(wanted);
  const columns = useColumns();
  const { refetch } = query;
  const refresh = useCallback(() => void refetch(), [refetch]);
  const { type, originatorId, outcome, message, messageId } = wanted;
  const isFiltered = [type, originatorId, outcome, message].some((one) => one !== undefined);
  const note =
    message !== undefined && messageId === undefined
      ? t('recorded.notAnId')
      : outcome === 'SUCCESS' || outcome === 'FAILURE'
        ? t('recorded.replayed')
        : undefined;
  return (
    <Box
      component="section"
      aria-label={t('recorded.page')}
      sx={{ flex: 1, minWidth: 0, overflow: 'auto', p: { xs: 3, sm: '16px 20px' } }}
    >
      <ListHeader title={t('recorded.page')} total={undefined} onRefresh={refresh} actions={NOTHING} />
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Filters wanted={wanted} address={address} />
        <TimeWindowChip
          historyOnly
          timezone={false}
          value={wanted.timeWindow}
          onChange={(next) => address.change({ window: writeHistoryWindow(next, HOUR) })}
        />
      </Box>
      <Box role="status" sx={{ fontSize: 13, color: 'text.secondary', mt: note ? 2 : 0 }}>
        {note}
      </Box>
      <Box
        sx={{
          mt: 2.5,
          p: { xs: 3, sm: '4px 16px 12px' },
          background: 'var(--surface)',
          border: '1px solid var(--line)',
          borderRadius: '8px',
          boxShadow: 'var(--shadow)',
        }}
      >
        <Loaded from={query} title={t('recorded.failed')}>
          {(found) => {
            const rows = found.messages.map((one): Row => ({ ...one, id: { id: one.place } }));
            const { isComplete } = found;
            return (
              <>
                {rows.length === 0 ? (
                  <EmptyState
                    icon="message"
                    title={isComplete ? t('recorded.empty') : t('recorded.nothingYet')}
                    {...(isComplete ? { text: t('recorded.emptyText') } : {})}
                  >
                    {isFiltered && (
                      <Button
                        onClick={() =>
                          address.change({
                            type: undefined,
                            originatorType: undefined,
                            originator: undefined,
                            outcome: undefined,
                            message: undefined,
                          })
                        }
                      >
                        {t('recorded.clear')}
                      </Button>
                    )}
                  </EmptyState>
                ) : (
                  <TimedTable
                    label={t('recorded.page')}
                    columns={columns}
                    rows={rows}
                    details={({ preview, size, ...row }) => [
                      <LongText key="outcome" label={t('recorded.outcome')} value={outcomeWords(t, row)} />,
                      <LongText
                        key="payload"
                        label={t('recorded.payload')}
                        value={size > preview.length ? `${preview}…` : preview}
                      />,
                    ]}
                    nameOf={({ type, createdTime }) =>
                      t('recorded.ofTime', { type, time: formatDateTime(createdTime) })
                    }
                    isFailed={() => false}
                  />
                )}
                <Reached found={found} isSearching={isSearching} onFurther={() => void further()} />
              </>
            );
          }}
        </Loaded>
      </Box>
    </Box>
  );
}
