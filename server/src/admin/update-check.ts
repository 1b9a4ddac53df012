import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { readBounded } from '../outbound/bounded-body.ts';

/** What administrators are told, as 3.3.2 writes it. */
export interface UpdateMessage {
  message: string;
  updateAvailable: boolean;
}

/** What the address answers: the newest version, and what to say about it. */
const newestSchema = z.object({
  version: z.string().check(z.regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/)),
  message: z.optional(z.string().check(z.maxLength(1000))),
});

const DAY_MS = 24 * 60 * 60 * 1000;
/** Until an address that failed is asked again, in ms. */
const RETRY_MS = 60 * 60 * 1000;
const TIMEOUT_MS = 5000;
/** Longest answer that is read. */
const MAX_BYTES = 65_536;

const NONE: UpdateMessage = { message: '', updateAvailable: false };

export interface UpdateCheckParts {
  /** Address of the newest version; empty: nobody is asked, and there is never an update. */
  url: string;
  log: { warn: (detail: object, message: string) => void };
  /** The version that runs; that of this package by default. */
  version?: string;
  now?: () => number;
}

const numbersOf = (version: string): number[] => version.replace(/^v/, '').split('.').map(Number);

/** Whether `version` is newer than `running`; both are three numbers. */
function isNewer(version: string, running: string): boolean {
  const own = numbersOf(running);
  const difference = numbersOf(version)
    .map((number, index) => number - (own[index] ?? 0))
    .find((step) => step !== 0);
  return difference !== undefined && difference > 0;
}

async function readNewest(url: string) {
  const reply = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!reply.ok) throw new Error(`it answered ${reply.status}`);
  return newestSchema.parse(JSON.parse((await readBounded(reply, MAX_BYTES)).toString()));
}

/**
 * Finds out whether there is a newer version, at most once a day, and only when the operator named an address: by
 * default the server calls nobody. Callers at the same time share one call. It never fails.
 */
export function createUpdateCheck({ url, log, now = Date.now, ...parts }: UpdateCheckParts) {
  const packageFile = new URL('../../package.json', import.meta.url);
  const version = parts.version ?? (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
  let known: Promise<UpdateMessage> = Promise.resolve(NONE);
  /** Epoch ms. */
  let nextCheck = 0;

  async function check(): Promise<UpdateMessage> {
    try {
      const newest = await readNewest(url);
      const updateAvailable = isNewer(newest.version, version);
      const message = newest.message ?? `Version ${newest.version.replace(/^v/, '')} is available. This is ${version}.`;
      return updateAvailable ? { message, updateAvailable } : NONE;
    } catch (error) {
      nextCheck = now() + RETRY_MS;
      log.warn({ err: error }, 'the newest version could not be read');
      return NONE;
    }
  }

  return (): Promise<UpdateMessage> => {
    if (url !== '' && now() >= nextCheck) {
      nextCheck = now() + DAY_MS;
      known = check();
    }
    return known;
  };
}
