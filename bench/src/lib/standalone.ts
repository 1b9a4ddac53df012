import { fileURLToPath } from 'node:url';

/** A running server and a token of a tenant administrator. */
export interface Target {
  /** `http://host:port` */
  address: string;
  token: string;
}

/** Calls the REST API; throws when the reply is an error. */
export async function callApi<T>(target: Target, method: string, path: string, body?: unknown): Promise<T> {
  const reply = await fetch(target.address + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-authorization': `Bearer ${target.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/**
 * Runs a measurement when its file is the entry point, against the server of SIGNALBOX_ADDRESS with the token of
 * SIGNALBOX_TOKEN, and prints what it returns as JSON.
 */
export async function runAlone(moduleUrl: string, measure: (target: Target) => Promise<unknown>): Promise<void> {
  if (process.argv[1] !== fileURLToPath(moduleUrl)) return;
  const address = process.env.SIGNALBOX_ADDRESS;
  const token = process.env.SIGNALBOX_TOKEN;
  if (!address || !token) throw new Error('SIGNALBOX_ADDRESS and SIGNALBOX_TOKEN must be set');
  process.stdout.write(`${JSON.stringify(await measure({ address, token }), null, 2)}\n`);
}
