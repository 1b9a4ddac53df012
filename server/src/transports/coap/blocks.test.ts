import { beforeEach, describe, expect, it } from 'vitest';
import { CoapError, Code } from './codes.ts';
import { createDownloads, type Downloads } from './downloads.ts';
import type { Block, CoapRequest } from './request.ts';
import { createUploads, type Uploads } from './uploads.ts';

let time: number;
const request = (more: Partial<CoapRequest>): CoapRequest => ({
  method: Code.post,
  path: ['api', 'v1', 'token', 'telemetry'],
  query: new Map(),
  observe: undefined,
  contentFormat: undefined,
  accept: undefined,
  block1: undefined,
  block2: undefined,
  noResponse: 0,
  tag: '',
  payload: Buffer.alloc(0),
  ...more,
});
const block = (number: number, more: boolean, size = 16): Block => ({ number, more, size });

describe('a body that comes in blocks', () => {
  let uploads: Uploads;
  beforeEach(() => {
    time = 1_000_000;
    uploads = createUploads({ bodyBytes: 100, totalBytes: 1000 }, () => time);
  });
  const take = (block1: Block | undefined, text: string, endpoint = 'a', more: Partial<CoapRequest> = {}) => {
    const step = uploads.take(endpoint, request({ block1, payload: Buffer.from(text), ...more }));
    return 'body' in step ? step.body.toString() : step.answer.code;
  };
  const FULL = 'x'.repeat(16);

  it('is whole with its last block', () => {
    expect(take(block(0, true), FULL)).toBe(Code.continue);
    expect(take(block(1, true), FULL)).toBe(Code.continue);
    expect(take(block(2, false), 'end')).toBe(`${FULL}${FULL}end`);
    expect(uploads.sizes()).toEqual({ uploads: 0, bytes: 0 });
  });

  it('may be one block, or none', () => {
    expect(take(undefined, 'all')).toBe('all');
    expect(take(block(0, false), 'all')).toBe('all');
    expect(uploads.sizes().uploads).toBe(0);
  });

  it('may change to smaller blocks', () => {
    expect(take(block(0, true, 32), FULL + FULL)).toBe(Code.continue);
    expect(take(block(2, true), FULL)).toBe(Code.continue);
    expect(take(block(3, false), 'end')).toBe(`${FULL}${FULL}${FULL}end`);
  });

  it.each<[string, Block, string]>([
    ['a block that is missing', block(2, true), FULL],
    ['a block that is too short', block(1, true), 'short'],
    ['a block that is too long', block(1, false), `${FULL}x`],
  ])('is refused with %s, and forgotten', (_what, second, text) => {
    expect(take(block(0, true), FULL)).toBe(Code.continue);
    expect(take(second, text)).toBe(Code.incomplete);
    expect(uploads.sizes()).toEqual({ uploads: 0, bytes: 0 });
  });

  it('is refused when it is too long', () => {
    expect(take(undefined, 'x'.repeat(101))).toBe(Code.tooLarge);
    for (let number = 0; number < 6; number++) expect(take(block(number, true), FULL)).toBe(Code.continue);
    expect(take(block(6, true), FULL)).toBe(Code.tooLarge);
    expect(uploads.sizes()).toEqual({ uploads: 0, bytes: 0 });
  });

  it('begins again with its first block', () => {
    take(block(0, true), FULL);
    take(block(1, true), FULL);
    take(block(0, true), 'y'.repeat(16));
    expect(take(block(1, false), 'end')).toBe(`${'y'.repeat(16)}end`);
  });

  it('is apart from those of other clients, resources and requests', () => {
    take(block(0, true), FULL);
    expect(take(block(1, false), 'end', 'b')).toBe(Code.incomplete);
    expect(take(block(1, false), 'end', 'a', { path: ['other'] })).toBe(Code.incomplete);
    expect(take(block(1, false), 'end', 'a', { tag: '01/' })).toBe(Code.incomplete);
    expect(take(block(1, false), 'end')).toBe(`${FULL}end`);
  });

  it('is forgotten when its client has gone', () => {
    take(block(0, true), FULL);
    time += 121_000;
    uploads.sweep();
    expect(uploads.sizes()).toEqual({ uploads: 0, bytes: 0 });
  });

  it('takes room, of which there is so much for a client, and for all', () => {
    for (let number = 0; number < 20; number++) take(block(0, true), FULL, 'a', { tag: String(number) });
    expect(uploads.sizes()).toEqual({ uploads: 4, bytes: 64 });
    for (let number = 0; number < 500; number++) take(block(0, true), FULL, `client ${number}`);
    expect(uploads.sizes().bytes).toBeLessThanOrEqual(1016);
  });
});

describe('an answer that is fetched in blocks', () => {
  let downloads: Downloads;
  const body = Buffer.from(Array.from({ length: 100 }, (_, index) => index));
  beforeEach(() => {
    time = 1_000_000;
    downloads = createDownloads(() => time);
  });
  const read = (block2?: Block): CoapRequest => request({ method: Code.get, block2 });
  const begin = (block2?: Block, maxBytes = 1024) =>
    downloads.begin('a', read(block2), { code: Code.content, payload: body }, maxBytes);

  it('is whole when it fits', () => {
    expect(begin()).toEqual({ code: Code.content, payload: body });
    expect(downloads.count()).toBe(0);
  });

  it('comes in blocks of the size that is wanted, or that there is room for', () => {
    expect(begin(block(0, false, 32)).payload).toEqual(body.subarray(0, 32));
    expect(downloads.next('a', read(block(1, false, 32)))?.payload).toEqual(body.subarray(32, 64));
    expect(downloads.next('a', read(block(3, false, 32)))?.payload).toEqual(body.subarray(96));
    expect(begin(undefined, 70).payload).toEqual(body.subarray(0, 64));
    expect(begin(undefined, 0).payload).toEqual(body.subarray(0, 16));
  });

  it('is the same for all blocks, also when the resource changes', () => {
    const first = begin(block(0, false, 64));
    const second = downloads.next('a', read(block(1, false, 64)));
    const tagOf = (response?: { options?: { name: string; value: Buffer }[] }) =>
      response?.options?.find(({ name }) => name === 'ETag')?.value;
    expect(tagOf(second)).toEqual(tagOf(first));
  });

  it('is made again when a client comes late', () => {
    begin(block(0, false, 64));
    time += 121_000;
    expect(downloads.next('a', read(block(1, false, 64)))).toBeUndefined();
    expect(begin(block(1, false, 64)).payload).toEqual(body.subarray(64));
  });

  it('has no block behind its end', () => {
    begin(block(0, false, 64));
    expect(() => downloads.next('a', read(block(2, false, 64)))).toThrow(
      expect.objectContaining({ code: Code.badRequest }),
    );
    expect(() => begin(block(7, false, 16))).toThrow(CoapError);
    expect(downloads.next('b', read(block(1, false, 64)))).toBeUndefined();
  });

  it('is whole when it is an error, whatever block is asked for', () => {
    const refusal = { code: Code.notFound, payload: body };
    for (const number of [0, 2]) {
      expect(downloads.begin('a', read(block(number, false, 16)), refusal, 1024)).toEqual(refusal);
    }
    expect(downloads.count()).toBe(0);
  });

  it('is kept for so many clients', () => {
    for (let number = 0; number < 3000; number++) {
      downloads.begin(`client ${number}`, read(block(0, false, 64)), { code: Code.content, payload: body }, 1024);
    }
    expect(downloads.count()).toBeLessThanOrEqual(1000);
  });
});
