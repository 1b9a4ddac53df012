import './texts/texts.ts';
import {
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  useMediaQuery,
} from '@mui/material';
import type { RuleChainType } from '@signalbox/contract/rule-chain';
import type { DeletedRuleChain, RestoredRuleChain } from '@signalbox/contract/rule-chain-version';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  forgetDeletedRuleChain,
  getDeletedRuleChains,
  restoreDeletedRuleChain,
} from '../../api/rule-chain-versions.ts';
import { ask, openDialog } from '../../app/dialogs.ts';
import { notify } from '../../app/notices.ts';
import { Loaded } from '../../controls/loaded.tsx';
import { attempt } from '../../entity-page/entity-action.ts';
import { SearchField } from '../../entity-page/search-field.tsx';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';

const PAGE_SIZE = 50;
/** ms of a message that says what was lost */
const READING_TIME = 15_000;

/** Whether links of other chains to it come back as well; undefined: it stays deleted. */
function RestoreDialog(props: { chain: DeletedRuleChain; onClose: (withLinks?: boolean) => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const [withLinks, setWithLinks] = useState(false);
  const { name, links } = props.chain;
  return (
    <Dialog open maxWidth="sm" fullWidth onClose={() => props.onClose()} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('ruleChain.deleted.restoreTitle', { name })}</DialogTitle>
      <DialogContent>
        <p>{t('ruleChain.deleted.restoreText')}</p>
        <FormControlLabel
          control={<Checkbox checked={withLinks} onChange={(event) => setWithLinks(event.target.checked)} />}
          label={t('ruleChain.deleted.withLinks', { count: links, formatted: formatNumber(links) })}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => props.onClose()}>{t('action.cancel')}</Button>
        <Button variant="contained" color="primary" onClick={() => props.onClose(withLinks)}>
          {t('ruleChain.deleted.restore')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The rule chains that were deleted during the last 30 days. */
export function DeletedChainsDialog(props: { type: RuleChainType; onClose: () => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const client = useQueryClient();
  const small = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery({
    queryKey: ['ruleChains', 'deleted', props.type, search],
    queryFn: ({ pageParam }) => getDeletedRuleChains(props.type, search, pageParam, PAGE_SIZE),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasNext ? pages.length : undefined),
    placeholderData: (before) => before,
  });
  const reload = () => client.invalidateQueries({ queryKey: ['ruleChains'] });

  /** What came back, and what did not. */
  const report = ({ ruleChain, formerName, links, lost }: RestoredRuleChain): string =>
    [
      t('ruleChain.deleted.restored', { name: ruleChain.name }),
      ...(formerName === null ? [] : [t('ruleChain.deleted.renamed', { name: formerName })]),
      ...(links === 0 ? [] : [t('ruleChain.deleted.linksBack', { count: links, formatted: formatNumber(links) })]),
      ...(lost.linksToIt === 0
        ? []
        : [t('ruleChain.deleted.lostTo', { count: lost.linksToIt, formatted: formatNumber(lost.linksToIt) })]),
      ...(lost.linksFromIt === 0
        ? []
        : [t('ruleChain.deleted.lostFrom', { count: lost.linksFromIt, formatted: formatNumber(lost.linksFromIt) })]),
      ...(lost.edges === 0
        ? []
        : [t('ruleChain.deleted.lostEdges', { count: lost.edges, formatted: formatNumber(lost.edges) })]),
      ...(lost.autoAssigned ? [t('ruleChain.deleted.lostAuto')] : []),
    ].join(' ');

  const restore = (chain: DeletedRuleChain) =>
    attempt(async () => {
      const withLinks =
        chain.links === 0
          ? false
          : await openDialog<boolean>((close) => <RestoreDialog chain={chain} onClose={close} />);
      if (withLinks === undefined) return;
      const restored = await restoreDeletedRuleChain(chain.id.id, withLinks);
      await reload();
      notify({ type: 'success', message: report(restored), duration: READING_TIME });
    });
  const forget = (chain: DeletedRuleChain) =>
    attempt(async () => {
      const sure = await ask({
        title: t('ruleChain.deleted.forgetTitle', { name: chain.name }),
        content: t('ruleChain.deleted.forgetText'),
        confirmLabel: t('ruleChain.deleted.forget'),
        cancelLabel: t('action.cancel'),
        destructive: true,
      });
      if (!sure) return;
      await forgetDeletedRuleChain(chain.id.id);
      await reload();
    });
  const loading = { data: query.data, error: query.error, refetch: query.refetch };
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={small} onClose={props.onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('ruleChain.deleted.title')}</DialogTitle>
      <DialogContent sx={{ minHeight: 240 }}>
        <Box sx={{ color: 'text.secondary', fontSize: 14, mb: 3 }}>{t('ruleChain.deleted.text')}</Box>
        <SearchField
          value={search}
          placeholder={t('ruleChain.search')}
          inTab={t('ruleChain.deleted.title')}
          onChange={setSearch}
        />
        <Loaded from={loading} title={t('ruleChain.deleted.failed')}>
          {({ pages }) => {
            const chains = pages.flatMap(({ data }) => data);
            if (chains.length === 0) {
              return (
                <Box role="status" sx={{ color: 'text.secondary', py: 6, textAlign: 'center' }}>
                  {t(search === '' ? 'ruleChain.deleted.none' : 'ruleChain.deleted.noneFound')}
                </Box>
              );
            }
            return (
              <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
                {chains.map((chain) => (
                  <Box
                    component="li"
                    key={chain.id.id}
                    aria-label={chain.name}
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
                      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{chain.name}</Box>
                      <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
                        {t('ruleChain.deleted.by', {
                          at: formatDateTime(chain.deletedTime),
                          who: chain.userName ?? '–',
                        })}
                        {' · '}
                        {t('ruleChain.deleted.nodes', { count: chain.nodes, formatted: formatNumber(chain.nodes) })}
                        {' · '}
                        {t('ruleChain.deleted.until', { at: formatDateTime(chain.keptUntil) })}
                      </Box>
                    </Box>
                    <Box sx={{ display: 'flex', gap: 2 }}>
                      <Button
                        size="small"
                        aria-label={t('ruleChain.deleted.restoreNamed', { name: chain.name })}
                        onClick={() => restore(chain)}
                      >
                        {t('ruleChain.deleted.restore')}
                      </Button>
                      <Button
                        size="small"
                        color="error"
                        aria-label={t('ruleChain.deleted.forgetNamed', { name: chain.name })}
                        onClick={() => forget(chain)}
                      >
                        {t('ruleChain.deleted.forget')}
                      </Button>
                    </Box>
                  </Box>
                ))}
              </Box>
            );
          }}
        </Loaded>
        {query.hasNextPage && (
          <Box sx={{ textAlign: 'center', mt: 2 }}>
            <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('ruleChain.deleted.more')}
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
