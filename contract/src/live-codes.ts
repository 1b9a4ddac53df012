/** Error codes inside updates. */
export const LiveErrorCode = { none: 0, internal: 1, badRequest: 2, unauthorized: 3, tooManyUpdates: 34 } as const;
export type LiveErrorCode = (typeof LiveErrorCode)[keyof typeof LiveErrorCode];

/**
 * How the server ends a socket whose access token has expired: the client reconnects with a new one. A code above 1001
 * would be an error to clients of 3.3.2.
 */
export const TOKEN_EXPIRED_CLOSE = { code: 1001, reason: 'The access token has expired.' } as const;
/** How it ends the sockets of a session that was ended: by signing out, with a new password, or with its user. */
export const SESSION_ENDED_CLOSE = { code: 1008, reason: 'The session has ended.' } as const;
