/** Error codes of the wire, with their HTTP status. */
export const ErrorCode = {
  general: 2,
  authentication: 10,
  jwtTokenExpired: 11,
  tenantTrialExpired: 12,
  credentialsExpired: 15,
  permissionDenied: 20,
  invalidArguments: 30,
  badRequestParams: 31,
  itemNotFound: 32,
  tooManyRequests: 33,
  tooManyUpdates: 34,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** Body of every error reply. `timestamp` is ISO-8601 with milliseconds and `+00:00`. */
export interface ErrorBody {
  status: number;
  message: string;
  errorCode: ErrorCode;
  timestamp: string;
  /** Only with `credentialsExpired`: lets the user choose a new password. */
  resetToken?: string;
}
