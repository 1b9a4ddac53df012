import { type ErrorBody, ErrorCode } from '@signalbox/contract/error';

/** An error that has a place on the wire: HTTP status, code and a message for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly errorCode: ErrorCode;
  /** Further members of the body (`resetToken`). */
  readonly extra: Record<string, unknown> | undefined;
  /** When the caller may try again (`Retry-After`), in whole seconds. */
  retryAfter: number | undefined;

  constructor(status: number, errorCode: ErrorCode, message: string, extra?: Record<string, unknown>) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.errorCode = errorCode;
    this.extra = extra;
  }

  body(): ErrorBody {
    return {
      status: this.status,
      message: this.message,
      errorCode: this.errorCode,
      timestamp: wireTimestamp(Date.now()),
      ...this.extra,
    };
  }
}

/** Epoch ms as the wire writes the time of an error: `2021-11-20T10:15:30.123+00:00`. */
function wireTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}+00:00`;
}

/** 400 / 31: the request cannot be used; the message names the field. */
export function badRequest(message: string): ApiError {
  return new ApiError(400, ErrorCode.badRequestParams, message);
}

/** 401 / 10. */
export function unauthenticated(message = 'Authentication failed'): ApiError {
  return new ApiError(401, ErrorCode.authentication, message);
}

/** 401 / 11: the client refreshes its token and tries again. */
export function tokenExpired(): ApiError {
  return new ApiError(401, ErrorCode.jwtTokenExpired, 'Token has expired');
}

/** The wire's text for a missing permission. */
export const PERMISSION_DENIED = "You don't have permission to perform this operation!";

/** 403 / 20. */
export function permissionDenied(message = PERMISSION_DENIED): ApiError {
  return new ApiError(403, ErrorCode.permissionDenied, message);
}

/** 404 / 32. */
export function notFound(message = "Requested item wasn't found!"): ApiError {
  return new ApiError(404, ErrorCode.itemNotFound, message);
}

/** 404 / 32 for an entity that is looked up by id; `kind` as in "Device profile". */
export function entityNotFound(kind: string, id: string): ApiError {
  return notFound(`${kind} with id [${id}] is not found`);
}

/** 409 / 31: what the request is based on was changed meanwhile. */
export function conflict(message: string, extra?: Record<string, unknown>): ApiError {
  return new ApiError(409, ErrorCode.badRequestParams, message, extra);
}

/** 429 / 33. @param retryAfter when the caller may try again, in seconds */
export function tooManyRequests(message: string, retryAfter = 1): ApiError {
  const error = new ApiError(429, ErrorCode.tooManyRequests, message);
  error.retryAfter = retryAfter;
  return error;
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** Whether `error` is PostgreSQL's unique violation, of the named constraint or index if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: broken } = error as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && (constraint === undefined || broken === constraint);
}

/** Numbers out of range, and characters that PostgreSQL cannot store. */
const UNSTORABLE: ReadonlySet<string> = new Set(['22003', '22021', '22P05']);

/** Whether `error` is PostgreSQL's refusal of a value that no column could hold. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE.has((error as { code?: string }).code ?? '');
}

/** Whether `error` is PostgreSQL's refusal of a dangling or still used reference, in the named constraint if given. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: broken } = error as { code?: string; constraint?: string };
  return code === FOREIGN_KEY_VIOLATION && (constraint === undefined || broken === constraint);
}
