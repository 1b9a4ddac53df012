import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPendingSignIns } from './pending-sign-ins.ts';

const SIGN_IN = { registrationId: 'r', redirectUri: 'https://iot.example/login/oauth2/code/', codeVerifier: 'v' };
const BY_LINK = { isSecure: true, byForm: false };
/** What a browser sends back of a `Set-Cookie`. */
const sent = (cookie: string): string => cookie.split(';', 1)[0] ?? '';

afterEach(() => vi.useRealTimers());

describe('a sign-in under way', () => {
  it('ends once, in the browser that began it', () => {
    const pending = createPendingSignIns();
    const { state, cookie } = pending.begin(SIGN_IN, BY_LINK);
    const other = pending.begin(SIGN_IN, BY_LINK);
    expect(pending.end(state, undefined, true)).toBeUndefined();
    expect(pending.end(state, sent(other.cookie), true)).toBeUndefined();
    expect(pending.end(state, sent(cookie).replace(/=.*/, '='), true)).toBeUndefined();
    expect(pending.end(other.state, sent(cookie), true)).toBeUndefined();
    expect(pending.end(state, `${sent(other.cookie)}; ${sent(cookie)}`, true)).toEqual(SIGN_IN);
    expect(pending.end(state, sent(cookie), true)).toBeUndefined();
    expect(pending.end(other.state, sent(other.cookie), true)).toEqual(SIGN_IN);
  });

  it('ends after ten minutes', () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    const pending = createPendingSignIns();
    const [one, two] = [pending.begin(SIGN_IN, BY_LINK), pending.begin(SIGN_IN, BY_LINK)];
    vi.advanceTimersByTime(599_000);
    expect(pending.end(one.state, sent(one.cookie), true)).toEqual(SIGN_IN);
    vi.advanceTimersByTime(2000);
    expect(pending.end(two.state, sent(two.cookie), true)).toBeUndefined();
  });

  it('is one of ten thousand at most: of more, the oldest ends', () => {
    const pending = createPendingSignIns();
    const first = pending.begin(SIGN_IN, BY_LINK);
    const second = pending.begin(SIGN_IN, BY_LINK);
    for (let others = 0; others < 9_999; others++) pending.begin(SIGN_IN, BY_LINK);
    expect(pending.end(first.state, sent(first.cookie), true)).toBeUndefined();
    expect(pending.end(second.state, sent(second.cookie), true)).toEqual(SIGN_IN);
  });

  it.each([
    [{ isSecure: true, byForm: false }, '; HttpOnly; Secure; SameSite=Lax'],
    [{ isSecure: true, byForm: true }, '; HttpOnly; Secure; SameSite=None'],
    [{ isSecure: false, byForm: false }, '; Path=/; HttpOnly; SameSite=Lax'],
    [{ isSecure: false, byForm: true }, '; Path=/; HttpOnly'],
  ])('has a cookie that comes along on the way back: %j', (wayBack, attributes) => {
    const { cookie } = createPendingSignIns().begin(SIGN_IN, wayBack);
    expect(cookie.endsWith(attributes)).toBe(true);
    expect(cookie.startsWith('__Host-')).toBe(wayBack.isSecure);
  });
});
