import type { X509Certificate } from 'node:crypto';
import { type InParts, inTurns } from '../../config/in-turns.ts';
import type { LimitedLog } from '../../config/line-limit.ts';
import {
  certificateBody,
  type ProvenChain,
  proveChain,
  type Refusal,
  readBodies,
  readChain,
} from './client-certificates.ts';
import { NO_REVOCATIONS, type Revocations } from './revocations.ts';
import { NO_TRUST, type TrustStore } from './trust-store.ts';

/** The certificates of a client, as a transport knows them. */
export interface ShownCertificates {
  /** Those that stand for the client, its own first, as credentials of devices have them. */
  bodies: readonly string[];
  /** Why the next one above them, or the own one, does not; undefined: there is none, or it is none of the chain. */
  refusal: Refusal | undefined;
}

/** Which certificates of clients count, and until when. */
export interface CertificateChecks {
  /** @param address where the client is, for the log */
  show(chain: Iterable<X509Certificate>, address: string | undefined): ShownCertificates;
  /** As `show`, for a chain in DER form. */
  showDer(chain: readonly Buffer[], address: string | undefined): ShownCertificates;
  /** What stands for a client, by a chain in DER form. */
  prove(chain: readonly Buffer[]): ProvenChain;
  /** See TrustStore. */
  nameOf: TrustStore['nameOf'];
  /**
   * Calls `end` once when one of these certificates does not count any more.
   * @param bodies those that stand for a client
   * @returns a function that ends this
   */
  follow(bodies: readonly string[], end: (reason: string) => void): () => void;
  /** Calls `listener` when other certificates count than before. @returns a function that ends this */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** Ends are looked for so often, ms. */
const LOOK_PERIOD = 1000;

interface Followed {
  bodies: readonly string[];
  /** epoch ms */
  until: number;
  end: (reason: string) => void;
}

export function createCertificateChecks({
  revocations = NO_REVOCATIONS,
  trustStore = NO_TRUST,
  logLimited = () => undefined,
}: {
  revocations?: Revocations;
  trustStore?: TrustStore;
  logLimited?: LimitedLog;
} = {}): CertificateChecks {
  const followed = new Set<Followed>();
  /** Number of the last change of what is revoked: a look through those who are followed ends with the next one. */
  let changes = 0;

  function endIfOver(one: Followed): void {
    const { refusal } = proveChain(readBodies(one.bodies), revocations);
    if (!refusal || !followed.delete(one)) return;
    one.end(refusal.reason);
  }

  const timer = setInterval(() => {
    const now = Date.now();
    for (const one of followed) if (now > one.until) endIfOver(one);
  }, LOOK_PERIOD);
  timer.unref();

  function* lookThrough(): InParts<void> {
    const change = ++changes;
    for (const one of [...followed]) {
      if (change !== changes) return;
      if (followed.has(one)) endIfOver(one);
      yield;
    }
  }
  const stopListening = revocations.onChange(() => void inTurns(lookThrough()));

  function show(chain: Iterable<X509Certificate>, address: string | undefined): ShownCertificates {
    const { certificates, refusal } = proveChain(chain, revocations);
    if (refusal) {
      logLimited('warn', { address, reason: refusal.reason }, 'a client shows a certificate that does not count');
    }
    return { bodies: certificates.map(certificateBody), refusal };
  }

  return {
    show,
    showDer: (chain, address) => show(readChain(chain), address),
    prove: (chain) => proveChain(readChain(chain), revocations),
    nameOf: trustStore.nameOf,
    follow(bodies, end) {
      const { until, refusal } = proveChain(readBodies(bodies), revocations);
      // One that has been revoked since it was shown ends with the next look.
      const one: Followed = { bodies, until: refusal ? 0 : until, end };
      followed.add(one);
      return () => followed.delete(one);
    },
    onChange(listener) {
      const stops = [revocations.onChange(listener), trustStore.onChange(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    close() {
      stopListening();
      changes++;
      clearInterval(timer);
      trustStore.close();
      revocations.close();
    },
  };
}
