import '../widgets/texts/texts.ts';
import { Button } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WidgetType } from '../widgets/widget-type.ts';
import { type ContentProps, FollowedWidget } from './followed-widget.tsx';
import { numberOf } from './use-widget-type.ts';
import { WidgetBoundary } from './widget-boundary.tsx';
import { FailedToLoad, Note } from './widget-notes.tsx';
import { WidgetSkeleton } from './widget-skeleton.tsx';

/** The inside of a widget: what its type draws, or why there is nothing to draw. */
export function WidgetContent({ type, ...props }: ContentProps & { type: UseQueryResult<WidgetType | null> }) {
  const { t } = useTranslation();
  const { widget } = props;
  const [attempt, setAttempt] = useState(0);
  const retry = () => setAttempt(attempt + 1);
  if (type.isError) return <FailedToLoad message={type.error.message} onRetry={() => void type.refetch()} />;
  if (type.data === undefined) return <WidgetSkeleton shape={widget.type === 'timeseries' ? 'chart' : 'text'} />;
  if (type.data === null) {
    const { bundleAlias, typeAlias } = widget;
    const text =
      bundleAlias && typeAlias
        ? t('widget.typeNotFoundText', { type: `${bundleAlias} / ${typeAlias}` })
        : t('widget.typeNotNamed');
    return <Note icon="dashboards" title={t('widget.typeNotFound')} text={text} />;
  }
  return (
    <WidgetBoundary
      key={`${attempt} ${numberOf(type.data)}`}
      resetKey={widget}
      failed={(error) => (
        <Note icon="error" alert title={t('widget.failed')} text={`${error.name}: ${error.message}`}>
          <Button size="small" onClick={retry}>
            {t('action.retry')}
          </Button>
        </Note>
      )}
    >
      <FollowedWidget {...props} entry={type.data} onRetry={retry} />
    </WidgetBoundary>
  );
}
