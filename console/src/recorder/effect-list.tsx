import './texts/texts.ts';
import { Box, Link } from '@mui/material';
import type { TraceContent, TraceEffect, TraceSent } from '@signalbox/contract/recorder';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { Instant } from '../controls/ago.tsx';
import { LongText } from '../controls/long-text.tsx';
import { EntityLink } from '../entity-page/entity-link.tsx';
import { EntityName } from '../entity-page/entity-name.tsx';
import { formatDuration, formatNumber } from '../i18n/format.ts';

/** Edges that are named; of others their number. */
const SHOWN_EDGES = 10;

/** Keys and their values in a line each. */
function Values({ values, deleted = [] }: { values: Readonly<Record<string, string>>; deleted?: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Box
      component="dl"
      dir="ltr"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(80px, auto) 1fr', columnGap: 3, fontSize: 12 }}
    >
      {Object.entries(values).map(([key, value]) => (
        <Box key={key} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {key}
          </Box>
          <Box component="dd" className="num" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Box>
      ))}
      {deleted.map((key) => (
        <Box key={key} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {key}
          </Box>
          <Box component="dd" sx={{ m: 0, fontStyle: 'italic' }}>
            {t('trace.deleted')}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** What it was done with, behind the words. */
const Of = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {' · '}
    {children}
  </Box>
);

/** Whom what was sent to. */
function Sent({ sent }: { sent: TraceSent }) {
  const { t } = useTranslation();
  const { to, details, text, size } = sent;
  return (
    <>
      <Box dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
        {to}
      </Box>
      <Values values={details} />
      {text !== '' && <LongText label={t('trace.sent')} value={size > text.length ? `${text}…` : text} />}
    </>
  );
}

function Effect({ effect, contents }: { effect: TraceEffect; contents: readonly TraceContent[] }) {
  const { t } = useTranslation();
  switch (effect.kind) {
    case 'TELEMETRY':
      return (
        <>
          {t('trace.effects.TELEMETRY')}
          <Of>
            <EntityName {...effect.entityId} />
            {effect.ttl > 0 && ` · ${t('trace.ttl', { duration: formatDuration(effect.ttl * 1_000) })}`}
          </Of>
          {effect.points.map(({ ts, values }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: points of one effect never move
            <Box key={index}>
              <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
                <Instant ts={ts} />
              </Box>
              <Values values={values} />
            </Box>
          ))}
        </>
      );
    case 'ATTRIBUTES':
      return (
        <>
          {t('trace.effects.ATTRIBUTES')}
          <Of>
            <EntityName {...effect.entityId} />
            {` · ${effect.scope}`}
          </Of>
          <Values values={effect.values} deleted={effect.deleted} />
        </>
      );
    case 'ALARM':
      return (
        <>
          {t(`trace.effects.ALARM.${effect.change}`)}{' '}
          {effect.alarmId ? (
            <Link component={RouterLink} to={`/alarms/${effect.alarmId.id}`} color="var(--accent-text)">
              {effect.type}
            </Link>
          ) : (
            <b>{effect.type}</b>
          )}
          <Of>
            {`${effect.severity} · `}
            <EntityName {...effect.originator} />
          </Of>
        </>
      );
    case 'CUSTOMER':
      return (
        <>
          {t(`trace.effects.CUSTOMER.${effect.isAssigned ? 'assigned' : 'unassigned'}`)}
          <Of>
            <EntityName {...effect.entityId} />
            {' · '}
            <EntityName {...effect.customerId} />
          </Of>
        </>
      );
    case 'RELATION':
      return (
        <>
          {t(`trace.effects.RELATION.${effect.change}`)} <b>{effect.type}</b>
          <Of>
            {effect.from ? <EntityName {...effect.from} /> : t('trace.everyRelation')}
            {' → '}
            {effect.to ? <EntityName {...effect.to} /> : t('trace.everyRelation')}
          </Of>
        </>
      );
    case 'EDGES': {
      const count = effect.edgeIds.length;
      return (
        <>
          {t('trace.effects.EDGES')}
          <Of>{`${t('trace.edges', { count, formatted: formatNumber(count) })} · ${effect.type} ${effect.action}`}</Of>
          {effect.edgeIds.slice(0, SHOWN_EDGES).map((id) => (
            <div key={id}>
              <EntityName entityType="EDGE" id={id} />
            </div>
          ))}
        </>
      );
    }
    case 'ENTITY':
      return (
        <>
          {t('trace.effects.ENTITY')}
          <Of>
            {`${t(`entityType.${effect.entityType}`)} `}
            {effect.entityId ? (
              <EntityLink {...effect.entityId} name={effect.name} color="var(--accent-text)" />
            ) : (
              effect.name
            )}
          </Of>
        </>
      );
    case 'MESSAGE':
      return (
        <>
          {t('trace.effects.MESSAGE')}
          <Of>{[contents[effect.content]?.type, effect.queueName].filter(Boolean).join(' · ')}</Of>
        </>
      );
    case 'REPLY':
      return (
        <>
          {t('trace.effects.REPLY')}
          <Of>
            <span dir="ltr">{effect.payload}</span>
          </Of>
        </>
      );
    case 'WAIT':
      return (
        <>
          {t(`trace.effects.WAIT.${effect.for}`)}
          {effect.sent && <Sent sent={effect.sent} />}
        </>
      );
  }
}

/** What a node did, each with what it did it to. */
export function EffectList({
  label,
  effects,
  contents,
}: {
  label: string;
  effects: readonly TraceEffect[];
  contents: readonly TraceContent[];
}) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        ...{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2, fontSize: 13 },
        // They stand in the middle of sentences.
        '& a': { textDecoration: 'underline' },
      }}
    >
      {effects.map((effect, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the effects of a step never move
        <Box component="li" key={index} sx={{ borderInlineStart: '3px solid var(--line)', paddingInlineStart: 2.5 }}>
          <Effect effect={effect} contents={contents} />
        </Box>
      ))}
    </Box>
  );
}
