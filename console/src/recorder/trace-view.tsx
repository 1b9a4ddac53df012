import './texts/texts.ts';
import '../rule-chain/texts/texts.ts';
import { Alert, Box, Button, Tab, Tabs } from '@mui/material';
import type { Trace } from '@signalbox/contract/recorder';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { getRuleChainMetadata } from '../api/rule-chain-metadata.ts';
import { getRuleChainVersion } from '../api/rule-chain-versions.ts';
import { Instant } from '../controls/ago.tsx';
import { Loaded } from '../controls/loaded.tsx';
import { EmptyState } from '../controls/states.tsx';
import { EntityName } from '../entity-page/entity-name.tsx';
import type { Chain } from '../rule-chain/model/chain.ts';
import { fromMetadata } from '../rule-chain/model/exchange.ts';
import { useTargets } from '../rule-chain/use-targets.ts';
import { StepList } from './step-list.tsx';
import { TraceCanvas } from './trace-canvas.tsx';
import { TraceFate } from './trace-fate.tsx';
import { tracedChain } from './traced-chain.ts';

type TraceChain = Trace['chains'][number];

/** A chain as the message found it. */
function useTraceChain({ id, version }: TraceChain, draft: Chain | undefined) {
  return useQuery({
    queryKey: ['trace chain', id, version, draft],
    queryFn: async () => {
      if (draft) return draft;
      return fromMetadata(
        version === null ? await getRuleChainMetadata(id) : (await getRuleChainVersion(id, version)).metadata,
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

function Drawn(props: {
  trace: Trace;
  chainId: string;
  name: string;
  chain: Chain;
  current: string | undefined;
  onChoose: (nodeId: string) => void;
}) {
  const { t } = useTranslation();
  const { trace, chainId, chain, current, onChoose } = props;
  const traced = useMemo(() => tracedChain(trace, chainId, chain), [trace, chainId, chain]);
  return (
    <TraceCanvas
      key={chainId}
      chain={chain}
      label={t('trace.canvas', { name: props.name })}
      traced={traced}
      targetNames={useTargets(chain).names}
      current={current}
      onChoose={onChoose}
    />
  );
}

/** Who sent what when. */
function Head({ trace }: { trace: Trace }) {
  const { t } = useTranslation();
  const { message } = trace;
  return (
    <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'baseline', p: '12px 16px', fontSize: 13 }}>
      <Box component="h1" dir="ltr" sx={{ typography: 'h1', m: 0, overflowWrap: 'anywhere' }}>
        {message.type}
      </Box>
      <span>
        <Box component="span" sx={{ color: 'text.secondary' }}>{`${t('trace.from')} `}</Box>
        <EntityName {...message.originator} />
      </span>
      <span>
        <Box component="span" sx={{ color: 'text.secondary' }}>{`${t('trace.received')} `}</Box>
        <Instant ts={message.createdTime} />
      </span>
      {message.queueName && (
        <span>
          <Box component="span" sx={{ color: 'text.secondary' }}>{`${t('trace.queue')} `}</Box>
          {message.queueName}
        </span>
      )}
    </Box>
  );
}

/** The chains that a message came through, one of them drawn. */
function Chains(props: {
  trace: Trace;
  draft: { chainId: string; chain: Chain } | undefined;
  shown: TraceChain;
  onShow: (chainId: string) => void;
  current: string | undefined;
  onChoose: (nodeId: string) => void;
}) {
  const { t } = useTranslation();
  const { trace, shown, draft } = props;
  const drawn = draft?.chainId === shown.id ? draft.chain : undefined;
  const query = useTraceChain(shown, drawn);
  const note = drawn
    ? t('trace.draft')
    : shown.version === null
      ? t('trace.noVersion')
      : t('trace.version', { number: shown.version });
  return (
    <Box sx={{ flex: { xs: 'none', md: 1 }, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 4, flexWrap: 'wrap', fontSize: 13 }}>
        {trace.chains.length > 1 ? (
          <Tabs
            value={shown.id}
            onChange={(_event, id: string) => props.onShow(id)}
            variant="scrollable"
            aria-label={t('trace.chains')}
          >
            {trace.chains.map(({ id, name }) => (
              <Tab
                key={id}
                value={id}
                label={t('trace.chain', {
                  name,
                  count: trace.steps.filter(({ ruleChainId }) => ruleChainId === id).length,
                })}
              />
            ))}
          </Tabs>
        ) : (
          <b>{shown.name}</b>
        )}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {note}
        </Box>
        {!drawn && (
          <Button size="small" component={RouterLink} to={`/ruleChains/${shown.id}`}>
            {t('trace.open')}
          </Button>
        )}
      </Box>
      <Box sx={{ position: 'relative', flex: { xs: 'none', md: 1 }, height: { xs: 300, md: 'auto' }, minHeight: 300 }}>
        <Loaded from={query} title={t('trace.chainFailed')}>
          {(chain) => (
            <Drawn
              trace={trace}
              chainId={shown.id}
              name={shown.name}
              chain={chain}
              current={props.current}
              onChoose={props.onChoose}
            />
          )}
        </Loaded>
      </Box>
    </Box>
  );
}

/**
 * The way of a message through the chains: drawn, and step by step.
 * @param draft a chain that is being edited, when the message ran through it
 */
export function TraceView({ trace, draft }: { trace: Trace; draft?: { chainId: string; chain: Chain } }) {
  const { t } = useTranslation();
  const { steps, chains } = trace;
  const failed = steps.findIndex(({ failure }) => failure !== null);
  const [open, setOpen] = useState<number | undefined>(failed >= 0 ? failed : undefined);
  const [chosenChain, setChain] = useState(() => steps[Math.max(failed, 0)]?.ruleChainId);
  const shown = chains.find(({ id }) => id === chosenChain) ?? chains[0];
  const openStep = (step: number | undefined) => {
    setOpen(step);
    const chain = step === undefined ? undefined : steps[step]?.ruleChainId;
    if (chain) setChain(chain);
  };
  /** The next step at a node, from the open one on. */
  const openNode = (nodeId: string) => {
    const at = steps.flatMap(({ ruleNodeId }, index) => (ruleNodeId === nodeId ? [index] : []));
    openStep(at.find((index) => index > (open ?? -1)) ?? at[0]);
  };
  return (
    <Box sx={{ flex: 1, minHeight: 0, minWidth: 0, display: 'flex', flexDirection: 'column', overflow: 'auto' }}>
      <Head trace={trace} />
      {trace.failure !== null && (
        <Alert severity="error" sx={{ mx: 4, mb: 2 }}>
          {t('trace.failed', { reason: trace.failure })}
        </Alert>
      )}
      {trace.isCut && (
        <Alert severity="info" sx={{ mx: 4, mb: 2 }}>
          {t('trace.cut')}
        </Alert>
      )}
      <TraceFate trace={trace} />
      {shown ? (
        <Box
          sx={{
            flex: 1,
            minHeight: 0,
            display: 'flex',
            flexDirection: { xs: 'column', md: 'row' },
            borderTop: '1px solid var(--line)',
          }}
        >
          <Chains
            trace={trace}
            draft={draft}
            shown={shown}
            onShow={setChain}
            current={open === undefined ? undefined : steps[open]?.ruleNodeId}
            onChoose={openNode}
          />
          <Box
            sx={{
              width: { xs: 'auto', md: 440 },
              flex: 'none',
              overflow: { xs: 'visible', md: 'auto' },
              px: 3,
              background: 'var(--surface)',
              borderInlineStart: { md: '1px solid var(--line)' },
            }}
          >
            <StepList trace={trace} isDraft={draft !== undefined} open={open} onOpen={openStep} />
          </Box>
        </Box>
      ) : (
        <EmptyState icon="rules" title={t('trace.noSteps')} />
      )}
    </Box>
  );
}
