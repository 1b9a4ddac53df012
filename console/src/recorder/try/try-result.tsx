import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import type { ChainTryReply, TraceEffect } from '@signalbox/contract/recorder';
import type { RuleChainMetadataInput } from '@signalbox/contract/rule-chain';
import { useTranslation } from 'react-i18next';
import { Instant } from '../../controls/ago.tsx';
import { EntityLink } from '../../entity-page/entity-link.tsx';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { EffectList } from '../effect-list.tsx';

const NOTHING: readonly never[] = [];

/** What only one of the two does with a message. */
function Side(props: { title: string; effects: readonly TraceEffect[]; failure: string | null }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ fontSize: 12, color: 'text.secondary', mb: 1 }}>{props.title}</Box>
      {props.failure !== null && (
        <Box sx={{ fontSize: 13, color: 'var(--critical)', overflowWrap: 'anywhere' }}>
          {t('try.failure', { reason: props.failure })}
        </Box>
      )}
      {props.effects.length > 0 ? (
        <EffectList label={props.title} effects={props.effects} contents={NOTHING} />
      ) : (
        props.failure === null && <Box sx={{ fontSize: 13, color: 'text.disabled' }}>{t('try.neither')}</Box>
      )}
    </Box>
  );
}

function Sample({ sample, onShow }: { sample: ChainTryReply['samples'][number]; onShow: (place: string) => void }) {
  const { t } = useTranslation();
  const { message, draft, inForce } = sample;
  const { originator, originatorName, type, createdTime } = message;
  // The same failure in both is no difference.
  const isSameFailure = sample.draftFailure === sample.inForceFailure;
  return (
    <Box component="li" sx={{ borderTop: '1px solid var(--line-2)', py: 3 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline', flexWrap: 'wrap', fontSize: 13 }}>
        <b>{type}</b>
        {originatorName !== null && <EntityLink {...originator} name={originatorName} color="var(--accent-text)" />}
        <Instant ts={createdTime} />
        <Button
          size="small"
          aria-label={t('try.wayOf', { type, time: formatDateTime(createdTime) })}
          onClick={() => onShow(message.place)}
        >
          {t('try.showWay')}
        </Button>
      </Box>
      <Box
        dir="ltr"
        className="num"
        sx={{
          fontSize: 12,
          color: 'text.secondary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {message.preview}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4, mt: 2 }}>
        <Side title={t('try.draft')} effects={draft} failure={isSameFailure ? null : sample.draftFailure} />
        <Side title={t('try.inForce')} effects={inForce} failure={isSameFailure ? null : sample.inForceFailure} />
      </Box>
    </Box>
  );
}

/** How many messages took which way at each node of the draft. */
function NodeTable({ nodes, metadata }: { nodes: ChainTryReply['nodes']; metadata: RuleChainMetadataInput }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box
        component="table"
        aria-label={t('try.nodes')}
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          fontSize: 13,
          '& th': { textAlign: 'start', fontWeight: 400, fontSize: 12, color: 'text.disabled', p: 0, height: 28 },
          '& td': { p: 0, height: 34, borderTop: '1px solid var(--line-2)' },
          '& .end': { textAlign: 'end', paddingInlineEnd: '20px' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('try.node')}</th>
            <th scope="col" className="end">
              {t('try.entered')}
            </th>
            <th scope="col" className="end">
              {t('try.failures')}
            </th>
            <th scope="col">{t('try.ways')}</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map(({ index, entered, failed, relations }) => (
            <tr key={index}>
              <td dir="auto">{metadata.nodes?.[index]?.name}</td>
              <td className="num end">{formatNumber(entered)}</td>
              <Box component="td" className="num end" sx={failed > 0 ? { color: 'var(--critical)' } : null}>
                {formatNumber(failed)}
              </Box>
              <td>
                {Object.entries(relations)
                  .map(([relation, count]) => `${relation} ${formatNumber(count)}`)
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

/** What came of a try. */
export function TryResult(props: {
  result: ChainTryReply;
  metadata: RuleChainMetadataInput;
  onShow: (place: string) => void;
}) {
  const { t } = useTranslation();
  const { result, metadata } = props;
  const { tried, seen, different, samples, isComplete, reached } = result;
  const isPart = samples.length < different;
  return (
    <>
      <Box component="p" sx={{ m: 0, mb: 2, fontSize: 13 }}>
        {tried === 0 ? t('try.nothing') : t('try.result', { tried: formatNumber(tried), seen: formatNumber(seen) })}{' '}
        {!isComplete && t('try.reached', { time: formatDateTime(reached) })}
      </Box>
      {tried > 0 && (
        <>
          <NodeTable nodes={result.nodes} metadata={metadata} />
          <Box component="p" sx={{ m: 0, mt: 4, mb: 2, fontWeight: 600 }}>
            {different === 0
              ? t('try.same')
              : t('try.different', { count: different, formatted: formatNumber(different) })}{' '}
            {isPart && t('try.shown', { formatted: formatNumber(samples.length) })}
          </Box>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {samples.map((sample) => (
              <Sample key={sample.message.place} sample={sample} onShow={props.onShow} />
            ))}
          </Box>
        </>
      )}
    </>
  );
}
