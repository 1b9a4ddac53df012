import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import { FailureState } from '../controls/failure-state.tsx';

/** In place of a list that could not be loaded. */
export function ListFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return <FailureState error={error} title={t('list.failed')} forbiddenTitle={t('list.forbidden')} onRetry={onRetry} />;
}
