import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWebServer, type WebServer } from '../../test/web-server.ts';
import { createUpdateCheck } from './update-check.ts';

const HOUR_MS = 60 * 60 * 1000;

let server: WebServer;
let url: string;
let answer: { status?: number; body: string };
let calls: number;

beforeAll(async () => {
  server = await startWebServer((_request, reply) => {
    calls++;
    reply.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(answer.body);
  });
  url = `${server.http}/newest.json`;
});
afterAll(() => server?.close());

beforeEach(() => {
  calls = 0;
});

function setUp(given: { url: string; version?: string } = { url }) {
  const log = { warn: vi.fn() };
  const clock = { time: 1_700_000_000_000 };
  return { log, clock, check: createUpdateCheck({ version: '1.4.2', log, now: () => clock.time, ...given }) };
}

describe('the check for a newer version', () => {
  it('calls nobody unless an address is set', async () => {
    const { check } = setUp({ url: '' });
    expect(await check()).toEqual({ message: '', updateAvailable: false });
    expect(calls).toBe(0);
  });

  it.each([
    ['1.4.3', true],
    ['v1.10.0', true],
    ['2.0.0', true],
    ['1.4.2', false],
    ['1.3.9', false],
  ])('finds that %s is newer than 1.4.2: %s', async (version, updateAvailable) => {
    answer = { body: JSON.stringify({ version }) };
    const { check } = setUp();
    const message = updateAvailable ? `Version ${version.replace('v', '')} is available. This is 1.4.2.` : '';
    expect(await check()).toEqual({ message, updateAvailable });
  });

  it('says what the address says about it', async () => {
    answer = { body: JSON.stringify({ version: '9.0.0', message: 'Back up first.' }) };
    expect(await setUp().check()).toEqual({ message: 'Back up first.', updateAvailable: true });
  });

  it('compares with the version of this server', async () => {
    answer = { body: JSON.stringify({ version: '0.0.1' }) };
    const check = createUpdateCheck({ url, log: { warn: vi.fn() } });
    expect(await check()).toMatchObject({ updateAvailable: false });
  });

  it('asks once a day, also for many callers, and an hour after a failure', async () => {
    answer = { body: '{"version":"2.0.0"}' };
    const { check, clock, log } = setUp();
    await Promise.all([check(), check(), check()]);
    clock.time += 23 * HOUR_MS;
    expect(await check()).toMatchObject({ updateAvailable: true });
    expect(calls).toBe(1);
    clock.time += 2 * HOUR_MS;
    answer = { status: 500, body: 'no' };
    expect(await check()).toMatchObject({ updateAvailable: false });
    expect(calls).toBe(2);
    expect(log.warn).toHaveBeenCalledOnce();
    answer = { body: '{"version":"2.0.0"}' };
    clock.time += HOUR_MS;
    expect(await check()).toMatchObject({ updateAvailable: true });
  });

  it.each([
    ['no JSON', '<html>'],
    ['another shape', '{"latest":"2.0.0"}'],
    ['no version', '{"version":"newest"}'],
    ['an endless answer', `{"version":"2.0.0","message":"${'x'.repeat(100_000)}"}`],
  ])('finds nothing in %s', async (_, body) => {
    answer = { body };
    const { check, log } = setUp();
    expect(await check()).toEqual({ message: '', updateAvailable: false });
    expect(log.warn).toHaveBeenCalledOnce();
  });
});
