import { createHash } from 'node:crypto';
import { steadyNow } from '../../../config/steady-clock.ts';
import type { AssignedPackage, PackageDelivery } from '../../../ota/package-delivery.ts';
import { CoapError, Code, ContentFormat } from '../../coap/codes.ts';
import { MAX_BLOCK_SIZE } from '../../coap/downloads.ts';
import type { Endpoint } from '../../coap/endpoints.ts';
import type { CoapAnswer } from '../../coap/message-layer.ts';
import { type CoapRequest, uintOption } from '../../coap/request.ts';
import { hasFairRoom } from '../../fair-room.ts';

/** A device has this long to begin a download, ms; each offer starts the time again. */
const LIFETIME = 86_400_000;
const MAX_OFFERS = 10_000;
/** First segment of the path, of firmware and of software. */
const SEGMENT = 'tbfw';

/** A package that somebody was told of. */
interface Offer {
  file: AssignedPackage;
  tenantId: string;
  /** epoch ms */
  until: number;
}

/** Waits for a client to show that it receives what is sent to its address. */
type Proof = (endpoint: Endpoint) => Promise<unknown>;

/**
 * Packages at addresses that devices have been told: `tbfw/{id of the package}`, in blocks. Any listener serves what a
 * client of any was told: who comes in over DTLS may be told the address of the one without.
 */
export function createOfferedPackages(packages: Pick<PackageDelivery, 'read'>, max = MAX_OFFERS) {
  /** id of a package → its offer; offered longest ago first */
  const offers = new Map<string, Offer>();
  /** tenant id → number of its offers */
  const countOf = new Map<string, number>();

  function drop(id: string): void {
    const offer = offers.get(id);
    if (!offer) return;
    offers.delete(id);
    const left = (countOf.get(offer.tenantId) ?? 1) - 1;
    if (left > 0) countOf.set(offer.tenantId, left);
    else countOf.delete(offer.tenantId);
  }

  /** Where there is no room left for a tenant, its oldest offer gives way. */
  function makeRoom(tenantId: string): void {
    for (const [id, { until }] of offers) {
      if (until > steadyNow()) break;
      drop(id);
    }
    const own = countOf.get(tenantId) ?? 0;
    if (hasFairRoom(own, offers.size, max)) return;
    for (const [id, offer] of offers) {
      if (own > 0 && offer.tenantId !== tenantId) continue;
      drop(id);
      return;
    }
  }

  async function download(
    file: AssignedPackage,
    request: CoapRequest,
    proof: () => Promise<unknown>,
  ): Promise<CoapAnswer> {
    if (request.method !== Code.get) throw new CoapError(Code.methodNotAllowed, 'Packages are read with GET');
    await proof();
    const block = request.block2 ?? { number: 0, more: false, size: MAX_BLOCK_SIZE };
    const start = block.number * block.size;
    const end = Math.min(start + block.size, file.size);
    if (block.number > 0 && start >= file.size) throw new CoapError(Code.badRequest, 'The file has no such block');
    const pieces: Buffer[] = [];
    for await (const piece of packages.read(file, start, end)) pieces.push(piece);
    return {
      code: Code.content,
      options: [
        { name: 'ETag', value: createHash('sha1').update(String(file.contentId)).digest().subarray(0, 4) },
        uintOption('Content-Format', ContentFormat.octets),
        ...(block.number === 0 ? [uintOption('Size2', file.size)] : []),
      ],
      payload: Buffer.concat(pieces),
      part: { ...block, more: end < file.size },
    };
  }

  return {
    /** Offers packages of a tenant. */
    of: (tenantId: string) => ({
      /** Lets a package be downloaded. @param base address of this server as the device reaches it */
      offer(file: AssignedPackage, base: string): string {
        drop(file.id);
        makeRoom(tenantId);
        offers.set(file.id, { file, tenantId, until: steadyNow() + LIFETIME });
        countOf.set(tenantId, (countOf.get(tenantId) ?? 0) + 1);
        return `${base.replace(/\/+$/, '')}/${SEGMENT}/${file.id}`;
      },
    }),

    /** @returns undefined for other paths */
    handle(request: CoapRequest, endpoint: Endpoint, proof: Proof): Promise<CoapAnswer> | undefined {
      const [segment, id = '', ...rest] = request.path;
      if (segment !== SEGMENT || rest.length > 0) return undefined;
      const offer = offers.get(id);
      if (!offer || offer.until <= steadyNow()) return undefined;
      return download(offer.file, request, () => proof(endpoint));
    },
  };
}

export type OfferedPackages = ReturnType<typeof createOfferedPackages>;
/** Offers of one tenant. */
export type PackageOffers = ReturnType<OfferedPackages['of']>;
