import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { readAppToken } from './app-token.ts';

const SECRET = 'abcdefghijklmnopqrstuvwx';
const tokenOf = (key: Uint8Array, alg: string) =>
  new SignJWT({ callbackUrlScheme: 'com.example.harbour' })
    .setProtectedHeader({ alg })
    .setIssuer('com.example')
    .setExpirationTime('2m')
    .sign(key);

describe('the token of an app', () => {
  it.each([
    ['base64, as clients of 3.3.2 do', Buffer.from(SECRET, 'base64'), 'HS512'],
    ['its characters', Buffer.from(SECRET), 'HS256'],
  ])('is signed with its secret, taken for %s', async (_how, key, alg) => {
    expect(await readAppToken(await tokenOf(key, alg), 'com.example', SECRET)).toBe('com.example.harbour');
  });

  it('is refused without a signature, and without an end', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { iss: 'com.example', exp: Math.floor(Date.now() / 1000) + 60, callbackUrlScheme: 'app' };
    const unsigned = `${part({ alg: 'none' })}.${part(claims)}.`;
    await expect(readAppToken(unsigned, 'com.example', SECRET)).rejects.toThrow('not valid');
    const endless = new SignJWT({ callbackUrlScheme: 'app' }).setProtectedHeader({ alg: 'HS256' });
    const signed = await endless.setIssuer('com.example').sign(Buffer.from(SECRET));
    await expect(readAppToken(signed, 'com.example', SECRET)).rejects.toThrow('not valid');
  });
});
