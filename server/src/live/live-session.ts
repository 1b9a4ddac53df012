import { MAX_ENTITIES_PER_SUBSCRIPTION } from '@signalbox/contract/live';
import { LiveErrorCode } from '@signalbox/contract/live-codes';
import type { WebSocket } from 'ws';
import { timerDelay } from '../config/timers.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { createUpdateRate } from './update-rate.ts';

export interface SessionLimits {
  /** Maximum number of unsent frames; beyond that the socket is closed. */
  maxQueue: number;
  /** Rate of outgoing updates, such as `300:1,3000:60`. */
  updateRate: string;
  /** ms a frame may take to be sent */
  sendTimeout: number;
}

/** Maximum number of changes of one command that wait for the update rate; further ones are dropped. */
const MAX_WAITING_OF_COMMAND = 10_000;
/** The same of all commands of a socket. */
const MAX_WAITING = 50_000;
/** Unsent bytes at which the socket of a slow client is closed, whatever the number of frames. */
const MAX_UNSENT_BYTES = 64 * 1024 * 1024;

/** One open socket and its outgoing frames. */
export interface LiveSession {
  readonly user: SecurityUser;
  readonly closed: boolean;
  /** Sends the answer to a command. Answers count for the update rate and are never dropped. */
  reply(text: string): void;
  /** Sends an update of a v1 subscription, or drops it beyond the update rate. */
  sendUpdate(subscriptionId: number, text: string): void;
  /**
   * Adds the change of an entity to the next update of a v2 command. Changes are sent together at the end of the tick,
   * or when the update rate allows it.
   */
  addChange(cmdId: number, change: string): void;
  /** Drops waiting changes of a command that ended or has a new page. */
  dropChanges(cmdId: number): void;
  /** Sends waiting changes. Called at the end of the tick. */
  flush(now: number): void;
  /** Closes the socket of a client that is too slow, or pings an idle one. */
  check(now: number, pingAfter: number): void;
  close(code: number, reason: string): void;
  /** Terminates the connection without waiting for the client. */
  terminate(): void;
}

/** @param flushSoon schedules `flush` at the end of the tick */
export function createLiveSession(
  socket: WebSocket,
  user: SecurityUser,
  limits: SessionLimits,
  flushSoon: (session: LiveSession) => void,
): LiveSession {
  const rate = createUpdateRate(limits.updateRate, Date.now());
  /** cmdId → changes that wait, oldest first */
  const waiting = new Map<number, string[]>();
  /** Number of waiting changes. */
  let waitingCount = 0;
  /** When each unsent frame was passed to the socket, oldest first; epoch ms. */
  const sending: number[] = [];
  let lastSent = Date.now();
  let overloaded = false;
  let paced: NodeJS.Timeout | undefined;
  let flushRequested = false;

  function write(text: string): void {
    if (socket.readyState !== socket.OPEN) return;
    if (sending.length >= limits.maxQueue || socket.bufferedAmount > MAX_UNSENT_BYTES) {
      socket.close(1008, 'Max pending updates limit reached!');
      return;
    }
    sending.push(Date.now());
    socket.send(text, (error) => {
      sending.shift();
      if (error) socket.terminate();
      else lastSent = Date.now();
    });
  }

  function tooMany(id: number): void {
    if (overloaded) return;
    overloaded = true;
    write(
      `{"subscriptionId":${id},"errorCode":${LiveErrorCode.tooManyUpdates},"errorMsg":"Too many updates!","data":null,"latestValues":{}}`,
    );
  }

  /** Removes and returns the waiting changes of a command. */
  function takeChanges(cmdId: number): string[] {
    const changes = waiting.get(cmdId) ?? [];
    waiting.delete(cmdId);
    waitingCount -= changes.length;
    return changes;
  }

  function dropAllChanges(): void {
    waiting.clear();
    waitingCount = 0;
  }

  function requestFlush(): void {
    if (flushRequested || paced) return;
    flushRequested = true;
    flushSoon(session);
  }

  const session: LiveSession = {
    user,
    get closed() {
      return socket.readyState !== socket.OPEN;
    },
    reply(text) {
      rate.take(Date.now());
      write(text);
    },
    sendUpdate(subscriptionId, text) {
      if (!rate.take(Date.now())) {
        tooMany(subscriptionId);
        return;
      }
      overloaded = false;
      write(text);
    },
    addChange(cmdId, change) {
      const changes = waiting.get(cmdId) ?? [];
      if (changes.length >= MAX_WAITING_OF_COMMAND || waitingCount >= MAX_WAITING) tooMany(cmdId);
      else {
        if (changes.push(change) === 1) waiting.set(cmdId, changes);
        waitingCount++;
      }
      requestFlush();
    },
    dropChanges: (cmdId) => void takeChanges(cmdId),
    flush(now) {
      flushRequested = false;
      if (socket.readyState !== socket.OPEN) {
        dropAllChanges();
        return;
      }
      for (const cmdId of [...waiting.keys()]) {
        if (!rate.take(now)) {
          // They are sent together as soon as the rate allows: nothing is lost, updates only get larger.
          paced = setTimeout(
            () => {
              paced = undefined;
              session.flush(Date.now());
            },
            timerDelay(Math.max(rate.wait(now), 10)),
          );
          return;
        }
        overloaded = false;
        write(
          `{"cmdId":${cmdId},"data":null,"update":[${takeChanges(cmdId).join(',')}],"errorCode":0,"errorMsg":null,"allowedEntities":${MAX_ENTITIES_PER_SUBSCRIPTION},"cmdUpdateType":"ENTITY_DATA"}`,
        );
      }
    },
    check(now, pingAfter) {
      const oldest = sending[0];
      if (oldest !== undefined && now - oldest > limits.sendTimeout) {
        socket.close(4500);
        socket.terminate();
      } else if (now - lastSent >= pingAfter) {
        lastSent = now;
        socket.ping();
      }
    },
    close(code, reason) {
      clearTimeout(paced);
      dropAllChanges();
      if (socket.readyState === socket.OPEN) socket.close(code, reason);
    },
    terminate: () => socket.terminate(),
  };
  return session;
}
