/** SQLSTATE classes of errors not caused by the statement: connection, resources, shutdown. */
const TRANSIENT_CLASSES = new Set(['08', '53', '57', '58']);
/** Serialization failure, deadlock, lock not available. */
const TRANSIENT_CODES = new Set(['40001', '40P01', '55P03']);
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH']);
/** Messages of `pg` errors without a code when the connection is lost. */
const CONNECTION_GONE = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when)/;

/** Thrown when something cannot be stored now; a retry may succeed. */
export class StorageUnavailable extends Error {}

/** Whether the same work may succeed when retried unchanged. */
export function isTransient(error: unknown): boolean {
  if (error instanceof StorageUnavailable) return true;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isTransient);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NETWORK_CODES.has(code) || TRANSIENT_CODES.has(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code)) return TRANSIENT_CLASSES.has(code.slice(0, 2));
  return CONNECTION_GONE.test(error.message);
}
