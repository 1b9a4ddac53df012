import './texts/texts.ts';
import '../widgets/control-widgets/texts/texts.ts';
import { Box, Button } from '@mui/material';
import i18next from 'i18next';
import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { notifyError } from '../app/notices.ts';
import { useSession } from '../app/session.ts';
import { useDashboard } from '../dashboard/dashboard-context.ts';
import { useBoxSize } from '../dashboard/use-box-size.ts';
import { WidgetHeaderContext } from '../dashboard/widget-header.ts';
import { Note } from '../dashboard/widget-notes.tsx';
import { useThemeMode } from '../theme/mode.ts';
import { NO_DATA, type WidgetData } from '../widgets/model.ts';
import type { FollowKind } from '../widgets/runtime/follow-kinds.ts';
import { seriesColor } from '../widgets/runtime/palette.ts';
import type { WidgetProps } from '../widgets/widget-type.ts';
import { joinBroadcasts } from './broadcasts.ts';
import { comparedLabel } from './compared-label.ts';
import { withComparedRows } from './compared-rows.ts';
import { frameContext, themeOf } from './frame-context.ts';
import { type FrameLink, linkFrame } from './frame-link.ts';
import { answerCall } from './host-calls.ts';
import { latestOnly } from './latest-only.ts';
import { OwnDialog, overPage, type ShownDialog, showDialogs, useDialogAbove } from './own-dialog.tsx';
import { drawingOf, OwnDrawing, type OwnDrawingType, withDrawing } from './own-drawing.tsx';
import { headerOf } from './own-header.ts';
import { hasLegend, WithLegend } from './own-legend.tsx';
import { pagedRequestOf } from './own-requests.ts';
import { alarmPageOf } from './own-subscription-parts.ts';
import { createOwnSubscriptions } from './own-subscriptions.ts';
import type { FrameDrawing, FrameFailure, Plain, TypeCode, TypeResource } from './protocol.ts';
import { RunWatchContext, SIMULATED_TARGET } from './run-watch.ts';
import { frameAddress, withTexts } from './type-code.ts';
import { takeActions } from './widget-actions.ts';
import { createUpdates } from './wire-data.ts';

/** A type of people's own making. */
export interface OwnType {
  code: TypeCode;
  resources: readonly TypeResource[];
  typeParameters: Plain;
  /** Whether keys that do not say it are compared with another time. */
  comparesByDefault: boolean;
  /** What the page can draw over the frame. */
  drawings: readonly OwnDrawingType[];
}

/** ms between two times that a widget has its header or legend drawn again. */
const REDRAW_INTERVAL = 100;
/** Rows of its legend that a widget can hide. */
const MAX_HIDDEN = 10_000;

/** What comes to a widget that has no sources: it is drawn nevertheless. */
const NOTHING_FOLLOWED: WidgetData = { ...NO_DATA, status: 'ready' };

type Props = WidgetProps<{ readonly compared: 'timeseries' }, FollowKind>;

/** A widget of a type with code of its own, drawn in a frame without our origin. */
export function OwnWidget({ type, ...props }: Props & { type: OwnType }) {
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<FrameFailure>();
  const watch = useContext(RunWatchContext);
  const fail = (found: FrameFailure) => {
    watch?.failed(found);
    setFailure(found);
  };
  const again = () => {
    watch?.beginsAgain();
    setFailure(undefined);
    setAttempt((count) => count + 1);
  };
  if (failure && failure.message === 'restart' && failure.stage === 'silent') {
    return <Restart onTime={again} />;
  }
  if (failure) {
    const { stage, message, line, column } = failure;
    const place = line === undefined ? '' : t('ownWidget.at', { line, column });
    return (
      <Note
        icon="error"
        alert
        title={t(`ownWidget.failure.${stage}`)}
        text={[message, place].filter(Boolean).join(' · ')}
      >
        <Button size="small" onClick={again}>
          {t('ownWidget.again')}
        </Button>
      </Note>
    );
  }
  return <Frame key={attempt} {...props} type={type} onFailure={fail} />;
}

/** What the widget follows, with the rows of the time that it compares with. */
function useComparedData({ widget, data, followed }: Props, byDefault: boolean): WidgetData {
  const { compared } = followed;
  const { settings } = widget.config;
  return useMemo(() => {
    const labelOf = (label: string) => comparedLabel(label, settings as Plain);
    const all = withComparedRows(data as WidgetData, compared, labelOf, seriesColor, byDefault);
    // Otherwise the widget would begin without the rows of the other time, and once more with them.
    return compared?.status === 'loading' && all.status === 'ready' ? { ...all, status: 'loading' } : all;
  }, [data, compared, settings, byDefault]);
}

/** The entities of a widget, and whether it shows something else beside them. */
function entitiesOf(data: WidgetData): string {
  return JSON.stringify([data.entities.map(({ entityType, id }) => [entityType, id]), 'comparedRange' in data]);
}

/** Nothing for a moment: the process of a frame that hangs ends with the last frame in it. */
function Restart({ onTime }: { onTime: () => void }) {
  const restart = useRef(onTime);
  useEffect(() => {
    const timer = setTimeout(() => restart.current(), 500);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

function Frame({ type, onFailure, ...props }: Props & { type: OwnType; onFailure: (failure: FrameFailure) => void }) {
  const { t } = useTranslation();
  const { widget } = props;
  const data = useComparedData(props, type.comparesByDefault);
  const isPaged = type.typeParameters.hasDataPageLink === true;
  const putHeader = useContext(WidgetHeaderContext);
  const navigate = useNavigate();
  const session = useSession();
  const dashboard = useDashboard();
  const { mode } = useThemeMode();
  const watch = useContext(RunWatchContext);
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<FrameLink>(undefined);
  const [isStarted, setStarted] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [drawn, setDrawn] = useState<ReadonlyMap<number, FrameDrawing>>(new Map());
  const updateOf = useRef<ReturnType<typeof createUpdates>>(undefined);
  updateOf.current ??= createUpdates();
  const content = useRef<HTMLDivElement>(null);
  const measured = useBoxSize(content);
  // A chart of the page has a legend of its own.
  const legendRows = type.drawings.length > 0 ? NO_DATA.rows : data.rows;
  const size = (hasLegend(widget, legendRows) && measured) || { width: props.width, height: props.height };
  /** The dialogs of the script that are open, and how large the topmost one is. */
  const [dialog, setDialog] = useState<ShownDialog>();
  const isAbove = useDialogAbove(dialog !== undefined);
  const isOver = dialog !== undefined && !isAbove;
  const context = {
    ...frameContext({ ...props, ...size, mode, dashboard, session }),
    // Over the page, colours are those of the page.
    ...(isOver ? { isOver, theme: themeOf(mode, { config: {} }) } : { isOver }),
  };
  /** The newest of what handlers that were made once work with. */
  const now = useRef({ props, dashboard, context, onFailure, watch, navigate });
  now.current = { props, dashboard, context, onFailure, watch, navigate };
  const subscribed = useRef<ReturnType<typeof createOwnSubscriptions>>(undefined);
  /** Takes back what the script has set in the header and legend. */
  const forget = useRef(() => {});
  const leaveDialogs = useRef(() => {});

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const ending = new AbortController();
    const subscriptions = createOwnSubscriptions({
      comparesByDefault: type.comparesByDefault,
      dashboard: () => now.current.dashboard,
      scripts: () => now.current.props.scripts,
      send: (of, update) => made.send({ kind: 'data', of, update }),
    });
    subscribed.current = subscriptions;
    const others = joinBroadcasts((name, args) => made.send({ kind: 'broadcast', name, args }));
    const header = latestOnly(putHeader, REDRAW_INTERVAL);
    const hiddenRows = latestOnly(setHidden, REDRAW_INTERVAL);
    const drawings = latestOnly(setDrawn, REDRAW_INTERVAL);
    let wanted: ReadonlyMap<number, FrameDrawing> = new Map();
    const dialogs = showDialogs(element, ending.signal, setDialog);
    leaveDialogs.current = () => {
      dialogs.opened(false);
      made.send({ kind: 'leaveDialogs' });
    };
    forget.current = () => {
      header.take(undefined);
      hiddenRows.take(new Set());
    };
    const made = linkFrame(element, {
      call: (method, args) =>
        answerCall(
          {
            widget: now.current.props.widget,
            dashboard: now.current.dashboard,
            onZoom: now.current.props.onZoom,
            onResetZoom: now.current.props.onResetZoom,
            subscribe: subscriptions.start,
            unsubscribe: subscriptions.stop,
            page(id, datasource, page) {
              // The data of the widget itself, when its script names the pages.
              if (id === '' && isPaged && !subscriptions.has('')) {
                subscriptions.start('', pagedRequestOf(now.current.props.widget, type.typeParameters));
              }
              if (id === '' && now.current.props.widget.type === 'alarm') {
                now.current.props.onPage(alarmPageOf(page.pageLink));
              }
              return subscriptions.page(id, datasource, page);
            },
            navigate: (to) => void now.current.navigate(to),
            broadcast: others.say,
            runAction: (action, entity, params) => now.current.props.onAction(action, entity, params),
            onDialog: dialogs.opened,
            onDialogSize: dialogs.sized,
            isSimulated: now.current.watch !== undefined,
            signal: ending.signal,
          },
          method,
          args,
        ),
      told(message) {
        if (message.kind === 'started') {
          setStarted(true);
          now.current.watch?.started();
          isRunning = true;
        } else if (message.kind === 'actionFailed') {
          const name = message.name.slice(0, 200);
          notifyError(i18next.t('ownWidget.actionFailed', { name }), message.message.slice(0, 1000));
        } else if (message.kind === 'header') {
          header.take(headerOf(message.header, (index) => made.send({ kind: 'headerButton', index })));
        } else if (message.kind === 'hidden') hiddenRows.take(new Set(message.rows.slice(0, MAX_HIDDEN)));
        else if (message.kind === 'drawing') {
          wanted = withDrawing(wanted, drawingOf(message.drawing));
          drawings.take(wanted);
        } else if (message.kind === 'noted') now.current.watch?.noted(message.failure);
        else if (message.kind === 'failed') now.current.onFailure(message.failure);
      },
      stopped: (failure) => now.current.onFailure(failure),
    });
    link.current = made;
    let isRunning = false;
    const leaveActions = takeActions(element, ({ widget, name, run }) => {
      if (!isRunning || widget !== now.current.props.widget) return false;
      // It has data of its own.
      made.send({ kind: 'runAction', name, action: { ...run, data: null } });
      return true;
    });
    let isGone = false;
    void withTexts(type.resources, window.location.href).then((resources) => {
      if (isGone) return;
      const { context } = now.current;
      const drawn = type.drawings.map(({ name }) => name);
      made.send({ kind: 'start', isProbe: false, code: type.code, resources, context, drawn });
      setReady(true);
    });
    return () => {
      isGone = true;
      others.leave();
      leaveActions();
      header.end();
      hiddenRows.end();
      drawings.end();
      putHeader(undefined);
      made.send({ kind: 'destroy' });
      ending.abort();
      subscriptions.stopAll();
      dialogs.opened(false);
      // What it has to say at its end may still be said.
      setTimeout(made.end, 0);
    };
  }, [type, isPaged, putHeader]);

  const [isReady, setReady] = useState(false);
  const { timeWindow, revision, alias, keyFilters, environment } = dashboard;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what subscriptions are derived from
  useEffect(() => subscribed.current?.refresh(), [timeWindow, revision, alias, keyFilters, environment]);

  // Other entities are another beginning; more values are not.
  const entities = data.status === 'ready' ? entitiesOf(data) : undefined;
  const begun = useRef<string>(undefined);
  useEffect(() => {
    if (!isReady || entities === undefined || begun.current === entities) return;
    if (begun.current !== undefined) {
      subscribed.current?.stopAll();
      updateOf.current = createUpdates();
      forget.current();
      link.current?.send({ kind: 'again' });
    }
    begun.current = entities;
  }, [entities, isReady]);

  const title = widget.config.title || t('widget.untitled');
  const isWatched = watch !== undefined;
  const kind = widget.type;
  const text = JSON.stringify(context);
  const sent = useRef(text);
  useEffect(() => {
    if (!isReady || sent.current === text) return;
    sent.current = text;
    const { widget: _, ...change } = now.current.context;
    link.current?.send({ kind: 'context', change });
  }, [text, isReady]);
  useEffect(() => {
    const shown = isWatched && kind === 'rpc' ? SIMULATED_TARGET : data === NO_DATA ? NOTHING_FOLLOWED : data;
    if (isReady && shown.status !== 'loading' && !subscribed.current?.has('')) {
      const update = updateOf.current?.(shown);
      if (update) link.current?.send({ kind: 'data', of: '', update });
    }
  }, [data, isReady, isWatched, kind]);

  return (
    <WithLegend
      widget={widget}
      rows={legendRows}
      width={props.width}
      height={props.height}
      content={content}
      hidden={hidden}
      onToggle={(index) => link.current?.send({ kind: 'visibility', index })}
    >
      <Box
        component="iframe"
        ref={frame}
        title={t('ownWidget.title', { title })}
        sandbox="allow-scripts allow-forms"
        src={frameAddress(type.resources, window.location.href)}
        data-started={isStarted}
        style={isOver ? overPage(dialog.size) : undefined}
        sx={{ display: 'block', border: 0, width: size.width, height: size.height, colorScheme: 'normal' }}
      />
      {isOver && <OwnDialog frame={frame} title={title} size={dialog.size} onLeave={() => leaveDialogs.current()} />}
      {[...drawn.values()].map((drawing) => {
        const of = type.drawings.find(({ name }) => name === drawing.name);
        const { id, box } = drawing;
        return (
          of &&
          box && (
            <OwnDrawing
              key={id}
              {...props}
              type={of}
              comparesByDefault={type.comparesByDefault}
              drawing={drawing}
              box={box}
            />
          )
        );
      })}
    </WithLegend>
  );
}
