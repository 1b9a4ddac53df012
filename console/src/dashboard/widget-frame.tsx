import { Box, IconButton, Tooltip } from '@mui/material';
import { type CSSProperties, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.ts';
import { Icon } from '../controls/icon.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import { NamedIcon } from '../controls/named-icon.tsx';
import type { FollowedByWidget } from '../exports/widget-data/widget-table.ts';
import { withNamedTexts } from '../i18n/named-texts.ts';
import type { TimeWindow } from '../time-window/model.ts';
import { TimeWindowChip } from '../time-window/time-window-chip.tsx';
import { actionsOf, permittedActions } from '../widgets/actions.ts';
import { isDefaultSurface, isDefaultText } from '../widgets/drawing/colors.ts';
import { ownColors, ownVariables } from '../widgets/drawing/own-colors.ts';
import { safeStyle } from '../widgets/drawing/safe-style.ts';
import { OwnColors, useChartColors } from '../widgets/drawing/theme-colors.ts';
import { type ActionDescriptor, type DataEntity, NO_DATA, type Widget, type WidgetData } from '../widgets/model.ts';
import { type LabelNames, labelFromPattern } from '../widgets/runtime/patterns.ts';
import { useDashboard } from './dashboard-context.ts';
import { DownloadButton, hasDownload } from './download-button.tsx';
import type { Box as Place } from './grid.ts';
import { useIdle } from './use-idle.ts';
import { useOnScreen } from './use-on-screen.ts';
import { useWidgetType } from './use-widget-type.ts';
import { type ExplainableValue, explainableValues, showsTelemetry } from './why/explainable-values.ts';
import { WidgetBoundary } from './widget-boundary.tsx';
import { WidgetContent } from './widget-content.tsx';
import { type Edges, edgesOf, frameOf, ownPadding, within } from './widget-edges.ts';
import { type WidgetHeader, WidgetHeaderContext } from './widget-header.ts';
import { Note } from './widget-notes.tsx';

const WhyMenu = lazyPart(async () => (await import('./why/why-menu.tsx')).default);

/** What somebody asks of the values of a widget. */
interface AskedWhy {
  values: readonly ExplainableValue[];
  anchor?: HTMLElement;
  at?: { x: number; y: number };
}

/** Before there is any entity. */
const NO_NAMES: LabelNames = { entityName: '', entityLabel: '', entityDescription: '', aliasName: '' };

/** Kinds of widgets that may have a time window of their own. */
const WITH_TIME: ReadonlySet<string> = new Set(['timeseries', 'alarm']);

const HEADER_HEIGHT = 34;
/** px of a button beside the title. */
const BUTTON = 36;
const PADDING = 14;
/** px of the lines around a widget. */
const BORDERS = 2;
/** Below this, in px, contents leave out what is only decoration. */
const LOW = 110;
/** px between a header and what is below it. */
const BELOW_HEADER = 2;

/** What is free around the content of a widget: what its settings say, or the theme. */
function contentEdges(bleed: boolean, hasHeader: boolean, padding: string | null | undefined): Edges {
  // Tables reach the edges whatever they were given.
  if (bleed) return { top: hasHeader ? BELOW_HEADER : 0, right: 0, bottom: 0, left: 0 };
  const own = ownPadding(padding);
  if (own) return own;
  return { top: hasHeader ? BELOW_HEADER : PADDING - 4, right: PADDING, bottom: 10, left: PADDING };
}

/** px; narrower headers have no room for more than the time window itself. */
const WIDE = 420;

/** The style of a title; what every new widget is given by default is left to the theme. */
function titleStyle(style: Readonly<Record<string, unknown>> | null | undefined): CSSProperties {
  const { fontSize, fontWeight, ...rest } = safeStyle(style);
  const isDefault = fontSize === '16px' && (fontWeight === 400 || fontWeight === '400');
  const plain = { ...rest };
  if (typeof plain.padding === 'string') delete plain.padding;
  return isDefault ? plain : { ...plain, ...(fontSize ? { fontSize } : {}), ...(fontWeight ? { fontWeight } : {}) };
}

/** px of the icon beside the title; it has to fit into the title's line. */
function iconSize(size: string | null | undefined): number {
  return Math.min(24, Math.max(10, Number.parseFloat(size ?? '') || 18));
}

/** What every new icon is given by default is left to the theme. */
function iconColor(color: string | null | undefined): string | undefined {
  return isDefaultText(color) ? undefined : (color ?? undefined);
}

function titleOf(widget: Widget, ownTitle: string | undefined): string {
  const { config } = widget;
  return config.showTitle === false ? '' : ownTitle || config.title || '';
}

/** Stands in the place of a widget whose frame cannot be drawn. */
function FailedFrame({ place, error }: { place: Place; error: Error }) {
  const { t } = useTranslation();
  return (
    <Box
      component="section"
      aria-label={t('widget.untitled')}
      style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
      sx={{ position: 'absolute', display: 'flex', overflow: 'hidden', border: '1px solid var(--line)' }}
    >
      <Note icon="error" alert title={t('widget.failed')} text={`${error.name}: ${error.message}`} />
    </Box>
  );
}

/** A widget in its place on the grid: title, its own time window, full-screen, content. What fails in it fails alone. */
export function WidgetFrame({ widget, place }: { widget: Widget; place: Place }) {
  return (
    <WidgetBoundary resetKey={widget} failed={(error) => <FailedFrame place={place} error={error} />}>
      <Frame widget={widget} place={place} />
    </WidgetBoundary>
  );
}

function Frame({ widget, place: cells }: { widget: Widget; place: Place }) {
  const { t } = useTranslation();
  const dashboard = useDashboard();
  const { config } = widget;
  const theme = useChartColors();
  const colors = useMemo(() => ownColors(config, theme), [config, theme]);
  const frame = useMemo(() => frameOf(config), [config]);
  const place = within(cells, edgesOf(frame.margin));
  const box = useRef<HTMLElement>(null);
  const onScreen = useOnScreen(box);
  const [names, setNames] = useState(NO_NAMES);
  // Names of the header's actions that their functions hide.
  const [hiddenActions, setHiddenActions] = useState<readonly string[]>([]);
  const [own, setOwn] = useState<WidgetHeader>();
  const [fullScreen, setFullScreen] = useState(false);
  const drawn = useRef<WidgetData>(NO_DATA);
  /** The one that the widget says its header is about, when it shows several one at a time. */
  const active = useRef<DataEntity>(undefined);
  const follows = useRef<FollowedByWidget>(undefined);
  const [requested, setRequested] = useState<AskedWhy>();
  const viewer = useSession();
  const hasTools = useIdle();
  // Only tenant administrators may see messages.
  const canAsk = viewer.authority === 'TENANT_ADMIN' && showsTelemetry(config);
  const askAbout = useCallback(
    (time: number, at: { x: number; y: number }) =>
      setRequested({ values: explainableValues(drawn.current, config, time), at }),
    [config],
  );
  const [screen, setScreen] = useState({ width: window.innerWidth, height: window.innerHeight });

  useEffect(() => {
    if (!fullScreen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setFullScreen(false);
    };
    const onResize = () => setScreen({ width: window.innerWidth, height: window.innerHeight });
    onResize();
    window.addEventListener('keydown', onKey);
    window.addEventListener('resize', onResize);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('resize', onResize);
    };
  }, [fullScreen]);

  const type = useWidgetType(widget);
  const hasOwnWindow =
    config.useDashboardTimewindow === false && WITH_TIME.has(widget.type) && config.timewindow !== undefined;
  const timeWindow = hasOwnWindow ? dashboard.ownTimeWindow(widget) : dashboard.timeWindow;
  const timed = hasOwnWindow ? widget : undefined;
  const setTimeWindow = (window: TimeWindow | null) =>
    hasOwnWindow ? dashboard.setOwnTimeWindow(widget, window) : dashboard.setTimeWindow(window);
  const title = labelFromPattern(
    (config.showTitle !== false && own?.title) || titleOf(widget, type.data?.ownTitle?.(config)),
    names,
  );
  const showsWindow = hasOwnWindow && config.displayTimewindow !== false;
  const headerActions = permittedActions(actionsOf(config, 'headerButton'), viewer).filter(
    ({ name }) => !hiddenActions.includes(name),
  );
  const hasHeader = (Boolean(title) || showsWindow) && !own?.isHidden;
  const size = fullScreen ? screen : place;
  const bleed = type.data?.fullBleed === true;
  // The widget's own buttons stand in the same line.
  const ownButtons = type.data?.headerButtons?.(config) ?? 0;
  const shownButtons = (own?.buttons.length ?? 0) + (own?.isHidden ? 0 : headerActions.length);
  const edges = contentEdges(bleed, hasHeader, frame.padding);
  const width = Math.max(0, size.width - edges.left - edges.right - BORDERS);
  const height = Math.max(0, size.height - (hasHeader ? HEADER_HEIGHT : 0) - edges.top - edges.bottom - BORDERS);
  const { runAction: run } = dashboard;
  const runAction = useCallback(
    (action: ActionDescriptor, entity: DataEntity | null, params?: object) =>
      run(action, entity, { widget, data: drawn.current, active: active.current, width, height }, params),
    [run, widget, width, height],
  );
  const background = isDefaultSurface(config.backgroundColor) ? undefined : (config.backgroundColor ?? undefined);
  const fullScreenLabel = t(fullScreen ? 'widget.leaveFullScreen' : 'widget.fullScreen', { title });

  return (
    <Box
      ref={box}
      component="section"
      data-widget={widget.id}
      data-low={height < LOW ? '' : undefined}
      aria-label={title || t('widget.untitled')}
      // Colours of a dashboard are set one by one: as a part of a style sheet, a text could add rules to it.
      style={{
        ...(fullScreen ? {} : { left: place.left, top: place.top, width: place.width, height: place.height }),
        ...(background ? { backgroundColor: background } : {}),
        ...(colors ? ownVariables(colors) : {}),
        ...frame.style,
      }}
      sx={{
        position: fullScreen ? 'fixed' : 'absolute',
        ...(fullScreen ? { inset: 0, zIndex: 'modal' } : {}),
        display: 'flex',
        flexDirection: 'column',
        background: 'var(--surface)',
        border: '1px solid var(--line)',
        borderRadius: fullScreen ? 0 : '8px',
        boxShadow: config.dropShadow === false ? 'none' : 'var(--shadow)',
        overflow: 'hidden',
        contain: 'layout paint',
        '& .widget-tool': { opacity: 0 },
        '&:hover .widget-tool, &:focus-within .widget-tool': { opacity: 1 },
        '@media (hover: none)': { '& .widget-tool': { opacity: 1 } },
      }}
    >
      {hasHeader && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            height: HEADER_HEIGHT,
            pt: 1,
            paddingInlineStart: `${PADDING}px`,
            // Beside it stand the buttons that are always there.
            paddingInlineEnd: `${Math.max(PADDING, 4 + BUTTON * (ownButtons + shownButtons))}px`,
            flex: 'none',
          }}
        >
          {config.showTitleIcon === true && config.titleIcon && (
            <NamedIcon name={config.titleIcon} size={iconSize(config.iconSize)} color={iconColor(config.iconColor)} />
          )}
          <Box
            component="h2"
            // What is cut is the end of the title, whatever direction the page has.
            dir="auto"
            title={own?.tooltip || withNamedTexts(config.titleTooltip ?? '') || undefined}
            style={titleStyle(config.titleStyle)}
            sx={{
              m: 0,
              fontSize: 13,
              lineHeight: '20px',
              fontWeight: 580,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {title}
          </Box>
          {showsWindow && (
            <TimeWindowChip
              compact
              narrow={size.width < WIDE}
              within={`${size.width} ${title}`}
              value={timeWindow}
              onChange={setTimeWindow}
              aggregation={widget.type === 'timeseries'}
              maxDatapoints={dashboard.maxDatapoints}
            />
          )}
        </Box>
      )}
      <Box
        className="widget-buttons"
        sx={{
          position: 'absolute',
          top: 4,
          insetInlineEnd: 4 + ownButtons * BUTTON,
          display: 'flex',
          zIndex: 2,
        }}
      >
        {canAsk && hasTools && (
          <Tooltip title={t('widget.why')}>
            <IconButton
              className="widget-tool"
              size="small"
              aria-label={t('widget.whyOf', { title: title || t('widget.untitled') })}
              aria-haspopup="menu"
              onPointerEnter={WhyMenu.preload}
              onFocus={WhyMenu.preload}
              onClick={({ currentTarget: anchor }) =>
                setRequested({ values: explainableValues(drawn.current, config), anchor })
              }
              sx={{ p: 1.5, background: 'var(--surface)' }}
            >
              <Icon name="info" size={15} />
            </IconButton>
          </Tooltip>
        )}
        {hasTools && hasDownload(widget, type.data) && (
          <DownloadButton title={title || t('widget.untitled')} follows={follows} />
        )}
        {config.enableFullscreen !== false && hasTools && (
          <Tooltip title={fullScreenLabel}>
            <IconButton
              className="widget-tool"
              size="small"
              aria-label={fullScreenLabel}
              onClick={() => setFullScreen(!fullScreen)}
              sx={{ p: 1.5, background: 'var(--surface)' }}
            >
              <Icon name={fullScreen ? 'fullscreenExit' : 'fullscreen'} size={15} />
            </IconButton>
          </Tooltip>
        )}
        {own?.buttons.map(({ name, icon, run }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two buttons may have the same name
          <Tooltip key={index} title={name}>
            <IconButton size="small" aria-label={name} onClick={run}>
              <NamedIcon name={icon} />
            </IconButton>
          </Tooltip>
        ))}
        {(own?.isHidden ? [] : headerActions).map((action) => (
          <Tooltip key={action.id ?? action.name} title={withNamedTexts(action.name)}>
            <IconButton
              size="small"
              aria-label={withNamedTexts(action.name)}
              onClick={() => runAction(action, active.current ?? drawn.current.entities[0] ?? null)}
            >
              <NamedIcon name={action.icon ?? ''} />
            </IconButton>
          </Tooltip>
        ))}
      </Box>
      <Box
        style={{
          ...{ paddingTop: edges.top, paddingBottom: edges.bottom },
          ...{ paddingLeft: edges.left, paddingRight: edges.right },
        }}
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'flex',
          flexDirection: 'column',
          position: 'relative',
        }}
      >
        <OwnColors value={colors}>
          <WidgetHeaderContext value={setOwn}>
            <WidgetContent
              widget={widget}
              type={type}
              width={width}
              height={height}
              timeWindow={timeWindow}
              onZoom={(window) => dashboard.zoom(window, timed)}
              onResetZoom={() => dashboard.resetZoom(timed)}
              onScreen={onScreen}
              onNames={setNames}
              onHiddenActions={setHiddenActions}
              drawn={drawn}
              active={active}
              follows={follows}
              onAction={runAction}
              onAsk={canAsk ? askAbout : undefined}
            />
          </WidgetHeaderContext>
        </OwnColors>
      </Box>
      {requested && (
        <Suspense>
          <WhyMenu
            values={requested.values}
            anchor={requested.anchor}
            at={requested.at}
            onClose={() => setRequested(undefined)}
          />
        </Suspense>
      )}
    </Box>
  );
}
