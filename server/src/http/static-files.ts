import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^(text|application)\/|svg/;
/** A good ratio at a fraction of the best one's cost; a `.br` file next to the original is used instead. */
const BROTLI_QUALITY = 9;

/** Shortest time in ms between two scans of the folder, which cost more than serving a page. */
const LIST_PAUSE = 1000;

/** A file, ready to be sent. */
export interface StaticFile {
  type: string;
  /** Quoted, changes with the content. */
  etag: string;
  body: Buffer;
  encoding: Encoding;
}

interface KnownFile {
  place: string;
  type: string;
  /** ms; a file that has changed is read again. */
  modified: number;
  etag: string;
  /** Is `<file>.br` there? */
  hasBrotli: boolean;
  /** encoding → body */
  bodies: Map<Encoding, Promise<Buffer>>;
}

/**
 * Files below a folder, compressed once: from `<file>.br` where it exists, else at the first request.
 * Only names that are found in the folder are looked at, so no path leads out of it.
 */
export function createStaticFiles(folder: string) {
  /** path from the root, with a slash at the start → file */
  let known = new Map<string, KnownFile>();
  let listed: Promise<void> | undefined;
  /** Epoch ms. */
  let listedTime = 0;

  async function list(): Promise<void> {
    const entries = existsSync(folder) ? await fs.readdir(folder, { recursive: true, withFileTypes: true }) : [];
    const found = new Map<string, KnownFile>();
    const places = new Set(entries.map((entry) => path.join(entry.parentPath, entry.name)));
    for (const entry of entries) {
      if (!entry.isFile() || /\.(br|gz|tmp)$/.test(entry.name)) continue;
      const place = path.join(entry.parentPath, entry.name);
      const hasBrotli = places.has(`${place}.br`);
      const name = `/${path.relative(folder, place).split(path.sep).join('/')}`;
      const { mtimeMs, size } = await fs.stat(place);
      const before = known.get(name);
      if (before?.modified === mtimeMs && before.hasBrotli === hasBrotli) found.set(name, before);
      else {
        const type = TYPES[path.extname(entry.name)] ?? 'application/octet-stream';
        const etag = `"${createHash('sha1').update(`${name} ${size} ${mtimeMs}`).digest('base64url')}"`;
        found.set(name, { place, type, modified: mtimeMs, etag, hasBrotli, bodies: new Map() });
      }
    }
    known = found;
  }

  async function load(file: KnownFile, encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return fs.readFile(file.place);
    if (encoding === 'br' && file.hasBrotli) return fs.readFile(`${file.place}.br`);
    const content = await fs.readFile(file.place);
    return encoding === 'br'
      ? brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : gzipped(content);
  }

  return {
    /** Looks at the folder again, unless it just did: the console may have been rebuilt. */
    refresh(): void {
      if (listedTime + LIST_PAUSE < Date.now()) listed = undefined;
    },

    /** The file at that path in the best encoding that `accepted` (Accept-Encoding) allows; undefined if there is none. */
    async find(name: string, accepted: string): Promise<StaticFile | undefined> {
      if (!listed) {
        listedTime = Date.now();
        listed = list();
      }
      await listed;
      const file = known.get(name);
      if (!file) return undefined;
      let encoding: Encoding = 'identity';
      if (COMPRESSIBLE.test(file.type)) {
        if (/\bbr\b/.test(accepted)) encoding = 'br';
        else if (/\bgzip\b/.test(accepted)) encoding = 'gzip';
      }
      let loading = file.bodies.get(encoding);
      if (!loading) {
        loading = load(file, encoding);
        file.bodies.set(encoding, loading);
        loading.catch(() => file.bodies.delete(encoding));
      }
      const body = await loading;
      const etag = encoding === 'identity' ? file.etag : `"${encoding}-${file.etag.slice(1)}`;
      return { type: file.type, etag, body, encoding };
    },
  };
}

export type StaticFiles = ReturnType<typeof createStaticFiles>;
