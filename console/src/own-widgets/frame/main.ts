import './frame.css';
import $ from 'jquery';
import moment from 'moment';
import tinycolor from 'tinycolor2';
import { FRAME_READY, type FrameContext, type FrameDrawing, type FrameFailure, type ToFrame } from '../protocol.ts';
import { createBridge } from './bridge.ts';
import { createContext } from './context/widget-context.ts';
import { answersOf, type Controller, compileController, GUARD, placeOf } from './controller.ts';
import { CssParser } from './css-parser.ts';
import { drawingClasses } from './drawing-classes.ts';
import { createDrawings } from './drawings.ts';
import { followLinks } from './links.ts';
import { createGuard, EndlessError } from './loop-guard.ts';
import { drawMdiIcons } from './mdi-icons.ts';
import { forbidFrames } from './no-frames.ts';
import { createPageDialogs } from './page-dialogs.ts';
import { photograph } from './photograph.ts';
import { loadResources, ResourceError } from './resources.ts';
import { runAction, runInWidget } from './run-action.ts';
import { scopedCss } from './scoped-css.ts';
import { drawComponent } from './template/component.ts';
import { createWaiting } from './waiting.ts';
import { bindTimersAndEvents, createZone } from './zone.ts';

type Start = Extract<ToFrame, { kind: 'start' }>;

const wordsOf = (error: unknown) =>
  error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error);

function applyTheme({ theme, language }: FrameContext): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(theme.variables)) root.style.setProperty(name, value);
  root.dataset.theme = theme.mode;
  root.style.colorScheme = theme.mode;
  root.dir = theme.direction;
  root.lang = language.replace('_', '-');
}

/** Speaks with the page over the channel that it has given. */
function begin(port: MessagePort): void {
  const bridge = createBridge(port);
  const { setTimeout, requestAnimationFrame } = window;
  const failed = (stage: FrameFailure['stage'], error: unknown) => {
    if (error instanceof EndlessError) return;
    console.error(error);
    bridge.tell({ kind: 'failed', failure: { stage, message: wordsOf(error), ...placeOf(error) } });
  };
  /** What was noted last: a part that fails again with each value is told once. */
  let lastNote = '';
  const noted = (stage: FrameFailure['stage'], error: unknown) => {
    console.error(error);
    const failure: FrameFailure = { stage, message: wordsOf(error), ...placeOf(error) };
    const note = JSON.stringify(failure);
    if (note !== lastNote) bridge.tell({ kind: 'noted', failure });
    lastNote = note;
  };
  const drawings = createDrawings();
  const zone = createZone({
    tell: (isBusy) => bridge.tell({ kind: 'busy', isBusy }),
    draw: drawings.draw,
    failed: (error) => failed('run', error),
    nextFrame: (run) => void requestAnimationFrame(run),
  });
  const guard = createGuard({
    now: () => performance.now(),
    afterTask: (run) => void setTimeout(run, 0),
    stopped: (error) => bridge.tell({ kind: 'failed', failure: { stage: 'endless', message: '', ...placeOf(error) } }),
  });
  Object.defineProperty(window, GUARD, { value: guard });
  bindTimersAndEvents(window, zone);
  window.addEventListener('error', (event) => failed('run', event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => failed('run', event.reason));

  drawMdiIcons(document.body, (name) => bridge.call('mdiIcon', name));
  followLinks(window, (address) => bridge.post('follow', address));

  let drawnNames: readonly string[] = [];
  const drawing = {
    drawn: () => drawnNames,
    tell: (drawing: FrameDrawing) => bridge.tell({ kind: 'drawing', drawing }),
    nextFrame: (run: () => void) => void requestAnimationFrame(run),
  };
  Object.assign(window, drawingClasses(drawing));
  const pageDialogs = createPageDialogs((size) => bridge.post('dialogSize', size));

  let drawn: ReturnType<typeof createInstance> | undefined;
  const waiting = createWaiting();
  /** Hands data to what the function of an action has subscribed to. */
  let takeOfAction: ((message: Extract<ToFrame, { kind: 'data' }>) => void) | undefined;
  /** Begins again, with what has changed in the meantime. */
  let again = () => {};
  port.onmessage = ({ data: message }: MessageEvent<ToFrame>) => {
    if (message.kind === 'ping') bridge.tell({ kind: 'pong' });
    else if (bridge.take(message)) zone.changed();
    else if (message.kind === 'photograph') {
      const { picture } = message;
      const tell = (painted: ImageBitmap | null) => bridge.tell({ kind: 'photographed', picture, painted });
      photograph(message.request)
        .then(tell)
        .catch(() => tell(null));
    } else if (message.kind === 'start') void start(message);
    else if (takeOfAction && message.kind === 'data') takeOfAction(message);
    else if (!drawn) waiting.take(message);
    else if (message.kind === 'context') drawn.change(message.change);
    else if (message.kind === 'data') drawn.take(message);
    else if (message.kind === 'headerButton') drawn.pressed(message.index);
    else if (message.kind === 'broadcast') drawn.heard(message.name, message.args);
    else if (message.kind === 'visibility') drawn.toggle(message.index);
    else if (message.kind === 'runAction') drawn.run(message);
    else if (message.kind === 'leaveDialogs') pageDialogs.leave();
    else if (message.kind === 'again') again();
    else if (message.kind === 'destroy') drawn.destroy();
  };

  async function start(message: Start): Promise<void> {
    const { code, resources, isProbe } = message;
    drawnNames = message.drawn ?? [];
    applyTheme(message.context);
    try {
      await loadResources(resources);
    } catch (error) {
      if (!isProbe) failed('resource', error instanceof ResourceError ? error : new ResourceError(String(error)));
    }
    if (message.action) {
      takeOfAction = runAction(message.context, message.action, { bridge, zone, drawings, failed });
      return;
    }
    let make: (ctx: unknown) => Controller;
    try {
      make = compileController(code.controllerScript);
    } catch (error) {
      failed('script', error);
      return;
    }
    if (isProbe) {
      try {
        bridge.tell({ kind: 'answers', answers: answersOf(make(undefined)) });
      } catch (error) {
        failed('run', error);
      }
      return;
    }
    const context = { ...message.context, ...waiting.change() };
    applyTheme(context);
    drawn = createInstance({ ...message, context }, make);
    for (const data of waiting.data()) drawn.take(data);
    for (const index of waiting.toggled()) drawn.toggle(index);
    again = () => {
      const context = drawn?.remove();
      drawn = createInstance({ ...message, context: context ?? message.context }, make);
    };
  }

  function createInstance({ code, context: given }: Start, make: (ctx: unknown) => Controller) {
    let current = given;
    const style = Object.assign(document.createElement('style'), {
      textContent: scopedCss(code.templateCss, code.namespace),
    });
    document.head.append(style);
    const place = document.createElement('div');
    place.className = `tb-widget ${code.namespace}`;
    const container = document.createElement('div');
    container.id = 'container';
    place.append(container);
    document.body.append(place);
    const { context, $scope, defaultSubscription, subscriptions, header, changed, broadcast, moved, ended } =
      createContext({
        bridge,
        zone,
        container,
        current: () => current,
        ...{ draw: drawings.draw, drawn: drawings.drawn },
        failed: (error) => console.error(error),
        dataUpdated: () => dataUpdated(),
        topDialogChanged: pageDialogs.changed,
      });
    const resize = () => {
      const size = { width: `${current.width}px`, height: `${current.height}px` };
      // The frame itself has more room while the page shows its dialogs.
      for (const { style } of [place, container]) Object.assign(style, size);
    };
    resize();
    let self: Controller = {};
    let isInited = false;
    let isDataAsked = false;
    let isGone = false;
    let ignoresTicks = false;

    const call = (name: 'onInit' | 'onResize' | 'onDestroy' | 'onEditModeChanged' | 'onMobileModeChanged') =>
      zone.run(() => void self[name]?.());
    /** Once in a frame, whatever has come. What it throws is the script's own business. */
    const dataUpdated = () => {
      if (!isInited || isDataAsked) return;
      isDataAsked = true;
      requestAnimationFrame(() => {
        isDataAsked = false;
        if (isGone) return;
        zone.run(() => {
          try {
            self.onDataUpdated?.();
          } catch (error) {
            if (error instanceof EndlessError) throw error;
            noted('run', error);
          }
        });
      });
    };
    const init = () => {
      if (isInited || current.width <= 0 || current.height <= 0) return;
      if (defaultSubscription?.loadingData) return;
      isInited = true;
      requestAnimationFrame(() => {
        if (isGone) return;
        context.inited = true;
        call('onInit');
        bridge.tell({ kind: 'started' });
        dataUpdated();
      });
    };

    let removeView = () => {};
    try {
      const view = drawComponent(code.templateHtml, container, {
        component: $scope,
        translate: (key, params) =>
          (context.translate as { instant(key: string, params: unknown): string }).instant(key, params),
        missingText: (name) => (current.texts.missing ?? name).replace('{{name}}', name),
        failed: (error) => noted('html', error),
        run: zone.run,
        changed: zone.changed,
      });
      zone.run(() => {
        self = make(context);
        const said = self.typeParameters?.() as { ignoreDataUpdateOnIntervalTick?: unknown } | undefined;
        ignoresTicks = said?.ignoreDataUpdateOnIntervalTick === true;
      });
      drawings.drawn(view.update);
      drawings.drawn(header.tell);
      view.update();
      removeView = view.remove;
    } catch (error) {
      failed('html', error);
    }
    init();

    return {
      take({ of, update }: Extract<ToFrame, { kind: 'data' }>) {
        const subscription = subscriptions[of];
        if (!subscription) return;
        subscription.take(update);
        if (subscription === defaultSubscription) {
          init();
          if (!ignoresTicks || update.shape || update.values.length > 0) dataUpdated();
        } else zone.run(() => void subscription.callbacks.onDataUpdated?.(subscription, true));
      },
      run({ name, action }: Extract<ToFrame, { kind: 'runAction' }>) {
        try {
          runInWidget(name, action, context, zone);
        } catch (error) {
          if (error instanceof EndlessError) return;
          console.error(error);
          bridge.tell({ kind: 'actionFailed', name, message: wordsOf(error) });
        }
      },
      heard: (name: string, args: readonly unknown[]) => zone.run(() => broadcast(name, args)),
      pressed: (index: number) => zone.run(() => header.press(index)),
      toggle(index: number) {
        defaultSubscription?.updateDataVisibility(index);
        dataUpdated();
      },
      change(change: Partial<FrameContext>) {
        const before = current;
        current = { ...current, ...change };
        applyTheme(current);
        if (before.isOver !== current.isOver) pageDialogs.over(current.isOver === true);
        if (before.width !== current.width || before.height !== current.height) {
          resize();
          if (isInited) {
            call('onResize');
            zone.run(moved);
          } else init();
        }
        zone.run(() => changed(before, current));
        if (before.isEdit !== current.isEdit) call('onEditModeChanged');
        if (before.isMobile !== current.isMobile) call('onMobileModeChanged');
      },
      destroy,
      /** Leaves nothing of the instance, and says where the widget stands. */
      remove() {
        destroy();
        removeView();
        drawings.clear();
        place.remove();
        style.remove();
        return current;
      },
    };

    function destroy() {
      if (isGone) return;
      isGone = true;
      if (isInited) call('onDestroy');
      zone.run(ended);
      context.destroyed = true;
    }
  }
}

/** A channel is given once; nobody can hand in another. */
function listen(event: MessageEvent): void {
  const [port] = event.ports;
  if (event.source !== window.parent || event.data !== FRAME_READY || !port) return;
  window.removeEventListener('message', listen);
  begin(port);
}

// What other consoles of this kind have for everybody.
Object.assign(window, { $, jQuery: $, moment, tinycolor, cssjs: CssParser });
// Connections that no content security policy knows of.
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel'])
  Reflect.deleteProperty(window, name);
forbidFrames();
window.addEventListener('message', listen);
window.parent.postMessage(FRAME_READY, '*');
