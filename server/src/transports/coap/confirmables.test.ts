import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { peerAt } from '../datagrams.ts';
import { type ConfirmableOutcome, type Confirmables, createConfirmables } from './confirmables.ts';
import { Endpoint } from './endpoints.ts';
import { emptyMessage } from './message.ts';

let confirmables: Confirmables;
let endpoint: Endpoint;
let sent: string[];
let problems: unknown[];
let outcomes: string[];
let isSendable: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [sent, problems, outcomes, isSendable] = [[], [], [], true];
  endpoint = new Endpoint(peerAt('192.0.2.1', 4000), 0);
  confirmables = createConfirmables(
    (_, bytes) => {
      if (!isSendable) throw new RangeError('the port must not be 0');
      sent.push(String(bytes));
    },
    (error) => problems.push(error),
  );
});
afterEach(() => {
  confirmables.close();
  vi.useRealTimers();
});

const submit = (name: string, write = (): Buffer => Buffer.from(name)): void =>
  confirmables.submit(endpoint, {
    write,
    onOutcome: (outcome: ConfirmableOutcome) => outcomes.push(`${name}: ${outcome}`),
  });
const refuse = (): never => {
  throw new Error('too long');
};

it('a message that cannot be written holds up none behind it', async () => {
  submit('first', refuse);
  submit('second');
  submit('third', refuse);
  submit('fourth');
  await vi.advanceTimersByTimeAsync(200_000);
  expect([...new Set(sent)]).toEqual(['second', 'fourth']);
  expect(outcomes).toEqual(['first: timeout', 'second: timeout', 'third: timeout', 'fourth: timeout']);
  expect(problems).toHaveLength(2);
  expect(confirmables.isBusy(endpoint)).toBe(false);
});

it('a message that cannot be sent is like one that is lost', async () => {
  isSendable = false;
  submit('first');
  isSendable = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(sent).toEqual(['first']);
  isSendable = false;
  submit('second');
  await vi.advanceTimersByTimeAsync(300_000);
  expect(outcomes).toEqual(['first: timeout', 'second: timeout']);
  expect(confirmables.isBusy(endpoint)).toBe(false);
});

it('whoever waits for an outcome and fails holds up nothing', async () => {
  confirmables.submit(endpoint, { write: () => Buffer.from('first'), onSent: refuse, onOutcome: refuse });
  submit('second');
  await vi.advanceTimersByTimeAsync(300_000);
  expect(outcomes).toEqual(['second: timeout']);
  expect(problems).toHaveLength(2);
});

it('reaches those who are known, whatever is under way to addresses that somebody invents', () => {
  confirmables = createConfirmables(
    (to) => sent.push(to.key),
    (error) => problems.push(error),
  );
  const ping = (to: Endpoint): void =>
    confirmables.submit(to, { write: (messageId) => emptyMessage('CON', messageId), retransmissions: 0 });
  for (let port = 0; port < 60_000; port++) ping(new Endpoint(peerAt('10.0.0.1', port), 1));
  const known = new Endpoint(peerAt('10.0.0.2', 7000), 1);
  known.isKnown = true;
  ping(known);
  expect(sent.at(-1)).toBe(known.key);
  expect(sent.length).toBeLessThan(10_000);
  // Strangers have room again when something is settled.
  const stranger = new Endpoint(peerAt('10.0.0.3', 1), 1);
  ping(stranger);
  expect(sent.at(-1)).toBe(known.key);
  const [first = ''] = sent;
  for (let messageId = 0; messageId < 65_536; messageId++) confirmables.answered(first, messageId, 'reset');
  ping(stranger);
  expect(sent.at(-1)).toBe(stranger.key);
});
