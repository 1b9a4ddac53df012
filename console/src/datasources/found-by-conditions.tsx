import type { EntityCountQuery } from '@signalbox/contract/entity-query';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countEntities } from '../api/entity-query.ts';
import { failureLine } from '../controls/error-text.ts';
import type { KeyFilter } from '../controls/key-filters/key-filter.ts';
import { useDebounced } from '../controls/use-debounced.ts';
import { flatKeyFilters } from '../dashboard/key-filters.ts';
import { formatNumber } from '../i18n/format.ts';
import { storedKeyFilters } from './dashboard-filter.ts';
import { FoundLine } from './found-entities.tsx';

/** Before conditions that are being edited are tried, in ms. */
const DEBOUNCE = 400;
/** How often what is found is counted again, in ms: values change while one thinks. */
const AGAIN = 15_000;

/** How many devices and assets meet conditions, while these are edited. @param isComplete nothing is missing */
export function FoundByConditions(props: { keyFilters: readonly KeyFilter[]; isComplete: boolean }) {
  const { t } = useTranslation();
  const wanted = props.isComplete
    ? JSON.stringify(flatKeyFilters({ keyFilters: storedKeyFilters(props.keyFilters) }))
    : '';
  const requested = useDebounced(wanted, DEBOUNCE);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['found by conditions', requested],
    queryFn: async () => {
      const keyFilters = JSON.parse(requested) as EntityCountQuery['keyFilters'];
      const [devices, assets] = await Promise.all([
        countEntities('DEVICE', keyFilters),
        countEntities('ASSET', keyFilters),
      ]);
      return { devices, assets };
    },
    enabled: requested !== '',
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN,
    retry: false,
  });
  const isLate = requested !== wanted || isPlaceholderData;
  const words = () => {
    if (wanted === '') return t('sourceFilter.found.incomplete');
    if (error && !isLate) return t('alias.found.failed', { reason: failureLine(error) });
    if (!data || isLate) return t('common.loading');
    const { devices, assets } = data;
    if (devices + assets === 0) return t('sourceFilter.found.none');
    return t('sourceFilter.found.some', {
      devices: t('sourceFilter.found.devices', { count: devices, formatted: formatNumber(devices) }),
      assets: t('sourceFilter.found.assets', { count: assets, formatted: formatNumber(assets) }),
    });
  };
  const isWrong =
    wanted !== '' && !isLate && (error !== null || (data !== undefined && data.devices + data.assets === 0));
  return (
    <FoundLine isWrong={isWrong} onRetry={error && !isLate ? () => void refetch() : undefined}>
      {words()}
    </FoundLine>
  );
}
