import { AUTHORITIES, type Authority } from '@signalbox/contract/authority';
import { NULL_UUID } from '@signalbox/contract/id';
import type { AccessClaims, TokenPair } from '@signalbox/contract/token';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { tokenExpired, unauthenticated } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { randomUuid } from '../storage/ids.ts';
import type { SigningKeys } from './signing-keys.ts';

const ALGORITHM = 'HS512';
const ISSUER = 'signalbox';
const REFRESH_SCOPE = 'REFRESH_TOKEN';
const DEVICE_SCOPE = 'KNOWN_DEVICE';

/** What a valid refresh token says. */
export interface RefreshGrant {
  /** NULL_UUID for a public visitor. */
  userId: string;
  isPublic: boolean;
  /** E-mail, or the id of the public customer. */
  subject: string;
  sessionEpoch: number;
}

/** What a valid access token says. */
export interface AccessGrant {
  user: SecurityUser;
  sessionEpoch: number;
  /** Epoch seconds. */
  expires: number;
}

/** What the cookie of a known device says. */
export interface DeviceGrant {
  userId: string;
  deviceId: string;
  /** When the password that the user signed in with was set, epoch ms. */
  passwordTime: number | null;
}

/** Lifetimes in seconds. */
export interface TokenLifetimes {
  access: number;
  refresh: number;
}

/** Issues and verifies the signed tokens (HS512; claims as in rest-entities.md §2.2 and `sessionEpoch`). */
export function createTokens(keys: SigningKeys, lifetimes: TokenLifetimes) {
  function sign(claims: JWTPayload, lifetime: number): Promise<string> {
    const key = keys.current();
    const issued = Math.floor(Date.now() / 1000);
    return new SignJWT({ ...claims, iss: ISSUER, iat: issued, exp: issued + lifetime })
      .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
      .sign(key.secret);
  }

  /**
   * @throws ApiError 401 / 11 for an expired token
   * @throws ApiError 401 / 10 for anything else that is not a token of ours
   */
  async function verify(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(
        token,
        (header) => {
          const key = keys.find(header.kid);
          if (!key) throw unauthenticated('Invalid username or password');
          return key.secret;
        },
        { algorithms: [ALGORITHM], issuer: ISSUER },
      );
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw tokenExpired();
      throw unauthenticated('Invalid username or password');
    }
  }

  return {
    /** A new pair for `user`, valid as long as its session epoch is `sessionEpoch`. */
    async issue(user: SecurityUser, sessionEpoch: number): Promise<TokenPair> {
      const { userId, isPublic } = user;
      const access: Omit<AccessClaims, 'iss' | 'iat' | 'exp'> = {
        sub: user.email,
        scopes: [user.authority],
        userId,
        ...(user.firstName === null ? {} : { firstName: user.firstName }),
        ...(user.lastName === null ? {} : { lastName: user.lastName }),
        enabled: true,
        isPublic,
        tenantId: user.tenantId,
        customerId: user.customerId,
        sessionEpoch,
      };
      const refresh = { sub: user.email, scopes: [REFRESH_SCOPE], userId, isPublic, sessionEpoch, jti: randomUuid() };
      const [token, refreshToken] = await Promise.all([
        sign({ ...access }, lifetimes.access),
        sign(refresh, lifetimes.refresh),
      ]);
      return { token, refreshToken };
    },

    /** A token by which a device is known. @param lifetime s */
    issueDevice: ({ userId, deviceId, passwordTime }: DeviceGrant, lifetime: number): Promise<string> =>
      sign({ sub: userId, scopes: [DEVICE_SCOPE], deviceId, passwordTime }, lifetime),

    /** What a token of a device says; undefined when it is not a valid one. */
    async readDevice(token: string): Promise<DeviceGrant | undefined> {
      const claims = await verify(token).catch(() => undefined);
      if ((claims?.scopes as string[] | undefined)?.[0] !== DEVICE_SCOPE || !claims?.sub) return undefined;
      return {
        userId: claims.sub,
        deviceId: String(claims.deviceId),
        passwordTime: claims.passwordTime as number | null,
      };
    },

    /** @throws ApiError 401 for a token that is not a valid access token; sessions are not looked at here */
    async readAccess(token: string): Promise<AccessGrant> {
      const claims = (await verify(token)) as JWTPayload & Partial<AccessClaims>;
      const authority = claims.scopes?.[0] as Authority;
      if (!AUTHORITIES.includes(authority)) throw unauthenticated();
      return {
        user: {
          userId: claims.userId ?? NULL_UUID,
          authority,
          tenantId: claims.tenantId ?? NULL_UUID,
          customerId: claims.customerId ?? NULL_UUID,
          email: claims.sub ?? '',
          firstName: claims.firstName ?? null,
          lastName: claims.lastName ?? null,
          isPublic: claims.isPublic === true,
        },
        sessionEpoch: claims.sessionEpoch ?? -1,
        expires: claims.exp ?? 0,
      };
    },

    /** @throws ApiError 401 for a token that is not a valid refresh token; sessions are not looked at here */
    async readRefresh(token: string): Promise<RefreshGrant> {
      const claims = await verify(token);
      if ((claims.scopes as string[] | undefined)?.[0] !== REFRESH_SCOPE) throw unauthenticated();
      return {
        userId: String(claims.userId),
        isPublic: claims.isPublic === true,
        subject: claims.sub ?? '',
        sessionEpoch: Number(claims.sessionEpoch),
      };
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
