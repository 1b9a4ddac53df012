import { expect, it } from 'vitest';
import { peerAt } from '../datagrams.ts';
import type { DtlsConnection } from './connection.ts';
import { createSessions, type DtlsSession } from './sessions.ts';

const connection = {} as DtlsConnection;

function table(known: number, strangers = 100) {
  const ended: string[] = [];
  const bounds = { known, strangers, knownIdle: 1000, strangersIdle: 1000 };
  const sessions = createSessions(bounds, ({ place }) => void ended.push(place.key));
  let port = 0;
  /** A client that has agreed on keys; with an owner, it is one of ours. */
  function add(address: string, owner?: string): DtlsSession {
    const place = peerAt(address, ++port);
    const session = { peer: place, place, connection, random: '', lastAt: 0, isKnown: false };
    sessions.add(session);
    if (owner !== undefined) sessions.trust(session, owner);
    return session;
  }
  return { ended, sessions, add };
}

it('takes room from the tenant that has the most', () => {
  const { ended, sessions, add } = table(5);
  const small = add('10.0.0.1', 'small');
  const [first, second] = [add('10.0.1.1', 'large'), add('10.0.2.1', 'large')];
  for (const network of [3, 4]) add(`10.0.${network}.1`, 'large');
  sessions.heardFrom(first as DtlsSession, 1);
  const other = add('10.0.9.1', 'other');
  // The one of the largest that was silent for longest, though one of another tenant was silent for longer.
  expect(ended).toEqual([(second as DtlsSession).place.key]);
  add('10.0.5.1', 'large');
  expect(ended).toHaveLength(2);
  for (const session of [small, other, first]) expect(sessions.find((session as DtlsSession).place.key)).toBe(session);
  expect(sessions.sizes()).toEqual({ known: 5, strangers: 0 });
});

it('takes room from the network that has the most while nobody knows whose clients are', () => {
  const { sessions, add } = table(100, 4);
  const quiet = add('192.0.2.1');
  const six = add('2001:db8:1::5');
  for (let host = 1; host < 20; host++) add(`10.0.0.${host}`);
  for (const session of [quiet, six]) expect(sessions.find(session.place.key)).toBe(session);
  expect(sessions.sizes()).toEqual({ known: 0, strangers: 4 });
});

it('knows whose a client is when that changes, and forgets those that end', () => {
  const { ended, sessions, add } = table(2);
  const one = add('10.0.0.1', 'first');
  sessions.trust(one, 'second');
  add('10.0.0.2', 'second');
  add('10.0.0.3', 'first');
  expect(ended).toEqual([one.place.key]);
  sessions.sweep(10_000);
  expect(sessions.sizes()).toEqual({ known: 0, strangers: 0 });
});
