import './texts/texts.ts';
import { Box } from '@mui/material';
import type { AlarmInfo } from '@signalbox/contract/alarm';
import { useTranslation } from 'react-i18next';
import { Instant } from '../controls/ago.tsx';
import { Fact } from '../controls/fact.tsx';
import { LongText } from '../controls/long-text.tsx';
import { EntityLink } from '../entity-page/entity-link.tsx';
import { Severity, Status } from './alarm-words.tsx';

/** How bad an alarm is and how it stands, in a line. */
export function AlarmSummary({ alarm }: { alarm: AlarmInfo }) {
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Severity severity={alarm.severity} />
      <Status status={alarm.status} />
    </Box>
  );
}

/**
 * What an alarm is about, since when, and its data. Times that are not yet are left out, and so is its creation where
 * that is shown anyway.
 */
export function AlarmFacts({ alarm, withCreation = false }: { alarm: AlarmInfo; withCreation?: boolean }) {
  const { t } = useTranslation();
  const { originator, originatorName } = alarm;
  const times = (['startTs', 'endTs', 'ackTs', 'clearTs'] as const).filter((name) => alarm[name] > 0);
  return (
    <>
      <Box component="dl" sx={{ m: 0 }}>
        <Fact label={t('alarm.originator')}>
          <span>
            <EntityLink {...originator} name={originatorName ?? originator.id} color="var(--accent-text)" />
            {` · ${t(`entityType.${originator.entityType}`)}`}
          </span>
        </Fact>
        {withCreation && (
          <Fact label={t('details.created')}>
            <Instant ts={alarm.createdTime} />
          </Fact>
        )}
        {times.map((name) => (
          <Fact key={name} label={t(`alarm.${name}`)}>
            <Instant ts={alarm[name]} />
          </Fact>
        ))}
      </Box>
      {alarm.details !== null && alarm.details !== undefined && (
        <LongText label={t('alarm.data')} value={alarm.details} />
      )}
    </>
  );
}
