import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** The name of this server that stays over restarts: that of the machine. */
export function serverName(): string {
  return hostname().slice(0, 40);
}

/**
 * A name for this run of the server: the machine's name, for people who read it in events, and a random part, since
 * several servers may run on one machine, and machines may have the same name.
 */
export function createServiceId(): string {
  return `${serverName()}-${randomBytes(6).toString('hex')}`;
}
