import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { SecurityUser } from '../http/security-user.ts';
import { createLiveSession } from './live-session.ts';

/** Creates a client that reads nothing: keeps frames and the callbacks that confirm their sending. */
function openToSlowClient(updateRate = '') {
  const frames: string[] = [];
  const closed: [code: number, reason: string][] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send(text: string) {
      frames.push(text);
      socket.bufferedAmount += text.length;
    },
    close(code: number, reason: string) {
      socket.readyState = 2;
      closed.push([code, reason]);
    },
  });
  const limits = { maxQueue: 500, updateRate, sendTimeout: 5000 };
  const session = createLiveSession(socket as unknown as WebSocket, {} as SecurityUser, limits, () => undefined);
  return { session, frames, closed };
}

it('closes the socket of a client with too many unsent bytes, whatever the number of frames', () => {
  const { session, frames, closed } = openToSlowClient();
  const large = 'x'.repeat(20 * 1024 * 1024);
  for (let i = 0; i < 10; i++) session.reply(large);
  expect(frames).toHaveLength(4);
  expect(closed).toEqual([[1008, 'Max pending updates limit reached!']]);
});

it('limits the changes waiting for the update rate, and reports once that some are lost', () => {
  const { session, frames } = openToSlowClient('1:60');
  session.reply('{}');
  frames.length = 0;
  for (let i = 0; i < 60_000; i++) session.addChange(i % 10, '0');
  expect(frames.map((text) => JSON.parse(text))).toMatchObject([{ errorCode: 34, errorMsg: 'Too many updates!' }]);
  // Ending a command frees room.
  session.dropChanges(1);
  session.addChange(1, '1');
  session.flush(Date.now() + 120_000);
  expect(JSON.parse(frames[1] as string)).toMatchObject({ cmdId: 0, update: { length: 5000 } });
  session.close(1000, '');
});

it('waits quietly for an update rate that lets nothing through for a month', async () => {
  vi.useFakeTimers();
  try {
    const { session, frames } = openToSlowClient('1:9999999');
    session.reply('{}');
    const set = vi.spyOn(globalThis, 'setTimeout');
    session.addChange(1, '1');
    session.flush(Date.now());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(frames).toEqual(['{}']);
    expect(set).toHaveBeenCalledTimes(1);
    session.close(1000, '');
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
});
