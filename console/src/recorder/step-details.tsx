import './texts/texts.ts';
import { Box } from '@mui/material';
import type { Trace, TraceContent, TraceStep } from '@signalbox/contract/recorder';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { parseExactJson } from '../api/exact-json.ts';
import { BeforeAfter } from '../controls/before-after.tsx';
import { LongText } from '../controls/long-text.tsx';
import { formatAmount, formatDuration } from '../i18n/format.ts';
import { EffectList } from './effect-list.tsx';

/** How long a message has waited: most answers come within a second. */
const waitingTime = (ms: number): string => (ms < 1_000 ? formatAmount(ms, 'millisecond') : formatDuration(ms));

/** JSON in lines, everything else as it is. */
function inLines(text: string): string {
  try {
    return JSON.stringify(parseExactJson(text), null, 2);
  } catch {
    return text;
  }
}

/** What contents are compared by, each as a text in lines. */
const PARTS: readonly ((content: TraceContent) => string)[] = [
  ({ type }) => type,
  ({ originator }) => `${originator.entityType} ${originator.id}`,
  ({ data }) => inLines(data),
  ({ metadata }) => JSON.stringify(metadata, null, 2),
];

/** Only the parts of two contents that are different. */
function differentParts(before: TraceContent, after: TraceContent): [before: string, after: string] {
  const different = PARTS.filter((part) => part(before) !== part(after));
  const text = (content: TraceContent) => different.map((part) => part(content)).join('\n');
  return [text(before), text(after)];
}

function Changed({ before, after }: { before: TraceContent; after: TraceContent }) {
  const { t } = useTranslation();
  const [old, now] = differentParts(before, after);
  return <BeforeAfter before={old} after={now} labels={[t('trace.before'), t('trace.after')]} />;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ mt: 3 }}>
      <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 12, fontWeight: 600, color: 'text.secondary' }}>
        {title}
      </Box>
      {children}
    </Box>
  );
}

function Outputs({ step, contents }: { step: TraceStep; contents: readonly TraceContent[] }) {
  const { t } = useTranslation();
  const same = step.outputs.filter(({ content }) => content === step.content);
  const changed = step.outputs.filter(({ content }) => content !== step.content);
  const came = contents[step.content];
  return (
    <>
      {same.length > 0 && (
        <Box sx={{ mt: 2, fontSize: 13 }}>
          {t('trace.unchanged', { relations: same.map(({ relation }) => relation).join(', ') })}
        </Box>
      )}
      {step.outputs.length === 0 && step.continued === null && (
        <Box sx={{ mt: 2, fontSize: 13, color: 'text.secondary' }}>{t('trace.ends')}</Box>
      )}
      {changed.map(({ relation, content, error }, index) => {
        const left = contents[content];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the outputs of a step never move
          <Part key={index} title={t('trace.leaves', { relation })}>
            {error !== null && <Box sx={{ color: 'var(--critical)', fontSize: 13 }}>{error}</Box>}
            {came && left && <Changed before={came} after={left} />}
          </Part>
        );
      })}
    </>
  );
}

/** What a node got, did, read and sent on. */
export function StepDetails({ trace, step, isDraft }: { trace: Trace; step: TraceStep; isDraft: boolean }) {
  const { t } = useTranslation();
  const { contents } = trace;
  const came = contents[step.content];
  const did = t(isDraft ? 'trace.didDry' : 'trace.did');
  return (
    <Box sx={{ pb: 3 }}>
      {step.failure !== null && (
        <Box role="note" sx={{ color: 'var(--critical)', fontSize: 13, overflowWrap: 'anywhere' }}>
          {t('trace.failedHere', { reason: step.failure })}
        </Box>
      )}
      {step.effects.length > 0 && (
        <Part title={did}>
          <EffectList label={did} effects={step.effects} contents={contents} />
        </Part>
      )}
      {step.continued !== null && (
        <Box sx={{ mt: 2, fontSize: 13 }}>
          {t(`trace.continued.${step.continued}`, {
            after: waitingTime(Math.max(0, (step.continuedTime ?? 0) - trace.message.createdTime)),
          })}
        </Box>
      )}
      {step.hasMemory && <Box sx={{ mt: 2, fontSize: 13, color: 'text.secondary' }}>{t('trace.hasMemory')}</Box>}
      <Outputs step={step} contents={contents} />
      {came && (
        <Part title={t('trace.in')}>
          <LongText label={t('trace.payload')} value={came.data} />
          <LongText label={t('trace.metadata')} value={came.metadata} />
        </Part>
      )}
      {step.reads.length > 0 && (
        <Part title={t('trace.read')}>
          {step.reads.map(({ what, result }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the reads of a step never move
            <LongText key={index} label={t(`trace.reads.${what}`)} value={result} />
          ))}
        </Part>
      )}
    </Box>
  );
}
