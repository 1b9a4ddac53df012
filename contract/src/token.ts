import * as z from 'zod/mini';
import type { Authority } from './authority.ts';

/** Reply of every sign-in: a short-lived access token and the refresh token for the next pair. */
export const tokenPairSchema = z.object({ token: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof tokenPairSchema>;

/** Claims of an access token. `iat` and `exp` in seconds. */
export interface AccessClaims {
  /** E-mail; of a public visitor the id of the public customer. */
  sub: string;
  scopes: [Authority];
  userId: string;
  firstName?: string;
  lastName?: string;
  enabled: boolean;
  isPublic: boolean;
  tenantId: string;
  customerId: string;
  /** Raised when the sessions of the user end; tokens with a lower value are refused. */
  sessionEpoch: number;
  iss: string;
  iat: number;
  exp: number;
}
