/** REST calls of a test, as a user of the API makes them. */
export interface Api {
  token: string;
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, body?: unknown) => Promise<T>;
  delete: (path: string) => Promise<void>;
  /** A reply that is not JSON. */
  text: (path: string) => Promise<string>;
}

export async function signInByApi(http: string, username: string, password: string): Promise<Api> {
  const send = async (method: string, path: string, token: string, body?: unknown): Promise<string> => {
    const reply = await fetch(http + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { 'x-authorization': `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
    return text;
  };
  const call = async <T>(...[method, path, token, body]: Parameters<typeof send>): Promise<T> => {
    const text = await send(method, path, token, body);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const { token } = await call<{ token: string }>('POST', '/api/auth/login', '', { username, password });
  return {
    token,
    get: (path) => call('GET', path, token),
    post: (path, body) => call('POST', path, token, body),
    delete: (path) => call('DELETE', path, token),
    text: (path) => send('GET', path, token),
  };
}

export const TENANT = { email: 'tenant@signalbox.local', password: 'tenant' } as const;
export const CUSTOMER = { email: 'customer@signalbox.local', password: 'customer' } as const;
export const SYSADMIN = { email: 'sysadmin@signalbox.local', password: 'sysadmin' } as const;
