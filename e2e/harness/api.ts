/** REST calls of a test, as a user of the API makes them. */
export interface Api {
  token: string;
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, body?: unknown) => Promise<T>;
  delete: (path: string) => Promise<void>;
  /** A reply that is not JSON. */
  text: (path: string) => Promise<string>;
}

interface Tokens {
  token: string;
  refreshToken: string;
}

/** Signs in without a browser. */
async function tokensOf(http: string, username: string, password: string): Promise<Tokens> {
  const reply = await fetch(`${http}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!reply.ok) throw new Error(`POST /api/auth/login answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Tokens;
}

/** For how long a server takes a token from when it was issued, ms. */
export function lifetimeOf(jwt: string): number {
  const claims = Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
  const { iat, exp } = JSON.parse(claims) as { iat: number; exp: number };
  return (exp - iat) * 1000;
}

/** A pair, and when it was issued, ms. */
type Issued = Tokens & { since: number };

/** The pairs that this worker got for demo accounts: server and account → pair. */
const known = new Map<string, Issued>();

/** Whether an account is of the demo data: tests that end the sessions of somebody make an account for that. */
const isLasting = (username: string) => [TENANT, CUSTOMER, SYSADMIN].some(({ email }) => email === username);

/** The part of its lifetime in which a pair is used again, so that it lasts for a test as a new one does. */
const YOUNG = 0.1;

/** Whether a pair has most of its lifetime before it, and the server still takes it. */
async function isUsable(http: string, { token, since }: Issued): Promise<boolean> {
  if (Date.now() - since > YOUNG * lifetimeOf(token)) return false;
  const reply = await fetch(`${http}/api/auth/user`, { headers: { 'x-authorization': `Bearer ${token}` } });
  await reply.arrayBuffer();
  return reply.ok;
}

/**
 * Signs in, or takes what this worker got for one of the demo accounts a short time ago: comparing a password takes longer
 * than all else that is asked for before a test begins. What is about signing in has `signInByApi`.
 */
export async function recentTokensOf(http: string, username: string, password: string): Promise<Issued> {
  const name = JSON.stringify([http, username, password]);
  const before = known.get(name);
  if (before && (await isUsable(http, before))) return before;
  const since = Date.now();
  const pair = { ...(await tokensOf(http, username, password)), since };
  if (isLasting(username)) known.set(name, pair);
  return pair;
}

export async function signInByApi(http: string, username: string, password: string): Promise<Api> {
  return apiWithToken(http, (await tokensOf(http, username, password)).token);
}

/** Calls in the name of the user that a token is of. */
export function apiWithToken(http: string, token: string): Api {
  const send = async (method: string, path: string, body?: unknown): Promise<string> => {
    const reply = await fetch(http + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-authorization': `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
    return text;
  };
  const call = async <T>(...[method, path, body]: Parameters<typeof send>): Promise<T> => {
    const text = await send(method, path, body);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    token,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    delete: (path) => call('DELETE', path),
    text: (path) => send('GET', path),
  };
}

export const TENANT = { email: 'tenant@signalbox.local', password: 'tenant' } as const;
export const CUSTOMER = { email: 'customer@signalbox.local', password: 'customer' } as const;
export const SYSADMIN = { email: 'sysadmin@signalbox.local', password: 'sysadmin' } as const;
