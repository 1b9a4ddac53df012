import type { Peer } from '../datagrams.ts';
import type { DtlsConnection } from './connection.ts';

/** A client with which keys are agreed. */
export interface DtlsSession {
  readonly peer: Peer;
  /** Its place as UDP knows it. */
  readonly place: Peer;
  readonly connection: DtlsConnection;
  /** Of the ClientHello that it began with. */
  readonly random: string;
  /** When it last sent something, on the steady clock. */
  lastAt: number;
  /** It is one of ours: it has proven who it is, or has shown a token. */
  isKnown: boolean;
  /** Ends the look after the certificate of the client. */
  stopFollowing?: () => void;
  /** Why we end it, if we do for a reason that people are told. */
  endReason?: string;
  /** Whose it is; absent: that is not known, and its network counts instead. */
  owner?: string;
}

/** Bounds of the table. */
export interface SessionBounds {
  known: number;
  /** Whoever has agreed on keys, and nothing else. */
  strangers: number;
  /** ms without a datagram from them */
  knownIdle: number;
  strangersIdle: number;
}

/** Sessions that are looked at in each sweep: those that were silent for longest. */
const SWEPT = 2000;

/** Who shares room: clients of one tenant, or of one network (IPv4 /24, IPv6 /48) while it is not known whose they are. */
function sharerOf({ owner, place: { address } }: DtlsSession): string {
  if (owner !== undefined) return `tenant ${owner}`;
  return address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.');
}

/**
 * Clients with which keys are agreed, one for each place. Strangers push out nobody but others like them, and where there
 * is no room left, whoever has the most gives up the one that was silent for longest.
 */
export function createSessions(
  { known, strangers, knownIdle, strangersIdle }: SessionBounds,
  ended: (session: DtlsSession, isReplaced: boolean) => void,
) {
  /** key of the place → session; silent for longest first */
  const tables = {
    known: { sessions: new Map<string, DtlsSession>(), shares: createShares(), max: known, idle: knownIdle },
    strangers: {
      sessions: new Map<string, DtlsSession>(),
      shares: createShares(),
      max: strangers,
      idle: strangersIdle,
    },
  };
  const tableOf = ({ isKnown }: DtlsSession) => (isKnown ? tables.known : tables.strangers);

  function insert(session: DtlsSession): void {
    const { sessions, shares, max } = tableOf(session);
    if (sessions.size >= max) {
      const oldest = shares.toGiveWay();
      if (oldest) end(oldest);
    }
    sessions.set(session.place.key, session);
    shares.add(session);
  }

  function end(session: DtlsSession, isReplaced = false): void {
    const { sessions, shares } = tableOf(session);
    if (sessions.get(session.place.key) !== session) return;
    sessions.delete(session.place.key);
    shares.remove(session);
    ended(session, isReplaced);
  }

  const find = (placeKey: string): DtlsSession | undefined =>
    tables.known.sessions.get(placeKey) ?? tables.strangers.sessions.get(placeKey);

  return {
    find,
    end: (session: DtlsSession): void => end(session),

    /** The session takes the place of an earlier one from there. */
    add(session: DtlsSession): void {
      const earlier = find(session.place.key);
      if (earlier) end(earlier, true);
      insert(session);
    },

    /** The client has sent something. */
    heardFrom(session: DtlsSession, now: number): void {
      session.lastAt = now;
      const { sessions, shares } = tableOf(session);
      sessions.delete(session.place.key);
      sessions.set(session.place.key, session);
      shares.remove(session);
      shares.add(session);
    },

    trust(session: DtlsSession, owner: string): void {
      if (session.isKnown && session.owner === owner) return;
      const { sessions, shares } = tableOf(session);
      if (sessions.get(session.place.key) !== session) return;
      sessions.delete(session.place.key);
      shares.remove(session);
      session.isKnown = true;
      session.owner = owner;
      insert(session);
    },

    sweep(now: number): void {
      for (const { sessions, idle } of Object.values(tables)) {
        let left = SWEPT;
        for (const session of sessions.values()) {
          if (now - session.lastAt < idle || left-- === 0) break;
          end(session);
        }
      }
    },

    endAll(): void {
      for (const { sessions } of Object.values(tables)) for (const session of [...sessions.values()]) end(session);
    },

    sizes: () => ({ known: tables.known.sessions.size, strangers: tables.strangers.sessions.size }),
  };
}

/** Sessions by who shares room for them. */
function createShares() {
  /** sharer → its sessions, silent for longest first */
  const shares = new Map<string, Set<DtlsSession>>();
  return {
    add(session: DtlsSession): void {
      const sharer = sharerOf(session);
      const own = shares.get(sharer) ?? new Set();
      shares.set(sharer, own);
      own.add(session);
    },
    remove(session: DtlsSession): void {
      const sharer = sharerOf(session);
      const own = shares.get(sharer);
      own?.delete(session);
      if (own?.size === 0) shares.delete(sharer);
    },
    /** The one that was silent for longest, of those of whoever has the most. */
    toGiveWay(): DtlsSession | undefined {
      let most: Set<DtlsSession> = new Set();
      for (const own of shares.values()) if (own.size > most.size) most = own;
      const [oldest] = most;
      return oldest;
    },
  };
}
