import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import type { Traffic } from './traffic.ts';

/** What a canvas shows of the traffic; undefined where it shows none. */
export const TrafficContext = createContext<Traffic | undefined>(undefined);

/** The id under which the count of a node or link describes it. */
export const trafficId = (key: string): string => `traffic-${key.replaceAll(' ', '-')}`;

/** The count of a node or link, drawn outside of the flow of the page: it changes without anything else. */
export function TrafficCount({ of }: { of: string }) {
  const traffic = use(TrafficContext);
  return traffic && <Count traffic={traffic} of={of} />;
}

function Count({ traffic, of }: { traffic: Traffic; of: string }) {
  const { t } = useTranslation();
  const subscribe = useCallback((listener: () => void) => traffic.subscribe(of, listener), [traffic, of]);
  const count = useSyncExternalStore(subscribe, () => traffic.get(of));
  const { messages, failures } = count ?? { messages: 0, failures: 0 };
  const formatted = { messages: formatNumber(messages), failures: formatNumber(failures) };
  const words = count
    ? t('rules.traffic.words', formatted)
    : t(count === null ? 'rules.traffic.notLive' : 'rules.traffic.unknown');
  return (
    <span
      id={trafficId(of)}
      role="img"
      aria-label={words}
      title={words}
      className={`sb-traffic${messages > 0 ? ' sb-flows' : ''}`}
    >
      {!count && '–'}
      {count && (messages > failures || failures === 0) && formatted.messages}
      {failures > 0 && messages > failures && ' · '}
      {failures > 0 && (
        <span className="sb-failure">{t('rules.traffic.failed', { formatted: formatted.failures })}</span>
      )}
    </span>
  );
}
