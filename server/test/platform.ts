import type { TokenPair } from '@signalbox/contract/token';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { readSettings, type Settings } from '../src/config/settings.ts';
import { type Platform, startPlatform } from '../src/platform.ts';
import { ANY_PORT } from './any-port.ts';
import { createTestDatabase, type DatabaseContent, type TestDatabase } from './database.ts';

/** A reply, as tests check it. */
export interface Reply<T = unknown> {
  status: number;
  /** The parsed JSON, or the text when it is not JSON; undefined when the reply is empty. */
  body: T;
  headers: Record<string, unknown>;
}

/** Calls the REST API as one user, inside the process. */
export interface Caller {
  token: string;
  call<T = unknown>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown): Promise<Reply<T>>;
  /** Returns the body of a call that must succeed. */
  get<T>(url: string): Promise<T>;
  post<T>(url: string, body?: unknown): Promise<T>;
  delete<T>(url: string): Promise<T>;
}

export interface TestPlatform extends Platform {
  mqttPort(): number;
  coapPort(): number;
  lwm2mPort(): number;
  lwm2msPort(): number;
  lwm2mBootstrapPort(): number;
  database: TestDatabase;
  /** Calls with this token; without one if empty. */
  as(token: string): Caller;
  signIn(username: string, password: string): Promise<Caller>;
  /** The system administrator. */
  system: Caller;
  /** Stops the server and keeps its database. */
  halt(): Promise<void>;
}

/** What a slow test would meet after a minute is not among its own: the server does not store its statistics as assets. */
const AT_REST: Partial<Settings> = { queueStatisticsPeriod: 86_400_000 };

/**
 * Starts a complete server with its own database on free ports; the administrator's password is `sysadmin`.
 * `prepare` gets the database while nothing else uses it yet: what locks whole tables belongs there. It has the system's
 * widget types already, which every start would store again, unless `content` says otherwise.
 */
export async function startTestPlatform(
  overrides: Partial<Settings> = {},
  prepare?: (database: TestDatabase) => Promise<void>,
  content: DatabaseContent = 'widgets',
): Promise<TestPlatform> {
  const database = await createTestDatabase(content);
  await prepare?.(database);
  const settings: Settings = { ...readSettings({}), ...ANY_PORT, ...AT_REST, ...overrides };
  const platform = await startPlatform({
    settings,
    log: pino({ level: process.env.SIGNALBOX_TEST_LOG ?? 'silent' }),
    connection: database.connection,
    onBroken(error) {
      throw error;
    },
  });

  function as(token: string): Caller {
    async function call<T>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown): Promise<Reply<T>> {
      const options: InjectOptions = { method, url, headers: {} };
      if (token) options.headers = { 'x-authorization': `Bearer ${token}` };
      if (body !== undefined) {
        options.headers = { ...options.headers, 'content-type': 'application/json' };
        options.payload = typeof body === 'string' ? body : JSON.stringify(body);
      }
      const reply = await platform.http.inject(options);
      let parsed: unknown = reply.body === '' ? undefined : reply.body;
      if (/json/.test(String(reply.headers['content-type'])) && reply.body !== '') parsed = JSON.parse(reply.body);
      return { status: reply.statusCode, body: parsed as T, headers: reply.headers };
    }
    async function must<T>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown): Promise<T> {
      const reply = await call<T>(method, url, body);
      if (reply.status !== 200) throw new Error(`${method} ${url}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.body;
    }
    return {
      token,
      call,
      get: (url) => must('GET', url),
      post: (url, body) => must('POST', url, body),
      delete: (url) => must('DELETE', url),
    };
  }

  async function signIn(username: string, password: string): Promise<Caller> {
    const pair = await as('').post<TokenPair>('/api/auth/login', { username, password });
    return as(pair.token);
  }

  let halted: Promise<void> | undefined;
  function halt(): Promise<void> {
    halted ??= platform.stop();
    return halted;
  }

  const administrator = platform.firstAdministrator as { username: string; password: string };
  return {
    ...platform,
    mqttPort: () => platform.transportAddresses().mqtt?.port as number,
    coapPort: () => platform.transportAddresses().coap?.port as number,
    lwm2msPort: () => platform.transportAddresses().lwm2ms?.port as number,
    lwm2mPort: () => platform.transportAddresses().lwm2m?.port as number,
    lwm2mBootstrapPort: () => platform.transportAddresses()['lwm2m-bootstrap']?.port as number,
    database,
    as,
    signIn,
    system: await signIn(administrator.username, administrator.password),
    halt,
    async stop() {
      await halt();
      await database.drop();
    },
  };
}
