import http from 'node:http';
import type { Api } from '../../../e2e/harness/api.ts';

/**
 * Calls in the name of the user that a token is of, with as little work per call as possible: the caller shares the cores
 * with the server that is measured, and `fetch` takes longer for a call than the server does. Replies are not compressed.
 * @param callers connections that are kept
 */
export function lightApi(address: string, token: string, callers = 64): Api {
  const agent = new http.Agent({ keepAlive: true, maxSockets: callers });
  const { hostname, port } = new URL(address);

  function send(method: string, path: string, body?: unknown): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers: http.OutgoingHttpHeaders = { 'x-authorization': `Bearer ${token}` };
    if (payload) Object.assign(headers, { 'content-type': 'application/json', 'content-length': payload.length });
    const request = http.request({ agent, hostname, port, method, path, headers }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('error', reject);
      reply.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (reply.statusCode === 200) resolve(text);
        else reject(new Error(`${method} ${path} answered ${reply.statusCode}: ${text}`));
      });
    });
    request.on('error', reject);
    request.end(payload);
    return promise;
  }

  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
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
