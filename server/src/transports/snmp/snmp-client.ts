import {
  AuthProtocols,
  ErrorStatus,
  PrivProtocols,
  RequestFailedError,
  ResponseInvalidCode,
  ResponseInvalidError,
  SecurityLevel,
  Session,
  type User,
  type Varbind,
  Version1,
  Version2c,
  Version3,
} from 'net-snmp';
import type { SnmpTarget, SnmpUser } from './snmp-target.ts';
import type { UdpPath, UdpSockets } from './udp-sockets.ts';
import { AES_192, extendUserSecurity } from './usm-keys.ts';

/** The device has not answered in time. */
class SnmpTimeoutError extends Error {
  override readonly name = 'SnmpTimeoutError';
}

/** The device is there, and has refused a request. */
export class SnmpRefusedError extends Error {
  override readonly name = 'SnmpRefusedError';
  readonly status: ErrorStatus;
  /** Object that it was about, if the device named one. */
  readonly oid: string | undefined;

  constructor({ message, status }: RequestFailedError) {
    super(`The device refused: ${message}`);
    this.status = status;
    this.oid = message.split(': ')[1];
  }
}

/** Requests to one device. At most one is under way at a time; whoever calls sees to that. */
export interface SnmpClient {
  /**
   * Reads objects, several with a request. Those that a device of version 1 does not have are left out.
   * @throws SnmpTimeoutError, SnmpRefusedError, Error when an answer cannot be trusted or read
   */
  get(oids: readonly string[], retries: number): Promise<Varbind[]>;
  /**
   * Reads some of the objects that follow one, in their order; of version 1 the next. Empty at the end of all. The last may
   * be an error of its own (`isVarbindError`). Throws as `get`.
   */
  next(oid: string, retries: number): Promise<Varbind[]>;
  /** Sets objects, all or none. Throws as `get`. */
  set(varbinds: readonly Varbind[], retries: number): Promise<Varbind[]>;
  close(): void;
}

/** Who is told of the requests to a device. */
export interface RequestObserver {
  /** @returns who is told what came of it; undefined: nobody wants to know */
  requested(
    kind: 'GET' | 'GETNEXT' | 'GETBULK' | 'SET',
    objects: readonly string[] | readonly Varbind[],
  ): ((result: Error | readonly Varbind[]) => void) | undefined;
}

/** Objects in a request: answers of agents with small buffers (484 bytes, RFC 3417) hold about so many numbers. */
const MAX_OBJECTS = 24;
/** Objects that are asked for at a time in a walk. */
const REPETITIONS = 20;
/** Packets of one request: what version 3 needs to find the engine, to set its clock and to ask. */
const MAX_ROUNDS = 3;

const AUTHENTICATION: Readonly<Record<SnmpUser['authentication'], AuthProtocols>> = {
  MD5: AuthProtocols.md5,
  SHA_1: AuthProtocols.sha,
  SHA_224: AuthProtocols.sha224,
  SHA_256: AuthProtocols.sha256,
  SHA_384: AuthProtocols.sha384,
  SHA_512: AuthProtocols.sha512,
};
const PRIVACY: Readonly<Record<SnmpUser['privacy'], PrivProtocols>> = {
  DES: PrivProtocols.des,
  AES_128: PrivProtocols.aes,
  AES_192,
  AES_256: PrivProtocols.aes256b,
};

/** A user as net-snmp knows it: always with authentication and encryption. */
export function userOf(user: SnmpUser): User {
  return {
    name: user.name,
    level: SecurityLevel.authPriv,
    authProtocol: AUTHENTICATION[user.authentication],
    authKey: user.authenticationPassphrase,
    privProtocol: PRIVACY[user.privacy],
    privKey: user.privacyPassphrase,
  };
}

/** A session of net-snmp with the members of it that are not in its types. */
type OpenSession = Session & {
  retries: number;
  /** message id → request under way */
  reqs: Record<number, unknown>;
};

/** The socket that a session of net-snmp believes to have: a path on the sockets that all share. */
function socketOn(path: UdpPath, allowance: { packets: number }) {
  const socket = {
    on: () => socket,
    bind: () => socket,
    ref: () => socket,
    unref: () => socket,
    close: () => path.close(),
    send(message: Buffer, _offset: number, _length: number, _port: number, _host: string, sent: (e: null) => void) {
      // An agent that answers with one report after the other is not asked for ever.
      if (allowance.packets-- > 0) path.send(message);
      sent(null);
    },
  };
  return socket;
}

/**
 * A client for the device at an address that has passed the guard.
 * @param timeout ms that each answer may take
 */
export function createSnmpClient(
  address: string,
  { port, access }: SnmpTarget,
  timeout: number,
  sockets: UdpSockets,
  observer?: RequestObserver,
): SnmpClient {
  extendUserSecurity();
  const allowance = { packets: 0 };
  /** Ends the request under way. */
  let giveUp = (_: Error): void => undefined;
  const path = sockets.open(address, port, {
    awaits: (messageId) => session.reqs[messageId] !== undefined,
    receive(message) {
      try {
        session.onMsg(message);
      } catch (error) {
        // net-snmp has forgotten the request by then.
        giveUp(new Error(`The answer cannot be read: ${(error as Error).message}`));
      }
    },
  });
  const dgramModule = { createSocket: () => socketOn(path, allowance) };
  const options = { port, timeout, dgramModule };
  const session = (
    access.version === 'V3'
      ? new Session(address, userOf(access.user), {
          ...options,
          version: Version3,
          context: access.user.contextName,
        })
      : new Session(address, access.community, {
          ...options,
          version: access.version === 'V1' ? Version1 : Version2c,
        })
  ) as OpenSession;
  // What cannot be decoded is dropped, as a packet that was lost.
  session.on('error', () => undefined);
  if (access.version === 'V3') {
    const accept = session.onSimpleGetResponse;
    session.onSimpleGetResponse = (request, message) => {
      if (message.hasAuthentication() && message.hasPrivacy()) accept.call(session, request, message);
      else
        request.responseCb(new ResponseInvalidError('The answer is not encrypted', ResponseInvalidCode.EAuthFailure));
    };
  }

  function ask(
    retries: number,
    kind: Parameters<RequestObserver['requested']>[0],
    objects: readonly string[] | readonly Varbind[],
    request: (done: (error: Error | null, found?: Varbind[]) => void) => void,
  ) {
    const told = observer?.requested(kind, objects);
    const answer = askPlainly(retries, request);
    if (told) answer.then(told, told);
    return answer;
  }

  function askPlainly(retries: number, request: (done: (error: Error | null, found?: Varbind[]) => void) => void) {
    session.retries = retries;
    allowance.packets = MAX_ROUNDS * (retries + 1);
    return new Promise<Varbind[]>((resolve, reject) => {
      giveUp = reject;
      request((error, found) => {
        if (!error) resolve(found ?? []);
        else if (error.name === 'RequestTimedOutError') reject(new SnmpTimeoutError('The device does not answer'));
        else if (error instanceof RequestFailedError) reject(new SnmpRefusedError(error));
        else reject(error);
      });
    });
  }

  /** Reads some objects; fewer at a time when the device says that its answer would be too long. */
  async function getSome(oids: readonly string[], retries: number): Promise<Varbind[]> {
    if (oids.length === 0) return [];
    try {
      return await ask(retries, 'GET', oids, (done) => session.get([...oids], done));
    } catch (error) {
      if (!(error instanceof SnmpRefusedError)) throw error;
      if (error.status === ErrorStatus.TooBig && oids.length > 1) {
        const half = oids.length >> 1;
        return [...(await getSome(oids.slice(0, half), retries)), ...(await getSome(oids.slice(half), retries))];
      }
      // Version 1 refuses the whole request for an object that is not there.
      const others = oids.filter((oid) => oid !== error.oid);
      if (error.status !== ErrorStatus.NoSuchName || others.length === oids.length) throw error;
      return getSome(others, retries);
    }
  }

  return {
    async get(oids, retries) {
      const found: Varbind[] = [];
      for (let from = 0; from < oids.length; from += MAX_OBJECTS) {
        found.push(...(await getSome(oids.slice(from, from + MAX_OBJECTS), retries)));
      }
      return found;
    },
    async next(oid, retries) {
      if (access.version !== 'V1') {
        return ask(retries, 'GETBULK', [oid], (done) =>
          session.getBulk([oid], 0, REPETITIONS, (error, found) => done(error, found?.flat())),
        );
      }
      try {
        return await ask(retries, 'GETNEXT', [oid], (done) => session.getNext([oid], done));
      } catch (error) {
        if (error instanceof SnmpRefusedError && error.status === ErrorStatus.NoSuchName) return [];
        throw error;
      }
    },
    set: (varbinds, retries) => ask(retries, 'SET', varbinds, (done) => session.set([...varbinds], done)),
    close: () => {
      session.cancelRequests(new Error('The device is not asked any more'));
      session.close();
    },
  };
}
