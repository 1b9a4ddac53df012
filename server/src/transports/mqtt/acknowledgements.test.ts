import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { MAX_IN_FLIGHT_MESSAGES } from '../session-limits.ts';
import { Acknowledgements, type AcknowledgingConnection } from './acknowledgements.ts';
import { Reading } from './reading.ts';

const HALF = MAX_IN_FLIGHT_MESSAGES / 2;

/** A client of MQTT 3.1.1, as far as its publishes are read and acknowledged. */
function connect(version: 4 | 5 = 4) {
  const socket = new Socket();
  const reading = new Reading(socket);
  /** Packet identifiers that were acknowledged. */
  const sent: number[] = [];
  const connection: AcknowledgingConnection = {
    version,
    isClosed: false,
    send: (packet) => sent.push(packet.readUInt16BE(2)),
    pause: (reason) => reading.pause(reason),
    resume: (reason) => void reading.resume(reason),
  };
  const acknowledgements = new Acknowledgements(connection);
  let messageId = 0;
  const frame = { qos: 1, topic: 't', topicAlias: undefined, payload: Buffer.alloc(0) } as const;
  const withhold = (id: number): void => acknowledgements.withhold({ ...frame, messageId: id });
  /** Publishes so many; the returned functions acknowledge them. */
  function publish(count: number): (() => void)[] {
    return Array.from({ length: count }, () => acknowledgements.expect({ ...frame, messageId: ++messageId }));
  }
  return { socket, connection, acknowledgements, frame, publish, withhold, sent };
}

it('a client with many unacknowledged publishes is read again when half of them are acknowledged', () => {
  const { socket, publish } = connect();
  const acknowledge = publish(MAX_IN_FLIGHT_MESSAGES - 1);
  expect(socket.isPaused()).toBe(false);
  acknowledge.push(...publish(1));
  expect(socket.isPaused()).toBe(true);
  for (const one of acknowledge.splice(0, HALF - 1)) one();
  expect(socket.isPaused()).toBe(true);
  acknowledge.shift()?.();
  expect(socket.isPaused()).toBe(false);
});

it('a client is paused at any number beyond the limit, not only at the limit', () => {
  const { socket, connection, publish } = connect();
  publish(MAX_IN_FLIGHT_MESSAGES);
  connection.resume('unacknowledged');
  expect(socket.isPaused()).toBe(false);
  publish(1);
  expect(socket.isPaused()).toBe(true);
});

it('a client that is paused for two reasons is read when both are gone', () => {
  const { socket, connection, publish } = connect();
  const acknowledge = publish(MAX_IN_FLIGHT_MESSAGES);
  connection.pause('logFull');
  for (const one of acknowledge) one();
  expect(socket.isPaused()).toBe(true);
  connection.resume('logFull');
  expect(socket.isPaused()).toBe(false);
});

it('a publish that is left without an answer holds up none that comes after it', () => {
  const { socket, publish, withhold, sent } = connect();
  const [first, , third] = publish(3);
  third?.();
  first?.();
  expect(sent).toEqual([1]);
  withhold(2);
  expect(sent).toEqual([1, 3]);
  publish(MAX_IN_FLIGHT_MESSAGES);
  expect(socket.isPaused()).toBe(true);
  for (let id = 4; id < 4 + HALF; id++) withhold(id);
  expect(socket.isPaused()).toBe(false);
});

it.each([
  [4, 10_000],
  [5, MAX_IN_FLIGHT_MESSAGES],
] as const)('a client of version %s that never releases what it has sent is stopped at %s messages', (version, max) => {
  const { acknowledgements, frame, sent } = connect(version);
  const publish = (messageId: number) => acknowledgements.expect({ ...frame, qos: 2, messageId })();
  for (let id = 1; id <= max; id++) publish(id);
  expect(sent).toHaveLength(max);
  expect(() => publish(max + 1)).toThrow(`More than ${max}`);
  expect(acknowledgements.release(1)).toBe(true);
  publish(max + 1);
  expect(sent.at(-1)).toBe(max + 1);
});
