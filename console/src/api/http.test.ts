// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttp, errorMessage, fillPath, type Problem, queryText } from './http.ts';
import { createTokenStore } from './tokens.ts';

const jwt = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`;
const pair = (name: string) => ({
  token: jwt({ sub: name, iat: 1, exp: 9001, scopes: ['TENANT_ADMIN'] }),
  refreshToken: jwt({ sub: name, iat: 1, exp: 99_001 }),
});

const reply = (status: number, body: unknown) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });

function setUp(answer: (url: string, init: RequestInit) => Response | Promise<Response>) {
  const problems: Problem[] = [];
  const ended = vi.fn();
  const sent: { url: string; token: string | undefined }[] = [];
  const tokens = createTokenStore({ shared: localStorage, ofTab: sessionStorage });
  const http = createHttp({
    tokens,
    fetch: (async (url: string, init: RequestInit) => {
      sent.push({ url, token: (init.headers as Record<string, string>)['X-Authorization'] });
      return answer(url, init);
    }) as unknown as typeof fetch,
    report: (problem) => problems.push(problem),
    onSessionEnd: ended,
    wait: () => Promise.resolve(),
    random: () => 0,
  });
  return { http, tokens, problems, ended, sent };
}

const get = (path: string) => ({ method: 'GET' as const, path, reply: 'json' as const });

describe('calls of the console', () => {
  beforeEach(() => localStorage.clear());

  it('carry the token, except the ways in', async () => {
    const { http, tokens, sent } = setUp(() => reply(200, { fine: true }));
    tokens.store(pair('a'));
    await http.request(get('/api/device/types'));
    await http.request({ method: 'POST', path: '/api/auth/login', body: {}, reply: 'json' });
    expect(sent[0]?.token).toBe(`Bearer ${pair('a').token}`);
    expect(sent[1]?.token).toBeUndefined();
  });

  it('without a token end with Unauthorized and are not sent', async () => {
    const { http, sent, ended } = setUp(() => reply(200, {}));
    await expect(http.request(get('/api/device/types'))).rejects.toThrow('Unauthorized!');
    expect(sent).toEqual([]);
    expect(ended).toHaveBeenCalledWith('elsewhere');
  });

  it('refresh an expired token once for all that run at the same time, and try again', async () => {
    const fresh = pair('fresh');
    const { http, tokens, sent, problems } = setUp((url, init) => {
      if (url === '/api/auth/token') return reply(200, fresh);
      const token = (init.headers as Record<string, string>)['X-Authorization'];
      return token === `Bearer ${fresh.token}`
        ? reply(200, { url })
        : reply(401, { status: 401, errorCode: 11, message: 'Token has expired' });
    });
    tokens.store(pair('old'));
    const answers = await Promise.all(['/api/a', '/api/b', '/api/c'].map((path) => http.request(get(path))));
    expect(answers).toEqual([{ url: '/api/a' }, { url: '/api/b' }, { url: '/api/c' }]);
    expect(sent.filter(({ url }) => url === '/api/auth/token')).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it('end the session when the refresh is refused, but not while the server is away', async () => {
    let away = true;
    const { http, tokens, ended } = setUp((url) => {
      if (url !== '/api/auth/token') return reply(401, { errorCode: 11, message: 'Token has expired' });
      if (away) throw new TypeError('network');
      return reply(401, { errorCode: 10, message: 'Authentication failed' });
    });
    tokens.store(pair('old'));
    await expect(http.request(get('/api/a'))).rejects.toThrow('Unable to connect');
    expect(ended).not.toHaveBeenCalled();
    away = false;
    await expect(http.request(get('/api/a'))).rejects.toThrow('Authentication failed');
    expect(ended).toHaveBeenCalledOnce();
    expect(tokens.access()).toBeUndefined();
  });

  it.each([403, 404, 429])('leave the session alone when it could not be renewed because of a %i', async (status) => {
    const { http, tokens, ended } = setUp((url) =>
      url === '/api/auth/token' ? reply(status, '<html>') : reply(401, { errorCode: 11, message: 'Token has expired' }),
    );
    tokens.store(pair('a'));
    await expect(http.request(get('/api/device/types'))).rejects.toMatchObject({ status });
    expect(ended).not.toHaveBeenCalled();
    expect(tokens.access()).toBe(pair('a').token);
  });

  it('are not answered by half a reply, nor by that of somebody else', async () => {
    const { http, tokens } = setUp(() => new Response('<html>Sign in to this network</html>'));
    tokens.store(pair('a'));
    await expect(http.request(get('/api/auth/user'))).rejects.toMatchObject({ status: 0 });
  });

  it('show a 401 unless the credentials expired', async () => {
    const codes = [10, 15, 2];
    const { http, tokens, problems } = setUp((url) =>
      url === '/api/auth/token' ? reply(503, '') : reply(401, { errorCode: codes.shift(), message: 'Refused' }),
    );
    tokens.store(pair('a'));
    for (const _ of [10, 15, 2]) await expect(http.request(get('/api/a'))).rejects.toThrow('Refused');
    expect(problems).toMatchObject([{ error: { errorCode: 10 } }, { error: { errorCode: 2 } }]);
  });

  it('end the session without a valid refresh token', async () => {
    const { http, tokens, ended, sent } = setUp(() => reply(401, { errorCode: 11, message: 'Token has expired' }));
    tokens.store({ ...pair('a'), refreshToken: '' });
    await expect(http.request(get('/api/a'))).rejects.toThrow('access.refresh-token-expired');
    expect(ended).toHaveBeenCalledWith('refused');
    // One that was there has run out: people are told so.
    tokens.store(pair('a'));
    localStorage.setItem('refresh_token_expiration', '1000');
    await expect(http.request(get('/api/a'))).rejects.toThrow('access.refresh-token-expired');
    expect(ended).toHaveBeenLastCalledWith('expired');
    expect(sent.map(({ url }) => url)).toEqual(['/api/a', '/api/a']);
    expect(localStorage.length).toBe(0);
  });

  it('say what is forbidden and what failed, unless the caller does', async () => {
    const { http, tokens, problems } = setUp((url) =>
      url.includes('forbidden') ? reply(403, { message: 'No' }) : reply(500, { message: 'Broken' }),
    );
    tokens.store(pair('a'));
    await expect(http.request(get('/api/forbidden'))).rejects.toThrow('No');
    await expect(http.request(get('/api/other'))).rejects.toThrow('Broken');
    await expect(http.request(get('/api/other'), { ignoreErrors: true })).rejects.toThrow('Broken');
    expect(problems.map((problem) => problem.kind)).toEqual(['forbidden', 'message']);
  });

  it('neither bring a session back that was left while it was renewed, nor end the one that came after it', async () => {
    const visitor = (lifetime: number) => {
      const token = jwt({ sub: 'public-1', iat: 1, exp: 1 + lifetime, isPublic: true });
      return { token, refreshToken: token.replace('h.', 'r.') };
    };
    for (const answer of [reply(200, visitor(9000)), reply(401, { message: 'Ended', errorCode: 10 })]) {
      const { http, tokens, ended } = setUp((url) => {
        if (url !== '/api/auth/token') return reply(200, {});
        tokens.leaveVisit();
        return answer;
      });
      tokens.store(pair('user'));
      tokens.store({ ...visitor(9000), token: visitor(1).token });
      await http.request(get('/api/a'), { ignoreErrors: true }).catch(() => undefined);
      expect(tokens.access()).toBe(pair('user').token);
      expect(ended).not.toHaveBeenCalled();
    }
  });

  it('are sent again after 429 when the server wants them, or 1 to 4 s later, and not when that is long', async () => {
    const answers = [{}, { 'retry-after': '7' }, { 'retry-after': '3600' }] as Record<string, string>[];
    const waited: number[] = [];
    const tokens = createTokenStore({ shared: localStorage, ofTab: sessionStorage });
    tokens.store(pair('a'));
    const http = createHttp({
      tokens,
      fetch: async () => new Response('{"message":"Too many"}', { status: 429, headers: answers.shift() ?? {} }),
      report: () => {},
      onSessionEnd: () => {},
      wait: async (ms) => void waited.push(ms),
      random: () => 0.5,
    });
    const call = http.request(get('/api/a'), { resendRequest: true, ignoreErrors: true });
    await expect(call).rejects.toMatchObject({ status: 429, retryAfter: 3_600_000 });
    expect(waited).toEqual([2500, 7000]);
  });

  it('are not sent again once their page has gone', async () => {
    const gone = new AbortController();
    const { http, tokens, sent } = setUp(() => reply(429, { message: 'Too many' }));
    tokens.store(pair('a'));
    const call = http.request(get('/api/a'), { resendRequest: true, ignoreErrors: true, signal: gone.signal });
    gone.abort();
    await expect(call).rejects.toThrow(/abort/i);
    expect(sent.length).toBeLessThanOrEqual(1);
  });

  it('are sent again after 429 only when asked for', async () => {
    let left = 2;
    const { http, tokens } = setUp(() => (left-- > 0 ? reply(429, { message: 'Too many' }) : reply(200, {})));
    tokens.store(pair('a'));
    await expect(http.request(get('/api/a'), { ignoreErrors: true })).rejects.toThrow('Too many');
    await expect(http.request(get('/api/a'), { resendRequest: true })).resolves.toEqual({});
  });

  it('move the loading bar, except quiet ones', async () => {
    const { http, tokens } = setUp(() => reply(200, {}));
    tokens.store(pair('a'));
    const seen: number[] = [];
    http.loading.subscribe(() => seen.push(http.loading.get()));
    await http.request(get('/api/a'));
    await http.request(get('/api/a'), { ignoreLoading: true });
    await http.request(get('/api/rpc/persistent/1'));
    expect(seen).toEqual([1, 0]);
  });
});

describe('addresses and messages', () => {
  it('write parameters and queries', () => {
    expect(fillPath('/api/device/:deviceId', { deviceId: 'a/b' })).toBe('/api/device/a%2Fb');
    expect(queryText({ pageSize: 10, keys: ['a', 'b'], none: undefined, empty: '' })).toBe('?pageSize=10&keys=a%2Cb');
    expect(queryText({ key: new Set(['a,b', 'c']) })).toBe('?key=a%2Cb&key=c');
  });

  it('follow the error catalogue', () => {
    expect(errorMessage(0, null, 'GET', '/x', '')).toBe('Unable to connect');
    expect(errorMessage(404, '<html>', 'GET', '/x', 'Not Found')).toBe('GET: /x 404: Not Found');
    expect(errorMessage(400, { message: 'Bad', timeout: 5 }, 'GET', '/x', '')).toBe('Bad (5)');
    expect(errorMessage(502, '', 'GET', '/x', '')).toBe('Unhandled error code 502');
  });
});
