import { Alert, Box, Button } from '@mui/material';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewDashboard } from '../dashboard/preview-dashboard.tsx';
import { useBoxSize } from '../dashboard/use-box-size.ts';
import { GivenTypeContext } from '../dashboard/use-widget-type.ts';
import { WidgetFrame } from '../dashboard/widget-frame.tsx';
import type { FrameFailure } from '../own-widgets/protocol.ts';
import { RunWatchContext } from '../own-widgets/run-watch.ts';
import type { Widget } from '../widgets/model.ts';
import { useTypeEditing } from './editing-context.ts';
import { codeIn, sizeIn } from './model/edited-type.ts';
import { previewWidget } from './model/preview.ts';
import type { TypeRun } from './use-type-run.ts';

/** px of a cell of a dashboard that fills a usual screen. */
const CELL = 54;
/** px around the widget. */
const AROUND = 12;
/** Smaller than this nothing could be told. */
const MIN_SCALE = 0.4;
/** ms after the last change of size or settings before the widget begins again */
const PAUSE = 500;

/** Begins again when what new widgets are like was changed; code waits until somebody runs it. */
function useRunAfterSettings(): void {
  const { edited, runs } = useTypeEditing();
  const { start } = runs;
  const config = codeIn(edited.content, 'defaultConfig');
  const { sizeX, sizeY } = sizeIn(edited.content);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the wait again
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = setTimeout(() => void start(), PAUSE);
    return () => clearTimeout(timer);
  }, [config, sizeX, sizeY, start]);
}

/** The widget in its size, as much smaller as it has to be to fit. */
function Stage({ widget, run }: { widget: Widget; run: TypeRun }) {
  const { t } = useTranslation();
  const { runs } = useTypeEditing();
  const box = useRef<HTMLDivElement>(null);
  const room = useBoxSize(box);
  const [width, height] = [widget.sizeX * CELL, widget.sizeY * CELL];
  const place = useMemo(() => ({ left: 0, top: 0, width, height }), [width, height]);
  const fitting = room ? Math.min((room.width - 2 * AROUND) / width, (room.height - 2 * AROUND) / height) : 1;
  const scale = Math.max(MIN_SCALE, Math.min(1, fitting));
  return (
    <Box ref={box} sx={{ flex: 1, minHeight: 0, overflow: 'auto', background: 'var(--bg)', position: 'relative' }}>
      {room && room.width > 0 && (
        <Box
          role="group"
          aria-label={t('widgetEditor.preview.widget')}
          style={{
            position: 'absolute',
            top: AROUND,
            left: Math.max(AROUND, (room.width - width * scale) / 2),
            width,
            height,
            transform: `scale(${scale})`,
            transformOrigin: '0 0',
          }}
        >
          <GivenTypeContext value={run.entry}>
            <RunWatchContext value={runs.watch}>
              <WidgetFrame widget={widget} place={place} />
            </RunWatchContext>
          </GivenTypeContext>
        </Box>
      )}
    </Box>
  );
}

/** What is wrong with the widget, and where. */
function FailureNote({ failure, isFatal }: { failure: FrameFailure; isFatal: boolean }) {
  const { t } = useTranslation();
  const { goToLine } = useTypeEditing();
  const { stage, message, line, column } = failure;
  return (
    <Alert
      severity={isFatal ? 'error' : 'warning'}
      sx={{ borderRadius: 0, maxHeight: 140, overflow: 'auto', flex: 'none' }}
      action={
        line !== undefined && (
          <Button size="small" onClick={() => goToLine(line, column)}>
            {t('widgetEditor.preview.goTo', { line })}
          </Button>
        )
      }
    >
      <strong>{t(`ownWidget.failure.${stage}`)}</strong>
      {message && (
        <Box dir="ltr" sx={{ fontFamily: 'ui-monospace, Menlo, Consolas, monospace', overflowWrap: 'anywhere' }}>
          {message}
        </Box>
      )}
      {line !== undefined && <Box>{t('ownWidget.at', { line, column: column ?? 1 })}</Box>}
    </Alert>
  );
}

/** A widget of the type at work, as it was when somebody ran it last. */
export function PreviewPane() {
  const { t } = useTranslation();
  const { runs } = useTypeEditing();
  const { run, outcome } = runs;
  useRunAfterSettings();
  const widget = useMemo(() => {
    const limit = Number(run?.answers?.typeParameters.maxDataKeys);
    return run && previewWidget(run.type, limit > 0 ? limit : undefined);
  }, [run]);
  const failure = outcome.failure ?? outcome.note;
  return (
    <>
      {run?.original && (
        <Box sx={{ px: 3, py: 2, fontSize: 13, borderBottom: '1px solid var(--line)', color: 'text.secondary' }}>
          {t('widgetEditor.preview.drawnAs', { type: `${run.original.bundleAlias} / ${run.original.typeAlias}` })}
        </Box>
      )}
      {failure && <FailureNote failure={failure} isFatal={outcome.failure !== undefined} />}
      <PreviewDashboard>{run && widget && <Stage widget={widget} run={run} />}</PreviewDashboard>
    </>
  );
}

/** How the last run goes, in a word. */
export function RunStatus() {
  const { t } = useTranslation();
  const { runs, edited } = useTypeEditing();
  const { run, outcome } = runs;
  const isOld = run !== undefined && run.type.descriptor !== edited.content.descriptor;
  const colour =
    outcome.status === 'failed' ? 'var(--critical)' : outcome.status === 'running' ? 'var(--ok)' : 'var(--text-3)';
  return (
    <Box
      role="status"
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, fontSize: 12.5, color: 'text.secondary' }}
    >
      <Box component="span" aria-hidden="true" sx={{ width: 8, height: 8, borderRadius: '50%', background: colour }} />
      {t(`widgetEditor.status.${outcome.status}`)}
      {isOld && outcome.status !== 'starting' && (
        <Box
          component="span"
          sx={{ color: 'text.disabled', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {`· ${t('widgetEditor.status.older')}`}
        </Box>
      )}
    </Box>
  );
}
