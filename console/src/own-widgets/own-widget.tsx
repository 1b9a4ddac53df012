import './texts/texts.ts';
import '../widgets/control-widgets/texts/texts.ts';
import { Box, Button } from '@mui/material';
import { useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.ts';
import { useDashboard } from '../dashboard/dashboard-context.ts';
import { Note } from '../dashboard/widget-notes.tsx';
import { useThemeMode } from '../theme/mode.ts';
import { NO_DATA, type WidgetData } from '../widgets/model.ts';
import type { FollowKind } from '../widgets/runtime/follow-kinds.ts';
import type { WidgetProps } from '../widgets/widget-type.ts';
import { frameContext } from './frame-context.ts';
import { type FrameLink, linkFrame } from './frame-link.ts';
import { answerCall } from './host-calls.ts';
import { createOwnSubscriptions } from './own-subscriptions.ts';
import type { FrameFailure, TypeCode, TypeResource } from './protocol.ts';
import { RunWatchContext, SIMULATED_TARGET } from './run-watch.ts';
import { frameAddress, withTexts } from './type-code.ts';
import { createUpdates } from './wire-data.ts';

/** A type of people's own making. */
export interface OwnType {
  code: TypeCode;
  resources: readonly TypeResource[];
}

/** What comes to a widget that has no sources: it is drawn nevertheless. */
const NOTHING_FOLLOWED: WidgetData = { ...NO_DATA, status: 'ready' };

type Props = WidgetProps<Readonly<Record<never, never>>, FollowKind>;

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
  const { widget, data } = props;
  const session = useSession();
  const dashboard = useDashboard();
  const { mode } = useThemeMode();
  const watch = useContext(RunWatchContext);
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<FrameLink>(undefined);
  const [isStarted, setStarted] = useState(false);
  const [updateOf] = useState(createUpdates);
  const context = frameContext({ ...props, mode, dashboard, session });
  /** The newest of what handlers that were made once work with. */
  const now = useRef({ props, dashboard, context, onFailure, watch });
  now.current = { props, dashboard, context, onFailure, watch };

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const ending = new AbortController();
    const subscriptions = createOwnSubscriptions({
      dashboard: () => now.current.dashboard,
      scripts: () => now.current.props.scripts,
      send: (of, update) => made.send({ kind: 'data', of, update }),
    });
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
            page: () => undefined,
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
        } else if (message.kind === 'noted') now.current.watch?.noted(message.failure);
        else if (message.kind === 'failed') now.current.onFailure(message.failure);
      },
      stopped: (failure) => now.current.onFailure(failure),
    });
    link.current = made;
    let isGone = false;
    void withTexts(type.resources, window.location.href).then((resources) => {
      if (isGone) return;
      made.send({ kind: 'start', isProbe: false, code: type.code, resources, context: now.current.context });
      setReady(true);
    });
    return () => {
      isGone = true;
      made.send({ kind: 'destroy' });
      ending.abort();
      subscriptions.stopAll();
      // What it has to say at its end may still be said.
      setTimeout(made.end, 0);
    };
  }, [type]);

  const [isReady, setReady] = useState(false);
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
    const shown =
      isWatched && kind === 'rpc' ? SIMULATED_TARGET : data === NO_DATA ? NOTHING_FOLLOWED : (data as WidgetData);
    if (isReady && shown.status !== 'loading') {
      link.current?.send({ kind: 'data', of: '', update: updateOf(shown) });
    }
  }, [data, isReady, updateOf, isWatched, kind]);

  return (
    <Box
      component="iframe"
      ref={frame}
      title={t('ownWidget.title', { title: widget.config.title || t('widget.untitled') })}
      sandbox="allow-scripts allow-forms"
      src={frameAddress(type.resources, window.location.href)}
      data-started={isStarted}
      sx={{ display: 'block', border: 0, width: props.width, height: props.height, colorScheme: 'normal' }}
    />
  );
}
