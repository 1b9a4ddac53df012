import '../widgets/texts/texts.ts';
import { Box, Button, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../controls/icon.tsx';
import { useDelayed } from '../controls/states.tsx';
import { comparedTimeWindow } from '../time-window/comparison.ts';
import type { TimeWindow } from '../time-window/model.ts';
import { actionsOf, isShown } from '../widgets/actions.ts';
import { formattedRow, groupedByEntity } from '../widgets/cards/entity-rows.ts';
import { NO_DATA, type Widget, type WidgetData } from '../widgets/model.ts';
import { needsScripts, type WidgetTypeEntry, widgetType } from '../widgets/registry.ts';
import { type DataPageLink, WHOLE_PAGE_SIZE } from '../widgets/runtime/entity-query.ts';
import type { ResolvedDatasource } from '../widgets/runtime/subscription.ts';
import { useScripts, useWidgetData } from '../widgets/use-widget-data.ts';
import type { WidgetProps } from '../widgets/widget-props.ts';
import { useDashboard } from './dashboard-context.ts';
import { resolvedDatasources } from './resolve-datasources.ts';
import { useSourcedData } from './use-sourced-data.ts';
import { WidgetBoundary } from './widget-boundary.tsx';

interface ContentProps {
  widget: Widget;
  /** Inner size, px. */
  width: number;
  height: number;
  timeWindow: TimeWindow;
  /** Whether the widget is on the screen, or nearly; one that is not takes values in without drawing them. */
  onScreen: boolean;
  onZoom: (start: number, end: number) => void;
  onResetZoom: () => void;
  /** Name of the first entity, for titles that name it. */
  onEntity: (name: string, label: string) => void;
  /** Names of the header's actions that are not to be shown for these data. */
  onHiddenActions: (names: readonly string[]) => void;
}

/** The inside of a widget: what its type draws, or why there is nothing to draw. */
export function WidgetContent(props: ContentProps) {
  const { t } = useTranslation();
  const { widget } = props;
  const entry = widgetType(widget);
  const [attempt, setAttempt] = useState(0);
  if (!entry) {
    return (
      <Note
        icon="dashboards"
        title={t('widget.typeNotFound')}
        text={t('widget.typeNotFoundText', { type: `${widget.bundleAlias} / ${widget.typeAlias}` })}
      />
    );
  }
  const retry = (
    <Button size="small" onClick={() => setAttempt(attempt + 1)}>
      {t('action.retry')}
    </Button>
  );
  return (
    <WidgetBoundary
      key={attempt}
      resetKey={widget}
      failed={(error) => (
        <Note icon="error" alert title={t('widget.failed')} text={`${error.name}: ${error.message}`}>
          {retry}
        </Note>
      )}
    >
      <KnownWidget {...props} entry={entry} retry={retry} />
    </WidgetBoundary>
  );
}

function KnownWidget({ entry, ...props }: ContentProps & { entry: WidgetTypeEntry; retry: ReactNode }) {
  const { t } = useTranslation();
  const { widget, timeWindow } = props;
  const dashboard = useDashboard();
  const { environment } = dashboard;
  const [pageLink, setPageLink] = useState<DataPageLink | undefined>(() => entry.firstPage?.(widget));
  const component = useQuery({
    queryKey: ['widget type', widget.bundleAlias, widget.typeAlias],
    queryFn: async () => ({ Component: await entry.load() }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  const scriptsNeeded = needsScripts(widget, entry);
  const scripts = useScripts(scriptsNeeded, dashboard.scriptHome);
  const resolution = resolvedDatasources(widget.config.datasources ?? [], entry, dashboard.alias, dashboard.keyFilters);
  const hasData = entry.data !== 'none' && 'datasources' in resolution && resolution.datasources.length > 0;
  const ready = hasData && (!scriptsNeeded || scripts !== undefined);
  const received = useWidgetData(
    ready && entry.data !== 'none'
      ? {
          kind: entry.data,
          datasources: resolution.datasources,
          window: entry.data === 'timeseries' ? timeWindow : { timezone: timeWindow.timezone ?? null },
          stateData: entry.stateData === true,
          pageLink,
        }
      : null,
    environment,
    scripts,
    !props.onScreen,
  );
  const { data, settings } = useSourcedData(
    widget.config,
    received,
    ready ? resolution.datasources : undefined,
    !props.onScreen,
  );
  const trendAsked = ready && widget.config.settings?.showTrend === true;
  const trend = useWidgetData(
    trendAsked
      ? { kind: 'timeseries', datasources: resolution.datasources, window: dashboard.timeWindow, stateData: false }
      : null,
    environment,
    scripts,
    !props.onScreen,
  );
  const compared = ready ? comparedTimeWindow(widget.config.settings, timeWindow, environment) : null;
  const comparison = useWidgetData(
    compared && entry.data === 'timeseries' && 'datasources' in resolution
      ? {
          kind: 'timeseries',
          datasources: resolution.datasources,
          window: compared,
          stateData: entry.stateData === true,
        }
      : null,
    environment,
    scripts,
    !props.onScreen,
  );
  // What was drawn once stays; what was never near the screen is not drawn.
  const [seen, setSeen] = useState(props.onScreen);
  if (props.onScreen && !seen) setSeen(true);
  const first = data.rows[0]?.entity;
  const loading = component.isPending || (hasData && data.status === 'loading');
  const late = useDelayed(loading);

  const { onEntity } = props;
  const { name: entityName = '', label: entityLabel = '' } = first ?? {};
  useEffect(() => {
    if (entityName) onEntity(entityName, entityLabel);
  }, [entityName, entityLabel, onEntity]);
  const hiddenActions = useMemo(() => {
    const rows = groupedByEntity(data.rows).map(formattedRow);
    return actionsOf(widget.config, 'headerButton')
      .filter((action) => !isShown(action, scripts, rows))
      .map(({ name }) => name)
      .join('\n');
  }, [data.rows, widget.config, scripts]);
  const { onHiddenActions } = props;
  useEffect(() => onHiddenActions(hiddenActions.split('\n')), [hiddenActions, onHiddenActions]);
  if (!seen) return null;
  if ('problem' in resolution && entry.data !== 'none') {
    return (
      <Note icon="info" title={t('widget.noEntity')} text={t(resolution.problem.key, resolution.problem.values)} />
    );
  }
  if (component.isError) {
    return (
      <Note icon="error" alert title={t('widget.loadFailed')} text={component.error.message}>
        <Button size="small" onClick={() => void component.refetch()}>
          {t('action.retry')}
        </Button>
      </Note>
    );
  }
  if (data.status === 'error') {
    return (
      <Note icon="error" alert title={t('widget.failed')} text={data.failure?.message ?? ''}>
        {props.retry}
      </Note>
    );
  }
  if (loading || !component.data) return late ? <WidgetSkeleton kind={entry.data} /> : null;
  const noRows = entry.data !== 'none' && data.rows.length === 0;
  const noPoints = entry.data === 'timeseries' && data.rows.every((row) => row.data.length === 0);
  if ((noRows || noPoints) && !entry.dataOptional) {
    const text = widget.config.noDataDisplayMessage || t(noRows ? 'widget.noEntities' : 'widget.noDataInTime');
    return <Note icon="chart" title={text} />;
  }
  const { Component } = component.data;
  const widgetProps: WidgetProps = {
    widget: settings === widget.config.settings ? widget : { ...widget, config: { ...widget.config, settings } },
    data: entry.data === 'none' ? NO_DATA : data,
    width: props.width,
    height: props.height,
    locale: environment.locale,
    scripts,
    onZoom: props.onZoom,
    onResetZoom: props.onResetZoom,
    onAction: dashboard.runAction,
    onPage: setPageLink,
    trend: trendAsked ? trend : undefined,
    comparison: compared && comparison.status === 'ready' ? comparison : undefined,
  };
  const overflow =
    entry.firstPage || !('datasources' in resolution) ? undefined : overflowing(resolution.datasources, data);
  return (
    <>
      <Component {...widgetProps} {...(overflow ? { height: props.height - OVERFLOW_HEIGHT } : {})} />
      {overflow && (
        <Box sx={{ height: OVERFLOW_HEIGHT, flex: 'none', fontSize: 12, color: 'text.secondary', pt: 1 }}>
          {t('widget.overflow', overflow)}
        </Box>
      )}
    </>
  );
}

/** px */
const OVERFLOW_HEIGHT = 22;

/** How many entities are shown of how many, where a datasource has more than a widget takes. */
function overflowing(
  datasources: readonly ResolvedDatasource[],
  data: WidgetData,
): { shown: number; total: number } | undefined {
  const at = datasources.findIndex(({ singleEntity }, index) => !singleEntity && data.pages[index]?.hasNext);
  const total = data.pages[at]?.totalElements;
  return total === undefined ? undefined : { shown: WHOLE_PAGE_SIZE, total };
}

/** A short text in place of a drawing. */
function Note(props: { icon: IconName; title: string; text?: string; alert?: boolean; children?: ReactNode }) {
  return (
    <Box
      role={props.alert ? 'alert' : undefined}
      sx={{
        m: 'auto',
        p: 3,
        maxWidth: 340,
        textAlign: 'center',
        color: 'text.secondary',
        fontSize: 13,
        overflow: 'auto',
      }}
    >
      <Box sx={{ color: props.alert ? 'var(--critical)' : 'text.disabled', mb: 1 }}>
        <Icon name={props.icon} size={22} />
      </Box>
      <Box sx={{ fontWeight: 560, color: 'text.primary' }}>{props.title}</Box>
      {props.text && <Box sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>{props.text}</Box>}
      {props.children && <Box sx={{ mt: 2 }}>{props.children}</Box>}
    </Box>
  );
}

function WidgetSkeleton({ kind }: { kind: WidgetTypeEntry['data'] }) {
  const { t } = useTranslation();
  return (
    <Box
      role="status"
      aria-label={t('common.loading')}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 2, overflow: 'hidden' }}
    >
      {kind === 'timeseries' ? (
        <Skeleton variant="rounded" sx={{ flex: 1, height: 'auto' }} />
      ) : (
        <>
          <Skeleton variant="rounded" width="55%" height={26} />
          <Skeleton variant="rounded" width="35%" height={14} />
        </>
      )}
    </Box>
  );
}
