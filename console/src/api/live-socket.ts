/** The client of the live data socket (`/api/ws/plugins/telemetry`). */
import { SESSION_ENDED_CLOSE, TOKEN_EXPIRED_CLOSE } from '@signalbox/contract/live-codes';

/** One list of the command envelope. */
const LISTS = {
  timeseries: 'tsSubCmds',
  history: 'historyCmds',
  attributes: 'attrSubCmds',
  entityData: 'entityDataCmds',
  entityDataUnsubscribe: 'entityDataUnsubscribeCmds',
  alarmData: 'alarmDataCmds',
  alarmDataUnsubscribe: 'alarmDataUnsubscribeCmds',
  entityCount: 'entityCountCmds',
  entityCountUnsubscribe: 'entityCountUnsubscribeCmds',
  alarmChanges: 'alarmChangesCmds',
  alarmChangesUnsubscribe: 'alarmChangesUnsubscribeCmds',
} as const;
type ListName = keyof typeof LISTS;

/** What can be subscribed to. `attributes`, `timeseries` and `history` are the first version of the protocol. */
export type LiveKind =
  | 'attributes'
  | 'timeseries'
  | 'history'
  | 'entityData'
  | 'alarmData'
  | 'entityCount'
  | 'alarmChanges';

/** A command without its cmdId, which the socket gives. */
export type LiveCommand = Readonly<Record<string, unknown>>;

/** A message of the server. First-version messages have `subscriptionId` and `data`; the others `cmdId`. */
export interface LiveMessage {
  cmdId?: number;
  subscriptionId?: number;
  errorCode?: number;
  errorMsg?: string | null;
  cmdUpdateType?: 'ENTITY_DATA' | 'ALARM_DATA' | 'COUNT_DATA' | 'ALARM_CHANGES';
  data?: unknown;
  update?: unknown;
  count?: number;
  latestValues?: unknown;
  allowedEntities?: number;
  totalEntities?: number;
}

export interface LiveListener {
  /** A message without error for this subscription. */
  message(message: LiveMessage): void;
  /** The server refused the command. The socket reports it to the person too unless this returns true. */
  error?(message: LiveMessage): boolean;
}

export interface LiveSubscription {
  /** Sends a further command under the same cmdId, such as the second step of a widget. */
  send(command: LiveCommand): void;
  unsubscribe(): void;
}

/** 'delayed': connected, but the server owes the first answer to a subscription. */
export type LiveStatus = 'idle' | 'connecting' | 'live' | 'delayed' | 'offline';
export interface LiveState {
  status: LiveStatus;
  /** When this status began, epoch ms. */
  since: number;
}

export interface LiveSocketParts {
  /** Address without the token. */
  url: () => string;
  /** A valid access token; rejects when the session is over or the server is away. */
  validToken: () => Promise<string>;
  /** The same, for when the server no longer accepts `expired`. */
  renewedToken: (expired: string) => Promise<string>;
  /** Asks the server whether the session goes on; when it does not, it is ended here too. */
  checkSession: () => Promise<unknown>;
  openSocket: (url: string) => WebSocket;
  report: (message: string) => void;
  now?: () => number;
}

export interface LiveSocket {
  /**
   * Opens the socket when needed and subscribes. `start` builds the first command, again after each reconnect, so it
   * must describe the whole interest at that moment (windows recomputed, query included).
   */
  subscribe(kind: LiveKind, start: () => LiveCommand, listener: LiveListener): LiveSubscription;
  /** Closes the socket and forgets everything: the user has changed. */
  reset(): void;
  state: { subscribe(listener: () => void): () => void; get(): LiveState };
}

/** The first lists are in every frame, as clients of the protocol send them; ours only where they have commands. */
const PROTOCOL_LISTS = 9;
const COMMANDS_A_FRAME = 10;
export const RECONNECT_DELAY = 2000;
/** From the end of a session to the question whether that is so, ms: who has just signed out is told by that. */
export const ENDED_DELAY = 500;
/** Of the sockets that could not be opened, one in so many may be for want of a session. */
const CHECKED_FAILURES = 15;
export const IDLE_DELAY = 90_000;
/** A first answer that takes longer counts as delayed, ms. */
export const ANSWER_DELAY = 5000;
const OPEN = 1;

interface Interest {
  kind: LiveKind;
  cmdId: number;
  start: () => LiveCommand;
  listener: LiveListener;
  ended: boolean;
  /** When its first command went out, epoch ms; undefined once it is answered. */
  waitingSince: number | undefined;
}

/** Address of the socket beside the page; the port is always written. */
export function socketUrl(location: { protocol: string; hostname: string; port: string }): string {
  const secure = location.protocol === 'https:';
  const port = location.port || (secure ? '443' : '80');
  return `${secure ? 'wss' : 'ws'}://${location.hostname}:${port}/api/ws/plugins/telemetry`;
}

export function createLiveSocket(parts: LiveSocketParts): LiveSocket {
  const now = parts.now ?? Date.now;
  /** By cmdId. */
  const interests = new Map<number, Interest>();
  /** Waiting to be sent, by list, each in order of arrival. */
  let queue: { list: ListName; command: Record<string, unknown> }[] = [];
  let socket: WebSocket | undefined;
  let opening = false;
  let nextId = 1;
  /** Grows with each reset, so that what an earlier user started comes to nothing. */
  let generation = 0;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;
  let flushQueued = false;
  /** Sockets one after the other that could not be opened. */
  let failures = 0;
  let state: LiveState = { status: 'idle', since: now() };
  const listeners = new Set<() => void>();

  function setStatus(status: LiveStatus) {
    if (state.status === status) return;
    state = { status, since: now() };
    for (const listener of listeners) listener();
  }

  function enqueue(list: ListName, command: Record<string, unknown>) {
    queue.push({ list, command });
    if (flushQueued) return;
    flushQueued = true;
    queueMicrotask(() => {
      flushQueued = false;
      flush();
    });
  }

  function flush() {
    if (!socket || socket.readyState !== OPEN) return;
    const order = Object.keys(LISTS) as ListName[];
    const waiting = order.flatMap((list) => queue.filter((item) => item.list === list));
    queue = [];
    for (let at = 0; at < waiting.length; at += COMMANDS_A_FRAME) {
      const frame: Record<string, unknown[]> = {};
      for (const list of order.slice(0, PROTOCOL_LISTS)) frame[LISTS[list]] = [];
      for (const { list, command } of waiting.slice(at, at + COMMANDS_A_FRAME)) {
        const commands = frame[LISTS[list]] ?? [];
        commands.push(command);
        frame[LISTS[list]] = commands;
      }
      socket.send(JSON.stringify(frame));
    }
    watchIdle();
  }

  /** Says live or delayed, by the longest wait for a first answer, and looks again when one gets too long. */
  function watchAnswers() {
    clearTimeout(answerTimer);
    answerTimer = undefined;
    if (socket?.readyState !== OPEN) return;
    let oldest = Number.POSITIVE_INFINITY;
    for (const { waitingSince } of interests.values()) oldest = Math.min(oldest, waitingSince ?? oldest);
    const left = oldest + ANSWER_DELAY - now();
    setStatus(left <= 0 ? 'delayed' : 'live');
    if (left > 0 && left < Number.POSITIVE_INFINITY) answerTimer = setTimeout(watchAnswers, left);
  }

  function begin(interest: Interest) {
    interest.waitingSince = now();
    if (answerTimer === undefined) watchAnswers();
    enqueue(interest.kind, { ...interest.start(), cmdId: interest.cmdId });
  }

  function watchIdle() {
    if (interests.size > 0) {
      clearTimeout(idleTimer);
      idleTimer = undefined;
    } else if (socket && idleTimer === undefined) {
      idleTimer = setTimeout(() => {
        idleTimer = undefined;
        if (interests.size === 0) close();
      }, IDLE_DELAY);
    }
  }

  function close() {
    const old = socket;
    socket = undefined;
    queue = [];
    clearTimeout(reconnectTimer);
    clearTimeout(idleTimer);
    clearTimeout(answerTimer);
    idleTimer = undefined;
    answerTimer = undefined;
    old?.close();
    setStatus('idle');
  }

  /** @param isDoubted whether the session goes on is asked first */
  function reconnectLater(isDoubted = false) {
    setStatus(interests.size === 0 ? 'idle' : 'offline');
    connectIn(RECONNECT_DELAY, isDoubted ? checkedToken : parts.validToken);
  }

  function connectIn(delay: number, findToken: () => Promise<string>) {
    clearTimeout(reconnectTimer);
    if (interests.size > 0) reconnectTimer = setTimeout(() => connect(findToken), delay);
  }

  async function checkedToken(): Promise<string> {
    await parts.checkSession();
    return parts.validToken();
  }

  function connect(findToken: () => Promise<string>) {
    if (socket || opening || interests.size === 0) return;
    const mine = generation;
    opening = true;
    if (state.status === 'idle') setStatus('connecting');
    findToken().then(
      (token) => {
        opening = false;
        if (mine !== generation || interests.size === 0) return;
        open(token);
      },
      () => {
        opening = false;
        if (mine === generation) reconnectLater(findToken === checkedToken);
      },
    );
  }

  function open(token: string) {
    const opened = parts.openSocket(`${parts.url()}?token=${encodeURIComponent(token)}`);
    let openedAt = Number.POSITIVE_INFINITY;
    socket = opened;
    opened.onopen = () => {
      if (socket !== opened) return;
      openedAt = now();
      failures = 0;
      // cmdIds start again on each connection, and everybody subscribes again.
      const all = [...interests.values()];
      interests.clear();
      queue = [];
      nextId = 1;
      for (const interest of all) {
        interest.cmdId = nextId++;
        interests.set(interest.cmdId, interest);
        begin(interest);
      }
      watchAnswers();
      flush();
    };
    opened.onmessage = (event) => {
      if (socket === opened) receive(String(event.data));
    };
    opened.onclose = (event) => {
      if (socket !== opened) return;
      socket = undefined;
      queue = [];
      const isExpired = event.code === TOKEN_EXPIRED_CLOSE.code && event.reason === TOKEN_EXPIRED_CLOSE.reason;
      if (isExpired && interests.size > 0 && now() - openedAt > RECONNECT_DELAY) {
        // Nobody is told: what is shown stays, and the new socket begins with what was missed.
        connect(() => parts.renewedToken(token));
        return;
      }
      if (event.code === SESSION_ENDED_CLOSE.code && event.reason === SESSION_ENDED_CLOSE.reason) {
        if (interests.size === 0) setStatus('idle');
        connectIn(ENDED_DELAY, checkedToken);
        return;
      }
      if (event.code > 1001 && event.code !== 1006) parts.report(event.reason || String(event.code));
      // A browser does not tell a server that is away from one that refuses the token.
      const isDoubted = openedAt === Number.POSITIVE_INFINITY && failures++ % CHECKED_FAILURES === 0;
      reconnectLater(isDoubted);
    };
  }

  function receive(text: string) {
    let message: LiveMessage;
    try {
      message = JSON.parse(text) as LiveMessage;
    } catch {
      parts.report('Unreadable message on the live connection');
      return;
    }
    const interest = interests.get(message.cmdId ?? message.subscriptionId ?? -1);
    if (interest?.waitingSince !== undefined) {
      interest.waitingSince = undefined;
      if (state.status === 'delayed') watchAnswers();
    }
    if (message.errorCode) {
      const shown = interest?.listener.error?.(message) ?? false;
      if (!shown) parts.report(message.errorMsg || `Error code ${message.errorCode}`);
    } else interest?.listener.message(message);
    watchIdle();
  }

  function end(interest: Interest) {
    if (interest.ended) return;
    interest.ended = true;
    interests.delete(interest.cmdId);
    if (state.status === 'delayed') watchAnswers();
    const { cmdId } = interest;
    // Not sent yet: forget it, there is nothing to take back.
    const unsent = queue.some((item) => item.command.cmdId === cmdId && item.list === interest.kind);
    queue = queue.filter((item) => item.command.cmdId !== cmdId);
    if (!unsent && socket?.readyState === OPEN) {
      if (interest.kind === 'attributes' || interest.kind === 'timeseries') {
        enqueue(interest.kind, { ...interest.start(), cmdId, unsubscribe: true });
      } else if (interest.kind !== 'history') enqueue(`${interest.kind}Unsubscribe`, { cmdId });
    }
    watchIdle();
  }

  return {
    subscribe(kind, start, listener) {
      const interest: Interest = { kind, cmdId: nextId++, start, listener, ended: false, waitingSince: undefined };
      interests.set(interest.cmdId, interest);
      if (socket?.readyState === OPEN) begin(interest);
      else connect(parts.validToken);
      watchIdle();
      return {
        send(command) {
          if (!interest.ended && socket?.readyState === OPEN) enqueue(kind, { ...command, cmdId: interest.cmdId });
        },
        unsubscribe: () => end(interest),
      };
    },
    reset() {
      generation++;
      opening = false;
      interests.clear();
      nextId = 1;
      close();
    },
    state: {
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      get: () => state,
    },
  };
}
