import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import type { PageData } from '@signalbox/contract/page';
import type { Deleted } from '@signalbox/contract/version';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../app/dialogs.ts';
import { notify } from '../app/notices.ts';
import { Loaded } from '../controls/loaded.tsx';
import { formatDateTime } from '../i18n/format.ts';
import { attempt } from './entity-action.ts';
import { SearchField } from './search-field.tsx';

const PAGE_SIZE = 50;
/** ms of a message that says what was lost */
const READING_TIME = 15_000;

type AnyDeleted = Deleted & { id: { id: string } };

export interface DeletedWords {
  title: string;
  /** What can be done with them, and for how long. */
  text: string;
  search: string;
  failed: string;
  none: string;
  noneFound: string;
  /** What deleting one for good means. */
  forgetText: string;
}

export interface DeletedDialogProps<Row extends AnyDeleted> {
  words: DeletedWords;
  /** Of the list of those that are there: everything that begins so is loaded again after a change. */
  queryKey: readonly string[];
  load: (search: string, page: number, pageSize: number) => Promise<PageData<Row>>;
  /** Further facts of a row. */
  facts: (row: Row) => readonly string[];
  /** Says what came back, and what did not; undefined: it stays deleted. */
  restore: (row: Row) => Promise<string | undefined>;
  forget: (row: Row) => Promise<void>;
  onClose: () => void;
}

/** What can be done with something that was deleted. */
function DeletedRow(props: { row: AnyDeleted; facts: readonly string[]; onRestore: () => void; onForget: () => void }) {
  const { t } = useTranslation();
  const { name, deletedTime, userName, keptUntil } = props.row;
  const facts = [
    t('deleted.by', { at: formatDateTime(deletedTime), who: userName ?? '–' }),
    ...props.facts,
    t('deleted.until', { at: formatDateTime(keptUntil) }),
  ];
  return (
    <Box
      component="li"
      aria-label={name}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'center',
        py: 2,
        borderBottom: '1px solid var(--line)',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Box dir="auto" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>{facts.join(' · ')}</Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button size="small" aria-label={t('deleted.restoreNamed', { name })} onClick={props.onRestore}>
          {t('deleted.restore')}
        </Button>
        <Button size="small" color="error" aria-label={t('deleted.forgetNamed', { name })} onClick={props.onForget}>
          {t('deleted.forget')}
        </Button>
      </Box>
    </Box>
  );
}

/** What was deleted during the last 30 days, to be restored or deleted for good. */
export function DeletedDialog<Row extends AnyDeleted>(props: DeletedDialogProps<Row>) {
  const { t } = useTranslation();
  const titleId = useId();
  const client = useQueryClient();
  const small = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [search, setSearch] = useState('');
  const { words, queryKey } = props;
  const query = useInfiniteQuery({
    queryKey: [...queryKey, 'deleted', search],
    queryFn: ({ pageParam }) => props.load(search, pageParam, PAGE_SIZE),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasNext ? pages.length : undefined),
    placeholderData: (before) => before,
  });
  const reload = () => client.invalidateQueries({ queryKey: queryKey.slice(0, 1) });

  const restore = (row: Row) =>
    attempt(async () => {
      const report = await props.restore(row);
      if (report === undefined) return;
      await reload();
      notify({ type: 'success', message: report, duration: READING_TIME });
    });
  const forget = (row: Row) =>
    attempt(async () => {
      const sure = await ask({
        title: t('deleted.forgetTitle', { name: row.name }),
        content: words.forgetText,
        confirmLabel: t('deleted.forget'),
        cancelLabel: t('action.cancel'),
        destructive: true,
      });
      if (!sure) return;
      await props.forget(row);
      await reload();
    });
  const loading = { data: query.data, error: query.error, refetch: query.refetch };
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={small} onClose={props.onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{words.title}</DialogTitle>
      <DialogContent sx={{ minHeight: 240 }}>
        <Box sx={{ color: 'text.secondary', fontSize: 14, mb: 3 }}>{words.text}</Box>
        <Box sx={{ display: 'flex' }}>
          <SearchField value={search} placeholder={words.search} inTab={words.title} onChange={setSearch} />
        </Box>
        <Loaded from={loading} title={words.failed}>
          {({ pages }) => {
            const rows = pages.flatMap(({ data }) => data);
            if (rows.length === 0) {
              // That an earlier search found nothing says nothing of this one.
              if (query.isPlaceholderData) return null;
              return (
                <Box role="status" sx={{ color: 'text.secondary', py: 6, textAlign: 'center' }}>
                  {search === '' ? words.none : words.noneFound}
                </Box>
              );
            }
            return (
              <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
                {rows.map((row) => (
                  <DeletedRow
                    key={row.id.id}
                    row={row}
                    facts={props.facts(row)}
                    onRestore={() => restore(row)}
                    onForget={() => forget(row)}
                  />
                ))}
              </Box>
            );
          }}
        </Loaded>
        {query.hasNextPage && (
          <Box sx={{ textAlign: 'center', mt: 2 }}>
            <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('deleted.more')}
            </Button>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
