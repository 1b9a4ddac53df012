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
export async function tokensOf(http: string, username: string, password: string): Promise<Tokens> {
  const reply = await fetch(`${http}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!reply.ok) throw new Error(`POST /api/auth/login answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Tokens;
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
