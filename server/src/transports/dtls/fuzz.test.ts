import { beforeAll, expect, it } from 'vitest';
import { makeCertificate, type TestCertificate } from '../../../test/certificates.ts';
import { DtlsClient } from '../../../test/dtls-client.ts';
import { createDtlsWorld } from '../../../test/dtls-world.ts';
import { peerAt } from '../datagrams.ts';

const KEY = Buffer.from('0123456789abcdef');
let server: TestCertificate;
beforeAll(async () => {
  server = await makeCertificate();
});

/** Numbers that are the same in every run (mulberry32). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

it.each([1, 2, 3])('what is changed on its way breaks nothing (seed %i)', async (seed) => {
  const random = randomNumbers(seed);
  const psk = async (identity: string) => (identity === 'meter' ? KEY : undefined);
  const world = createDtlsWorld({
    certificate: server,
    clientCertificates: 'wanted',
    rawPublicKeys: true,
    psk,
    verify: async () => true,
  });
  function change(bytes: Buffer): Buffer {
    const changed = Buffer.from(bytes);
    for (let changes = random(4); changes > 0; changes--) changed[random(changed.length)] = random(256);
    return random(8) === 0 ? changed.subarray(0, random(changed.length + 1)) : changed;
  }
  let changedFrom = 0;
  let datagrams = 0;
  const way = (sent: Buffer[]): Buffer[] =>
    sent.flatMap((bytes) => {
      datagrams++;
      if (datagrams < changedFrom) return [bytes];
      return random(3) === 0 ? [bytes, change(bytes)] : [change(bytes)];
    });
  for (let number = 0; number < 120; number++) {
    const client = new DtlsClient(
      number % 2 === 0 ? { certificate: server } : { ciphers: 'PSK-AES128-CCM8', psk: { identity: 'meter', key: KEY } },
    );
    // Some are changed at once, others when keys are agreed.
    changedFrom = random(6);
    datagrams = 0;
    const place = peerAt(`10.0.${random(4)}.${random(256)}`, 4000 + random(4));
    await world.run(client, place, way);
    if (client.isDone) await world.run(client.write('hello').write('x'.repeat(random(3000))), place, way);
    for (let more = 0; more < 20; more++)
      world.send(Buffer.from(Array.from({ length: random(80) }, () => random(256))), place);
    client.free();
  }
  const well = new DtlsClient();
  await world.run(well, peerAt('192.0.2.1', 1));
  expect(well.isDone).toBe(true);
  well.free();
  await world.close();
});

it('thousands of clients leave no memory behind', async () => {
  const world = createDtlsWorld({
    certificate: server,
    clientCertificates: 'wanted',
    verify: async () => true,
    bounds: { known: 50, strangers: 50 },
  });
  async function come(count: number): Promise<number> {
    for (let number = 0; number < count; number++) {
      const client = new DtlsClient(number % 3 === 0 ? { certificate: server } : {});
      await world.run(client, peerAt(`10.${number % 200}.${number >> 8}.${number & 255}`, 4000));
      expect(client.isDone).toBe(true);
      client.free();
    }
    return process.memoryUsage().rss;
  }
  const before = await come(600);
  const after = await come(1500);
  await world.close();
  // What one client needs is 70 kB, so that those would have left 100 MB.
  expect(after - before).toBeLessThan(50 * 2 ** 20);
}, 120_000);
