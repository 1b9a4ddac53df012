/** SQLSTATE classes of errors that say nothing of the statement: connection, resources, shutdown. */
const TRANSIENT_CLASSES = new Set(['08', '53', '57', '58']);
/** Serialization failure and deadlock. */
const TRANSIENT_CODES = new Set(['40001', '40P01', '55P03']);
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH']);
/** What `pg` says without a code when the connection goes away. */
const CONNECTION_GONE = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when)/;

/** What cannot be stored now, and may be a moment later. */
export class StorageUnavailable extends Error {}

/** True when the same work may succeed later though nothing about it changes. */
export function isTransient(error: unknown): boolean {
  if (error instanceof StorageUnavailable) return true;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isTransient);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NETWORK_CODES.has(code) || TRANSIENT_CODES.has(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code)) return TRANSIENT_CLASSES.has(code.slice(0, 2));
  return CONNECTION_GONE.test(error.message);
}
