// @vitest-environment jsdom
import { ErrorCode } from '@signalbox/contract/error';
import { afterEach, describe, expect, it } from 'vitest';
import { RequestError } from '../api/http.ts';
import { expiredPasswordPlace, takeEntryParameters } from './entry-parameters.ts';

afterEach(() => window.history.replaceState(null, '', '/'));

describe('parameters of the address at load', () => {
  it('are taken out of it, except those of public links', () => {
    const secrets = 'accessToken=a&refreshToken=r&username=u&password=p&loginError=no';
    window.history.replaceState({ idx: 3 }, '', `/dashboard/1?state=x&${secrets}&publicId=public-1`);
    expect(takeEntryParameters()).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      username: 'u',
      password: 'p',
      loginError: 'no',
      publicId: 'public-1',
    });
    expect(window.location.search).toBe('?state=x&publicId=public-1');
    expect(window.history.state).toEqual({ idx: 3 });
  });
});

describe('a sign-in with an expired password', () => {
  it('leads to the page for a new one, with the token of the refusal', () => {
    const refusal = (code: number, body: object) =>
      new RequestError(401, 'Expired', 'POST', '/api/auth/login', code, { body });
    expect(expiredPasswordPlace(refusal(ErrorCode.credentialsExpired, { resetToken: 'a/b' }))).toBe(
      '/login/resetExpiredPassword?resetToken=a%2Fb',
    );
    expect(expiredPasswordPlace(refusal(ErrorCode.authentication, {}))).toBeUndefined();
    expect(expiredPasswordPlace(new Error('no'))).toBeUndefined();
  });
});
