import { createFramePictures } from './frame-pictures.ts';
import { sizeUpTo } from './message-size.ts';
import {
  FRAME_READY,
  type FrameDrawing,
  type FrameFailure,
  type FrameHeader,
  type FromFrame,
  type ToFrame,
} from './protocol.ts';
import { createWatch } from './watch.ts';

/** Calls that a frame may make in a second, and other messages. */
const MAX_CALLS_PER_SECOND = 200;
const MAX_MESSAGES_PER_SECOND = 2_000;
/** What all of that may be in a second, as `sizeUpTo` counts it: a chart of 100,000 points several times. */
const MAX_SIZE_PER_SECOND = 32_000_000;
/** Characters of the arguments of a call, and of its result. */
const MAX_CALL_LENGTH = 1_000_000;
const MAX_RESULT_LENGTH = 20_000_000;

/** What is done with what a frame says. */
export interface LinkParts {
  /** Answers a call. Rejections become answers, too. */
  call: (method: string, args: readonly unknown[]) => Promise<unknown>;
  told: (message: Exclude<FromFrame, { kind: 'call' | 'pong' | 'busy' | 'photographed' }>) => void;
  /** The frame has to go: it hangs, floods the page or has left its place. */
  stopped: (failure: FrameFailure) => void;
}

export interface FrameLink {
  send(message: ToFrame): void;
  end(): void;
}

interface Rate {
  second: number;
  count: number;
}

function isTooMany(rate: Rate, limit: number, more = 1): boolean {
  const second = Math.floor(performance.now() / 1000);
  if (rate.second !== second) Object.assign(rate, { second, count: 0 });
  rate.count += more;
  return rate.count > limit;
}

/** Whether something has the shape of a message; a frame may send anything. */
export function isFromFrame(message: unknown): message is FromFrame {
  const {
    kind,
    call,
    method,
    args,
    failure,
    header,
    rows,
    drawing,
    painted,
    name,
    message: words,
  } = (message ?? {}) as Record<string, unknown>;
  if (kind === 'photographed')
    return painted === null || Object.prototype.toString.call(painted) === '[object ImageBitmap]';
  if (kind === 'call') return typeof call === 'number' && typeof method === 'string' && Array.isArray(args);
  if (kind === 'failed' || kind === 'noted') return typeof (failure as FrameFailure | undefined)?.message === 'string';
  if (kind === 'actionFailed') return typeof name === 'string' && typeof words === 'string';
  if (kind === 'hidden') return Array.isArray(rows) && rows.every(Number.isInteger);
  if (kind === 'drawing') return Array.isArray((drawing as FrameDrawing | undefined)?.holes);
  if (kind === 'header') return Array.isArray((header as FrameHeader | undefined)?.buttons);
  return ['answers', 'started', 'pong', 'busy'].includes(String(kind));
}

const errorOf = (error: unknown) => {
  const { status, statusText, body } = (error ?? {}) as { status?: unknown; statusText?: unknown; body?: unknown };
  const message = error instanceof Error ? error.message : String(error);
  return {
    ...{ message, status: typeof status === 'number' ? status : 0 },
    ...(typeof statusText === 'string' ? { statusText } : {}),
    ...(body === undefined ? {} : { body }),
  };
};

/** Speaks with a frame: gives it a channel once it is there, and bounds what comes over it. */
export function linkFrame(frame: HTMLIFrameElement, parts: LinkParts): FrameLink {
  const queue: ToFrame[] = [];
  const calls: Rate = { second: 0, count: 0 };
  const messages: Rate = { second: 0, count: 0 };
  const sizes: Rate = { second: 0, count: 0 };
  let port: MessagePort | undefined;
  let isEnded = false;
  const send = (message: ToFrame) => {
    if (port) port.postMessage(message);
    else queue.push(message);
  };
  const pictures = createFramePictures(frame, send);
  const stop = (failure: FrameFailure) => {
    if (isEnded) return;
    end();
    parts.stopped(failure);
  };
  const watch = createWatch({
    ping: () => send({ kind: 'ping' }),
    silent: (message) => stop({ stage: 'silent', message }),
  });

  async function answer({ call, method, args }: Extract<FromFrame, { kind: 'call' }>) {
    const reply = (given: Omit<Extract<ToFrame, { kind: 'reply' }>, 'kind' | 'call'>) =>
      isEnded || send({ kind: 'reply', call, ...given });
    try {
      if (JSON.stringify(args).length > MAX_CALL_LENGTH) throw new Error('The arguments of a call are too long');
      const value = (await parts.call(method, args)) ?? null;
      const text = JSON.stringify(value) ?? 'null';
      if (text.length > MAX_RESULT_LENGTH) throw new Error('The result of a call is too long');
      reply({ value: JSON.parse(text) as unknown });
    } catch (error) {
      reply({ error: errorOf(error) });
    }
  }

  function take({ data: message }: MessageEvent<unknown>) {
    if (isEnded) return;
    const size = sizeUpTo(message, MAX_SIZE_PER_SECOND + 1);
    if (isTooMany(messages, MAX_MESSAGES_PER_SECOND) || isTooMany(sizes, MAX_SIZE_PER_SECOND, size))
      return stop({ stage: 'flood', message: '' });
    if (!isFromFrame(message)) return;
    if (message.kind === 'pong') watch.answered();
    else if (message.kind === 'photographed') pictures.take(message);
    else if (message.kind === 'busy') watch.busy(message.isBusy === true);
    else if (message.kind === 'failed' && message.failure.stage === 'endless') stop(message.failure);
    else if (message.kind !== 'call') parts.told(message);
    else if (isTooMany(calls, MAX_CALLS_PER_SECOND))
      send({ kind: 'reply', call: message.call, error: { status: 429, message: 'Too many calls' } });
    else void answer(message);
  }

  function welcome(event: MessageEvent<unknown>) {
    if (event.source !== frame.contentWindow || event.data !== FRAME_READY) return;
    // A second page in the frame is none that the widget was given.
    if (port) return stop({ stage: 'left', message: '' });
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = take;
    // It has no origin that could be named.
    frame.contentWindow?.postMessage(FRAME_READY, '*', [channel.port2]);
    for (const message of queue.splice(0)) port.postMessage(message);
    watch.begin();
  }
  window.addEventListener('message', welcome);

  let loads = 0;
  const loaded = () => {
    if (++loads > 1) stop({ stage: 'left', message: '' });
  };
  frame.addEventListener('load', loaded);

  function end() {
    isEnded = true;
    window.removeEventListener('message', welcome);
    frame.removeEventListener('load', loaded);
    watch.end();
    pictures.end();
    port?.close();
  }
  return { send: (message) => void (isEnded || send(message)), end };
}
