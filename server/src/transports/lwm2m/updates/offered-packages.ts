import { createHash } from 'node:crypto';
import type { AssignedPackage, PackageDelivery } from '../../../ota/package-delivery.ts';
import { createEmbeddedCache } from '../../../storage/cache.ts';
import { CoapError, Code, ContentFormat } from '../../coap/codes.ts';
import { MAX_BLOCK_SIZE } from '../../coap/downloads.ts';
import type { Endpoint } from '../../coap/endpoints.ts';
import type { CoapAnswer } from '../../coap/message-layer.ts';
import { type CoapRequest, uintOption } from '../../coap/request.ts';

/** A device has this long to begin a download, ms; each offer begins the time anew. */
const LIFETIME = 86_400_000;
const MAX_OFFERS = 10_000;
/** First segment of the path, of firmware and of software. */
const SEGMENT = 'tbfw';

/** Waits for a client to show that it receives what is sent to its address. */
type Proof = (endpoint: Endpoint) => Promise<unknown>;

/**
 * Packages at addresses that devices have been told: `tbfw/{id of the package}`, in blocks. Any listener serves what a
 * client of any was told: who comes in over DTLS may be told the address of the one without.
 */
export function createOfferedPackages(packages: Pick<PackageDelivery, 'read'>) {
  /** id of a package → its file */
  const offers = createEmbeddedCache<AssignedPackage>(MAX_OFFERS, LIFETIME);

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
    if (block.number > 0 && start >= file.size) throw new CoapError(Code.badOption, 'The file has no such block');
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
    /** Lets a package be downloaded. @param base address of this server as the device reaches it */
    offer(file: AssignedPackage, base: string): string {
      offers.set(file.id, file);
      return `${base.replace(/\/+$/, '')}/${SEGMENT}/${file.id}`;
    },

    /** @returns undefined for other paths */
    handle(request: CoapRequest, endpoint: Endpoint, proof: Proof): Promise<CoapAnswer> | undefined {
      const [segment, id = '', ...rest] = request.path;
      if (segment !== SEGMENT || rest.length > 0) return undefined;
      const file = offers.get(id);
      return file ? download(file, request, () => proof(endpoint)) : undefined;
    },
  };
}

export type OfferedPackages = ReturnType<typeof createOfferedPackages>;
