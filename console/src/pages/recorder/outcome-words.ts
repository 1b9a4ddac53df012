import './texts/texts.ts';
import type { RecordedMessage } from '@signalbox/contract/recorder';
import type { TFunction } from 'i18next';

const DEEDS = ['values', 'attributes', 'alarms', 'sent', 'others'] as const;

/** What became of a message: "Went through: 3 values stored, 1 alarm changed". */
export function outcomeWords(t: TFunction, { outcome, did }: Pick<RecordedMessage, 'outcome' | 'did'>): string {
  if (!outcome) return t('recorded.notRun');
  const deeds = did
    ? DEEDS.filter((deed) => did[deed] > 0).map((deed) => t(`recorded.did.${deed}`, { count: did[deed] }))
    : [];
  if (outcome === 'SUCCESS' && did && deeds.length === 0) deeds.push(t('recorded.didNothing'));
  const end =
    outcome === 'FAILURE' && did?.failedAt
      ? t('recorded.failedAt', { node: did.failedAt })
      : t(`recorded.outcomes.${outcome}`);
  return deeds.length > 0 ? t('recorded.withDeeds', { outcome: end, deeds: deeds.join(', ') }) : end;
}
