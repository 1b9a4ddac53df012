import { createHash } from 'node:crypto';
import type { OtaPackageType } from '@signalbox/contract/ota-package';
import { steadyNow } from '../../config/steady-clock.ts';
import type { AssignedPackage, PackageDelivery } from '../../ota/package-delivery.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import type { DeviceSessions } from '../device-sessions.ts';
import { CoapError, Code, ContentFormat } from './codes.ts';
import type { DeviceLookup } from './device-lookup.ts';
import { SILENT } from './device-resource.ts';
import { MAX_BLOCK_SIZE } from './downloads.ts';
import type { Endpoint } from './endpoints.ts';
import type { Asker, CoapAnswer } from './message-layer.ts';
import { type CoapRequest, uintOption } from './request.ts';

export interface PackageResourceParts {
  lookUp: DeviceLookup;
  sessions: Pick<DeviceSessions, 'open'>;
  packages: PackageDelivery;
  /** Waits for a client to show that it receives what is sent to its address. */
  proof: (endpoint: Endpoint) => Promise<unknown>;
}

/** First segment of the path → what a device downloads there. */
const TYPES: ReadonlyMap<string, OtaPackageType> = new Map([
  ['fw', 'FIRMWARE'],
  ['sw', 'SOFTWARE'],
]);

/** For so long a device goes on with the package that its first block was of, ms; each block prolongs it. */
const KNOWN_FOR = 10_000;
const MAX_KNOWN = 5000;

/**
 * Firmware and software in blocks: `fw/{token}` and `sw/{token}` (device-protocols.md §7.2). Each block is read when it is
 * asked for: no file is kept for a client.
 */
export function createPackageResource({ lookUp, sessions, packages, proof }: PackageResourceParts) {
  /** device and type → its package, and until when that counts, on the steady clock */
  const known = createEmbeddedCache<{ file: AssignedPackage; until: number }>(MAX_KNOWN);

  async function assigned(deviceId: string, type: OtaPackageType, isFirst: boolean): Promise<AssignedPackage> {
    const key = `${deviceId} ${type}`;
    const last = isFirst ? undefined : known.get(key);
    const file = last && last.until > steadyNow() ? last.file : await packages.assigned(deviceId, type);
    if (!file?.contentId) throw new CoapError(Code.notFound, 'The device has no package to download');
    known.set(key, { file, until: steadyNow() + KNOWN_FOR });
    return file;
  }

  /** @returns undefined for other paths */
  return function handle(request: CoapRequest, asker: Asker): Promise<CoapAnswer> | undefined {
    const type = TYPES.get(request.path[0] ?? '');
    return type && request.path.length <= 2 ? download(type, request, asker) : undefined;
  };

  async function download(type: OtaPackageType, request: CoapRequest, asker: Asker): Promise<CoapAnswer> {
    const { endpoint } = asker;
    if (request.method !== Code.get) throw new CoapError(Code.methodNotAllowed, 'Packages are read with GET');
    const found = await lookUp(request.path[1], endpoint);
    if (found === 'later') return found;
    asker.device = { id: found.device.id, token: request.path[1] ?? '' };
    await proof(endpoint);
    const block = request.block2 ?? { number: 0, more: false, size: MAX_BLOCK_SIZE };
    const isFirst = block.number === 0;
    if (isFirst) sessions.open(found, SILENT, { kind: 'request' }).close();
    const file = await assigned(found.device.id, type, isFirst);
    const { query } = request;
    for (const member of ['title', 'version'] as const) {
      const wanted = query.get(member);
      if (wanted !== undefined && wanted !== file[member]) {
        throw new CoapError(Code.badRequest, 'The device is to install another package');
      }
    }
    const size = numberIn(query, 'size');
    const from = Math.min(numberIn(query, 'chunk') * size, file.size);
    const to = size === 0 ? file.size : Math.min(from + size, file.size);
    const start = from + block.number * block.size;
    if (!isFirst && start >= to) throw new CoapError(Code.badRequest, 'The file has no such block');
    const pieces: Buffer[] = [];
    for await (const piece of packages.read(file, start, Math.min(start + block.size, to))) pieces.push(piece);
    return {
      code: Code.content,
      options: [
        { name: 'ETag', value: createHash('sha1').update(String(file.contentId)).digest().subarray(0, 4) },
        uintOption('Content-Format', ContentFormat.octets),
        ...(isFirst ? [uintOption('Size2', to - from)] : []),
      ],
      payload: Buffer.concat(pieces),
      part: { ...block, more: start + block.size < to },
    };
  }
}

/** @throws CoapError when it is not one */
function numberIn(query: ReadonlyMap<string, string>, name: 'size' | 'chunk'): number {
  const text = query.get(name) ?? '0';
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 2 ** 31 - 1) throw new CoapError(Code.badRequest, `${name} must be a number`);
  return number;
}
