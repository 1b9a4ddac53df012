import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../api/http.ts';
import { EmptyState, FailureState } from '../controls/states.tsx';

/** In place of a list that has not come: it is not permitted, or could not be loaded. */
export function ListFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  if (error instanceof RequestError && error.status === 403) {
    return <EmptyState icon="lock" title={t('list.forbidden')} text={t('list.forbiddenText')} />;
  }
  return <FailureState error={error} title={t('list.failed')} onRetry={onRetry} />;
}
