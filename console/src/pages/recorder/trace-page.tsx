import './texts/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { getTrace } from '../../api/recorder.ts';
import { useSetCrumbTitle } from '../../app/crumb-title.ts';
import { Loaded } from '../../controls/loaded.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { TraceView } from '../../recorder/trace-view.tsx';

/** The way of one message of the log. */
export function TracePage() {
  const { t } = useTranslation();
  const { place = '' } = useParams();
  const query = useQuery({
    queryKey: ['trace', place],
    queryFn: ({ signal }) => getTrace(place, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const message = query.data?.message;
  useSetCrumbTitle(message && t('recorded.ofTime', { type: message.type, time: formatDateTime(message.createdTime) }));
  return (
    <Loaded from={query} title={t('recorded.traceFailed')}>
      {(trace) => <TraceView key={place} trace={trace} />}
    </Loaded>
  );
}
