import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStaticFiles } from './static-files.ts';

const SCRIPT = `export const words = '${'one two three '.repeat(200)}';`;

describe('files of the console', () => {
  let folder: string;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    folder = await mkdtemp(path.join(os.tmpdir(), 'static-files-'));
    await writeFile(path.join(folder, 'words.js'), SCRIPT);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await rm(folder, { recursive: true });
  });

  it('are sent in the best accepted encoding', async () => {
    const files = createStaticFiles(folder);
    const plain = await files.find('/words.js', '');
    const zipped = await files.find('/words.js', 'gzip, deflate');
    const small = await files.find('/words.js', 'gzip, deflate, br');
    expect([plain?.encoding, zipped?.encoding, small?.encoding]).toEqual(['identity', 'gzip', 'br']);
    expect(plain?.body.toString()).toBe(SCRIPT);
    expect(gunzipSync(zipped?.body as Buffer).toString()).toBe(SCRIPT);
    expect(brotliDecompressSync(small?.body as Buffer).toString()).toBe(SCRIPT);
    expect(new Set([plain?.etag, zipped?.etag, small?.etag]).size).toBe(3);
  });

  it('are sent pre-compressed once that is available', async () => {
    const files = createStaticFiles(folder);
    await files.find('/words.js', 'br');
    const best = brotliCompressSync(SCRIPT);
    await writeFile(path.join(folder, 'words.js.br.tmp'), 'half of i');
    await writeFile(path.join(folder, 'words.js.br'), best);
    vi.setSystemTime(Date.now() + 2000);
    files.refresh();
    expect((await files.find('/words.js', 'br'))?.body).toEqual(best);
    expect(await files.find('/words.js.br', 'br')).toBeUndefined();
    expect(await files.find('/words.js.br.tmp', 'br')).toBeUndefined();
  });

  it('are found by name only, so that no path leaves their folder', async () => {
    const files = createStaticFiles(path.join(folder, 'below'));
    expect(await files.find('/../words.js', '')).toBeUndefined();
  });
});
