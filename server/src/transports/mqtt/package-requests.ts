import type { OtaPackageType } from '@signalbox/contract/ota-package';
import type { AssignedPackage, PackageDelivery } from '../../ota/package-delivery.ts';
import { FrameError } from './frames.ts';
import { Reason } from './reason-codes.ts';

/** What a device is told on the topic for errors before its connection ends. */
export type PackageError = 'PAYLOAD_TOO_LARGE' | 'NOT_FOUND' | 'FAILURE';

/** Longest chunk, in bytes; longest file that is sent as a whole. */
const MAX_CHUNK = 65_536;
const MAX_WHOLE = 4 * 1024 * 1024;
/** Downloads of a connection that are remembered, and requests that wait for their turn. */
const MAX_DOWNLOADS = 16;
const MAX_WAITING = 200;

/** Why a request ends its connection. */
export class PackageRefusal extends FrameError {
  readonly told: PackageError;

  constructor(told: PackageError, message: string, reason: number = Reason.implementationSpecific) {
    super(message, reason);
    this.told = told;
  }
}

interface Download {
  file: AssignedPackage;
  /** Bytes of a chunk; 0: the file as a whole. */
  chunkSize: number;
}

/**
 * Downloads of one device over one connection (device-protocols.md §3.8). The first request of an id decides for which
 * package and, until another size comes, for how long chunks it stands. Requests are answered one after the other, so
 * that however many there are, one chunk is in memory.
 */
export class PackageRequests {
  readonly #delivery: PackageDelivery;
  readonly #deviceId: string;
  /** type and id → what it downloads; the oldest first */
  readonly #downloads = new Map<string, Download>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(delivery: PackageDelivery, deviceId: string) {
    this.#delivery = delivery;
    this.#deviceId = deviceId;
  }

  /**
   * Sends chunk `number` when it is its turn.
   * @param payload bytes of a chunk as text, or nothing: as before
   * @throws FrameError synchronously; rejects with PackageRefusal
   */
  request(
    type: OtaPackageType,
    id: string,
    number: number,
    payload: Buffer,
    send: (chunk: Buffer) => Promise<void>,
  ): Promise<void> {
    const text = payload.toString('latin1').trim();
    if (!/^\d{0,10}$/.test(text)) throw new FrameError('The size of a chunk is not a number', Reason.payloadInvalid);
    if (this.#waiting >= MAX_WAITING) throw new FrameError('Too many chunks are requested', Reason.quotaExceeded);
    this.#waiting++;
    const answered = this.#last.then(async () => {
      const download = await this.#download(type, id);
      if (text !== '') download.chunkSize = Number(text);
      await send(await this.#chunk(download, number));
    });
    this.#last = answered.then(
      () => this.#waiting--,
      () => this.#waiting--,
    );
    return answered;
  }

  async #download(type: OtaPackageType, id: string): Promise<Download> {
    const key = `${type} ${id}`;
    const known = this.#downloads.get(key);
    if (known) return known;
    const file = await this.#delivery.assigned(this.#deviceId, type);
    if (!file) throw new PackageRefusal('NOT_FOUND', 'No package is assigned to the device');
    if (!file.contentId) throw new PackageRefusal('FAILURE', 'The file of the package is elsewhere');
    const download = { file, chunkSize: 0 };
    this.#downloads.set(key, download);
    if (this.#downloads.size > MAX_DOWNLOADS) this.#downloads.delete(this.#downloads.keys().next().value as string);
    return download;
  }

  async #chunk({ file, chunkSize }: Download, number: number): Promise<Buffer> {
    if (chunkSize > MAX_CHUNK || (chunkSize === 0 && file.size > MAX_WHOLE)) {
      throw new PackageRefusal('PAYLOAD_TOO_LARGE', 'The chunk is too large', Reason.packetTooLarge);
    }
    const size = chunkSize || file.size;
    const from = number * size;
    const pieces: Buffer[] = [];
    for await (const piece of this.#delivery.read(file, from, from + size)) pieces.push(piece);
    return Buffer.concat(pieces);
  }
}
