import type { CertificateFacts } from './certificate.ts';

const DAY = 86_400_000;
/** Days before its end from which people are warned. */
const SOON = 30;

/** What is to be said of the validity of a certificate, and the days that are left where they are few. */
export function certificateStanding(
  { from, until }: Pick<CertificateFacts, 'from' | 'until'>,
  now: number,
): { word: 'notYet' | 'expired' | 'endsSoon'; severity: 'error' | 'warning'; days: number } | undefined {
  const days = Math.max(0, Math.floor((until - now) / DAY));
  if (now > until) return { word: 'expired', severity: 'error', days };
  if (now < from) return { word: 'notYet', severity: 'warning', days };
  return days < SOON ? { word: 'endsSoon', severity: 'warning', days } : undefined;
}
