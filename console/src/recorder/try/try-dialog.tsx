import './texts/texts.ts';
import '../texts/texts.ts';
import '../../rule-chain/texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, MenuItem, useMediaQuery } from '@mui/material';
import type { ChainTryInput, ChainTryReply } from '@signalbox/contract/recorder';
import type { RuleChainMetadataInput } from '@signalbox/contract/rule-chain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getTryTrace, tryChain } from '../../api/recorder.ts';
import type { Choice } from '../../controls/choice.ts';
import { choicesOf } from '../../controls/entity-choices.ts';
import { EntityPicker } from '../../controls/entity-picker.tsx';
import { FailureState } from '../../controls/failure-state.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { SelectInput } from '../../controls/select-input.tsx';
import { SkeletonLines } from '../../controls/states.tsx';
import { historyBounds, readHistoryWindow } from '../../entity-page/tabs/history-window.ts';
import { formatNumber } from '../../i18n/format.ts';
import { locale } from '../../i18n/i18n.ts';
import type { Chain } from '../../rule-chain/model/chain.ts';
import { fromMetadata, toMetadata } from '../../rule-chain/model/exchange.ts';
import { TimeWindowChip } from '../../time-window/time-window-chip.tsx';
import { TraceView } from '../trace-view.tsx';
import { TryResult } from './try-result.tsx';

const COUNTS = [20, 100, 1_000] as const;
const HOUR = 3_600_000;

/** The chain as it is sent: nodes that are not stored yet get ids, by which a trace names them. */
function withIds(chain: Chain, ruleChainId: string): RuleChainMetadataInput {
  const metadata = toMetadata(chain, ruleChainId);
  const nodes = (metadata.nodes ?? []).map((node) => ({
    ...node,
    id: node.id ?? { entityType: 'RULE_NODE' as const, id: crypto.randomUUID() },
  }));
  return { ...metadata, nodes };
}

/** The way of one message through the draft. */
function DraftTrace(props: { place: string; draft: Pick<ChainTryInput, 'ruleChainId' | 'metadata'> }) {
  const { t } = useTranslation();
  const { place, draft } = props;
  const chain = useMemo(() => fromMetadata(draft.metadata), [draft.metadata]);
  const query = useQuery({
    queryKey: ['try trace', place, draft],
    queryFn: ({ signal }) => getTryTrace(place, draft, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <Loaded from={query} title={t('try.traceFailed')}>
      {(trace) => <TraceView key={place} trace={trace} draft={{ chainId: draft.ruleChainId.id, chain }} />}
    </Loaded>
  );
}

/** Runs what came through a chain that is being edited: what would it do otherwise than the one in force? */
export function TryDialog(props: {
  ruleChainId: string;
  name: string;
  chain: Chain;
  /** Makes what is tried live; absent: it is. */
  onMakeLive: (() => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const small = useMediaQuery((theme) => theme.breakpoints.down('md'));
  const [device, setDevice] = useState<Choice | null>(null);
  const [period, setPeriod] = useState(() => readHistoryWindow(undefined, HOUR));
  const [limit, setLimit] = useState<number>(100);
  const [place, setPlace] = useState<string>();
  const draft = useMemo(
    () => ({
      ruleChainId: { entityType: 'RULE_CHAIN' as const, id: props.ruleChainId },
      metadata: withIds(props.chain, props.ruleChainId),
    }),
    [props.ruleChainId, props.chain],
  );
  const running = useRef<AbortController>(undefined);
  // Nobody waits for it once the dialog is closed.
  useEffect(() => () => running.current?.abort(), []);
  const run = useMutation<ChainTryReply>({
    mutationFn: () => {
      running.current = new AbortController();
      const { startTime, endTime } = historyBounds(period, Date.now(), locale);
      const originator = device && { entityType: 'DEVICE' as const, id: device.id };
      const tried = { ...draft, startTs: startTime, endTs: endTime + 1, limit, originator };
      return tryChain(tried, running.current.signal);
    },
  });
  const title = t('try.title', { name: props.name });
  const { onMakeLive } = props;
  return (
    <Dialog open fullWidth maxWidth="lg" fullScreen={small} onClose={props.onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {place === undefined ? (
        <DialogContent>
          <Box component="p" sx={{ m: 0, mb: 4, color: 'text.secondary', fontSize: 13 }}>
            {t('try.help')}
          </Box>
          <Box
            component="form"
            onSubmit={(event) => {
              event.preventDefault();
              run.mutate();
            }}
            sx={{ display: 'flex', gap: 3, alignItems: 'flex-end', flexWrap: 'wrap', mb: 4 }}
          >
            <Box sx={{ width: { xs: '100%', sm: 240 } }}>
              <EntityPicker
                kind="try devices"
                label={t('try.from')}
                placeholder={t('try.anybody')}
                load={choicesOf('DEVICE')}
                value={device}
                onChange={setDevice}
              />
            </Box>
            <Box
              role="group"
              aria-label={t('try.period')}
              sx={{ minHeight: 36, display: 'flex', alignItems: 'center', minWidth: 0 }}
            >
              <TimeWindowChip historyOnly timezone={false} value={period} onChange={setPeriod} />
            </Box>
            <Box sx={{ width: 170 }}>
              <SelectInput label={t('try.count')} value={String(limit)} onChange={(next) => setLimit(Number(next))}>
                {COUNTS.map((count) => (
                  <MenuItem key={count} value={String(count)}>
                    {t('try.messages', { count, formatted: formatNumber(count) })}
                  </MenuItem>
                ))}
              </SelectInput>
            </Box>
            <Button type="submit" variant="contained" color="primary" loading={run.isPending}>
              {t('try.run')}
            </Button>
          </Box>
          <Box role="status" aria-label={run.isPending ? t('try.running') : undefined}>
            {run.isPending && <SkeletonLines count={4} />}
            {run.isError && <FailureState error={run.error} title={t('try.failed')} onRetry={() => run.mutate()} />}
            {run.isSuccess && <TryResult result={run.data} metadata={draft.metadata} onShow={setPlace} />}
          </Box>
        </DialogContent>
      ) : (
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', p: 0, minHeight: { xs: 0, md: 560 } }}>
          <DraftTrace place={place} draft={draft} />
        </DialogContent>
      )}
      <DialogActions>
        {place !== undefined && <Button onClick={() => setPlace(undefined)}>{t('try.back')}</Button>}
        <Button onClick={props.onClose}>{t('action.close')}</Button>
        {onMakeLive && (
          <Button
            variant="contained"
            color="primary"
            onClick={() => {
              props.onClose();
              onMakeLive();
            }}
          >
            {t('rules.makeLive')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
