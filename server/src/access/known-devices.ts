import { createHash } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { randomUuid } from '../storage/ids.ts';
import type { Account } from './account-store.ts';
import type { Tokens } from './tokens.ts';

/** s; how long a device stays known after a sign-in on it. */
const KNOWN_FOR = 180 * 86_400;
/** The cookie goes along with sign-ins only. */
const SIGN_IN_PATH = '/api/auth/login';

/** A browser on which a user has signed in before: it is not locked out by what others try elsewhere. */
export interface KnownDevice {
  id: string;
}

/** The name of the cookie identifies the user, since several people may use one browser. */
function cookieName(userId: string): string {
  return `signalbox-device-${createHash('sha256').update(userId).digest('hex').slice(0, 16)}`;
}

/**
 * Recognizes browsers on which users have signed in, by a signed cookie for each user. A new password makes all devices of
 * its user unknown, and so does a rotation of the signing keys after the tokens of the old one have ended.
 */
export function createKnownDevices(tokens: Tokens) {
  return {
    /** The device that a sign-in comes from if the user of `account` has signed in on it before. */
    async find(request: FastifyRequest, account: Account): Promise<KnownDevice | undefined> {
      const cookies = parseCookie(request.headers.cookie ?? '');
      const token = cookies[cookieName(account.user.userId)];
      const grant = token ? await tokens.readDevice(token) : undefined;
      const isOwn = grant?.userId === account.user.userId && grant.passwordTime === account.passwordChangedTime;
      return isOwn ? { id: grant.deviceId } : undefined;
    },

    /** The header `Set-Cookie` by which the device of `request` is known from now on. */
    async cookieFor(request: FastifyRequest, account: Account): Promise<string> {
      const known = await this.find(request, account);
      const grant = {
        userId: account.user.userId,
        deviceId: known?.id ?? randomUuid(),
        passwordTime: account.passwordChangedTime,
      };
      return stringifySetCookie({
        name: cookieName(account.user.userId),
        value: await tokens.issueDevice(grant, KNOWN_FOR),
        path: SIGN_IN_PATH,
        maxAge: KNOWN_FOR,
        httpOnly: true,
        sameSite: 'strict',
        secure: request.protocol === 'https',
      });
    },
  };
}

export type KnownDevices = ReturnType<typeof createKnownDevices>;
