import { Box } from '@mui/material';
import { type ComponentType, type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { liveSocket } from '../api/client.ts';
import { useSession } from '../app/session.ts';
import type { FollowedByWidget } from '../exports/widget-data/widget-table.ts';
import { locale } from '../i18n/i18n.ts';
import type { TimeWindow } from '../time-window/model.ts';
import { timeWindowAround } from '../time-window/shown-range.ts';
import { zoomedTimeWindow } from '../time-window/zoom.ts';
import { actionsOf, hasCondition, isShown } from '../widgets/actions.ts';
import { type DataEntity, NO_DATA, type Widget, type WidgetData } from '../widgets/model.ts';
import { needsScripts } from '../widgets/registry.ts';
import { datasourceName } from '../widgets/runtime/datasource-name.ts';
import type { DrawAhead } from '../widgets/runtime/drawn-ahead.ts';
import { type DataPageLink, WHOLE_PAGE_SIZE } from '../widgets/runtime/entity-query.ts';
import { formattedRows } from '../widgets/runtime/entity-rows.ts';
import type { FollowedData, FollowKind, Wanted } from '../widgets/runtime/follow-kinds.ts';
import type { LabelNames } from '../widgets/runtime/patterns.ts';
import type { ResolvedDatasource } from '../widgets/runtime/subscription.ts';
import { useFollowed } from '../widgets/use-followed.ts';
import { useScripts } from '../widgets/use-scripts.ts';
import type { Follow, FollowContext, WidgetProps, WidgetType } from '../widgets/widget-type.ts';
import { useCurrentEntities } from './current-entities.ts';
import { useDashboard } from './dashboard-context.ts';
import { headerSurroundings } from './header-context.ts';
import { datasourcesOf, type Resolution, resolvedDatasources } from './resolve-datasources.ts';
import { useWidgetComponent } from './use-widget-type.ts';
import { WidgetBoundary } from './widget-boundary.tsx';
import { FailedToLoad, FootStrip, Note, STRIP_HEIGHT, StateNote } from './widget-notes.tsx';
import { WidgetSkeleton } from './widget-skeleton.tsx';
import { widgetState } from './widget-state.ts';

/** What the frame gives to its content. */
export interface ContentProps {
  widget: Widget;
  /** Inner size, px. */
  width: number;
  height: number;
  timeWindow: TimeWindow;
  /** Whether the widget is on the screen, or nearly; otherwise it receives values without drawing them. */
  onScreen: boolean;
  /** Shows another time, until it is reset. */
  onZoom: (window: TimeWindow) => void;
  onResetZoom: () => void;
  /** What titles may name: the first entity, and where it comes from. */
  onNames: (names: LabelNames) => void;
  /** Names of the header's actions that are hidden for this data. */
  onHiddenActions: (names: readonly string[]) => void;
  /** Takes what is drawn. */
  drawn: RefObject<WidgetData>;
  /** Takes the entity that actions of the header are for, when the widget says so. */
  active: RefObject<DataEntity | undefined>;
  /** Takes what the widget follows. */
  follows: RefObject<FollowedByWidget | undefined>;
  onAction: WidgetProps['onAction'];
  /** Asks where the values of a time came from; absent for who may not know. */
  onAsk: WidgetProps['onAsk'];
}

/** The main data among what a widget follows. */
const DATA = 'data';
const isSocketOffline = () => liveSocket.state.get().status === 'offline';

const BEFORE_THE_CLOCK = { serverOffset: 0, maxDatapoints: 0, locale };

function wantedOf(follow: Follow, context: FollowContext, revision: number): Wanted | null {
  const options = follow.options(context);
  return options && ({ kind: follow.kind, options, revision } as Wanted);
}

/**
 * A widget of a known type: finds out what its manifest says that it follows, and draws it. None of this is done again
 * for new values.
 */
export function FollowedWidget(props: ContentProps & { entry: WidgetType; onRetry: () => void }) {
  const { entry, widget, timeWindow } = props;
  const dashboard = useDashboard();
  const { environment } = dashboard;
  const [pageLink, setPageLink] = useState<DataPageLink | undefined>(() => entry.firstPage?.(widget));
  const component = useWidgetComponent(widget, entry);
  const scriptsNeeded = needsScripts(widget, entry);
  const scripts = useScripts(scriptsNeeded, dashboard.scriptHome);
  const sources = datasourcesOf(widget);
  const alias = useCurrentEntities(sources, dashboard.alias);
  const resolution = resolvedDatasources(sources, entry, alias, dashboard.keyFilters);
  const datasources = 'datasources' in resolution ? resolution.datasources : [];

  const wanted: Record<string, Wanted | null> = {};
  if (environment && entry.data && datasources.length > 0 && (!scriptsNeeded || scripts)) {
    const context: FollowContext = {
      config: widget.config,
      datasources,
      timeWindow,
      dashboardTimeWindow: dashboard.timeWindow,
      environment,
      pageLink,
      entitiesOf: (alias) => {
        const info = dashboard.aliasNamed(alias);
        return info && 'entityFilter' in info ? info.entityFilter : undefined;
      },
    };
    wanted[DATA] = wantedOf(entry.data, context, dashboard.revision);
    for (const [name, follow] of Object.entries(entry.also))
      wanted[name] = wantedOf(follow, context, dashboard.revision);
  }
  if (component.isError) {
    return <FailedToLoad message={component.error.message} onRetry={() => void component.refetch()} />;
  }
  return (
    <WidgetValues
      {...props}
      wanted={wanted}
      resolution={resolution}
      datasources={datasources}
      Component={component.data?.Component}
      scripts={scripts}
      onPage={setPageLink}
    />
  );
}

interface ValuesProps extends ContentProps {
  entry: WidgetType;
  onRetry: () => void;
  wanted: Readonly<Record<string, Wanted | null>>;
  resolution: Resolution;
  datasources: readonly ResolvedDatasource[];
  /** Undefined until it is loaded. */
  Component: ComponentType<WidgetProps> | undefined;
  scripts: WidgetProps['scripts'];
  onPage: WidgetProps['onPage'];
}

/** Follows what a widget wants, and draws its values, or says why there is nothing to draw. */
function WidgetValues(props: ValuesProps) {
  const { t } = useTranslation();
  const { entry, widget, timeWindow, onScreen, onZoom, wanted, resolution, datasources, scripts, Component } = props;
  const { config } = widget;
  const dashboard = useDashboard();
  const { environment } = dashboard;
  const { claims } = useSession();
  const isOffline = useSyncExternalStore(liveSocket.state.subscribe, isSocketOffline);
  const ahead = useRef<DrawAhead<FollowedData<FollowKind>>>(undefined);
  const aheadOf = useMemo(() => ({ [DATA]: ahead }), []);
  const followed = useFollowed(wanted, environment ?? BEFORE_THE_CLOCK, scripts, !onScreen, aheadOf);
  const { [DATA]: data, ...also } = followed;

  // What was drawn once stays mounted; what was never near the screen is not drawn.
  const [seen, setSeen] = useState(onScreen);
  if (onScreen && !seen) setSeen(true);
  useReports(props, named(data ?? NO_DATA, also.source), datasources[0], scripts);
  const { follows } = props;
  useEffect(() => {
    const { [DATA]: main, ...others } = wanted;
    follows.current =
      main && environment ? { config, data: main, also: others, drawn: data ?? NO_DATA, environment } : undefined;
  });

  const state = widgetState({
    type: entry,
    resolution,
    data,
    also: Object.values(also),
    isComponentLoaded: Component !== undefined,
    isOffline,
    isVisitor: claims?.isPublic === true,
    missing: data && entry.data?.missing(data),
  });
  if (state.kind === 'loading' || !seen) return <WidgetSkeleton shape={entry.shape} />;
  if (state.kind !== 'drawn') {
    return (
      <StateNote
        state={state}
        ownText={config.noDataDisplayMessage}
        onRetry={props.onRetry}
        onNewest={
          timeWindow.hideInterval === true
            ? undefined
            : (time) => onZoom(timeWindowAround(timeWindow, time, Date.now(), locale))
        }
      />
    );
  }
  if (!Component) return null;
  const overflow = entry.firstPage || entry.isSilentOnMore || !data ? undefined : overflowing(datasources, data);
  const widgetProps: WidgetProps = {
    widget,
    data: data ?? NO_DATA,
    followed: also,
    ahead,
    width: props.width,
    height: props.height - (overflow ? OVERFLOW_HEIGHT : 0) - (state.refused ? STRIP_HEIGHT : 0),
    locale,
    scripts,
    onZoom: (start, end, interval) =>
      onZoom(zoomedTimeWindow(timeWindow, start, end, interval, dashboard.maxDatapoints)),
    onResetZoom: props.onResetZoom,
    dashboardTime: dashboard.dashboardTime,
    onAction: props.onAction,
    active: props.active,
    onEntitiesChange: dashboard.lookAgain,
    onPage: props.onPage,
    onAsk: props.onAsk,
  };
  return (
    // What fails on these values is tried again with the next ones.
    <WidgetBoundary
      resetKey={data}
      failed={(error) => (
        <Note icon="error" alert title={t('widget.failed')} text={`${error.name}: ${error.message}`} />
      )}
    >
      <Component {...widgetProps} />
      {overflow && (
        <Box sx={{ height: OVERFLOW_HEIGHT, flex: 'none', fontSize: 12, color: 'text.secondary', pt: 1 }}>
          {t('widget.overflow', overflow)}
        </Box>
      )}
      {/* A failure passes, and may cover a line meanwhile; a refusal stays. */}
      {state.refused && <Box sx={{ height: STRIP_HEIGHT, flex: 'none' }} />}
      {(state.outdated || state.refused) && <FootStrip failure={state.outdated} refused={state.refused} />}
    </WidgetBoundary>
  );
}

/** The data of a widget, which says by what it follows as `source` whose it is, when it has no entities of its own. */
function named(data: WidgetData, source: FollowedData<FollowKind> | undefined): WidgetData {
  const entities = data.entities.length > 0 ? data.entities : source?.entities;
  return entities && entities !== data.entities ? { ...data, entities } : data;
}

/** Tells the frame what its title and its buttons need: the first entity, and which actions are hidden for this data. */
function useReports(
  props: ContentProps,
  data: WidgetData,
  source: ResolvedDatasource | undefined,
  scripts: WidgetProps['scripts'],
) {
  const { widget, onNames, onHiddenActions, drawn, active } = props;
  useEffect(() => {
    drawn.current = data;
  }, [drawn, data]);
  const {
    name: entityName = '',
    label: entityLabel = '',
    description: entityDescription = '',
  } = data.entities[0] ?? {};
  const { aliasName = '' } = source ?? {};
  const dsName = (source && datasourceName(source.datasource, { name: entityName })) || undefined;
  useEffect(() => {
    if (entityName || aliasName || dsName) onNames({ entityName, entityLabel, entityDescription, aliasName, dsName });
  }, [entityName, entityLabel, entityDescription, aliasName, dsName, onNames]);
  const dashboard = useDashboard();
  const hiddenActions = useMemo(() => {
    const actions = actionsOf(widget.config, 'headerButton').filter(hasCondition);
    if (actions.length === 0) return '';
    const rows = formattedRows(data.rows);
    const around = headerSurroundings(widget, data, active.current, dashboard);
    return actions
      .filter((action) => !isShown(action, scripts, widget.config, rows, around))
      .map(({ name }) => name)
      .join('\n');
  }, [data, widget, scripts, active, dashboard]);
  useEffect(() => onHiddenActions(hiddenActions.split('\n')), [hiddenActions, onHiddenActions]);
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
