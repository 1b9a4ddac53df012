import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, makeSignedCertificate, type TestCertificate } from '../../../test/certificates.ts';
import { DtlsClient, type DtlsClientOptions } from '../../../test/dtls-client.ts';
import { createDtlsWorld, type DtlsWorld } from '../../../test/dtls-world.ts';
import { type Peer, peerAt } from '../datagrams.ts';
import type { DtlsOptions } from './dtls-channel.ts';
import { Alert, fatalAlert, RECORD_HEADER } from './records.ts';

/** Where a datagram with one handshake message has the number of that. */
const MESSAGE_SEQ_AT = 17;
const KEY = Buffer.from('0123456789abcdef');
const PLACE = peerAt('192.0.2.1', 4000);
let server: TestCertificate;
let own: TestCertificate;
let world: DtlsWorld;
const clients: DtlsClient[] = [];

beforeAll(async () => {
  server = await makeCertificate();
  own = await makeCertificate('pump');
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.free();
  await world.close();
});

function begin(options: Partial<DtlsOptions> = {}): void {
  world = createDtlsWorld({
    certificate: server,
    clientCertificates: 'wanted',
    rawPublicKeys: true,
    psk: async (identity) => (identity === 'meter' ? KEY : undefined),
    verify: async () => true,
    ...options,
  });
}
function clientWith(options: DtlsClientOptions = {}): DtlsClient {
  const client = new DtlsClient(options);
  clients.push(client);
  return client;
}
async function connected(options: DtlsClientOptions = {}, place = PLACE): Promise<DtlsClient> {
  const client = clientWith(options);
  await world.run(client, place);
  return client;
}
async function identityAfter(client: DtlsClient, place = PLACE): Promise<Peer['identity']> {
  client.write('hello');
  await world.run(client, place);
  return world.received.at(-1)?.peer.identity;
}

describe('a client', () => {
  it.each<[string, DtlsClientOptions]>([
    ['ECDHE-ECDSA-AES128-GCM-SHA256', {}],
    ['ECDHE-ECDSA-AES128-CCM', { ciphers: 'ECDHE-ECDSA-AES128-CCM' }],
    ['ECDHE-ECDSA-AES128-CCM8', { ciphers: 'ECDHE-ECDSA-AES128-CCM8' }],
  ])('agrees on keys without proving who it is (%s)', async (cipher, options) => {
    begin();
    const client = await connected(options);
    expect(client.cipher).toBe(cipher);
    expect(await identityAfter(client)).toEqual({ kind: 'none' });
  });

  it.each(['PSK-AES128-CCM8', 'PSK-AES128-GCM-SHA256', 'ECDHE-PSK-AES128-CBC-SHA256'])(
    'is known by a shared key (%s)',
    async (ciphers) => {
      begin();
      const client = await connected({ ciphers, psk: { identity: 'meter', key: KEY } });
      expect(client.cipher).toBe(ciphers);
      expect(await identityAfter(client)).toEqual({ kind: 'psk', identity: 'meter', key: KEY });
    },
  );

  it.each([
    ['a wrong key', 'meter'],
    ['an unknown name', 'nobody'],
  ])('is refused with %s, and not told which', async (_, identity) => {
    begin();
    const client = clientWith({ ciphers: 'PSK-AES128-CCM8', psk: { identity, key: Buffer.alloc(16, 1) } });
    let last: Buffer | undefined;
    await world.run(client);
    // It sends again what was not answered.
    for (let time = 0; time < 2; time++) {
      await new Promise((resolve) => setTimeout(resolve, 1100 * 2 ** time));
      client.handleTimeout();
      await world.run(client, PLACE, undefined, (datagrams) => {
        last = datagrams.at(-1) ?? last;
        return datagrams;
      });
    }
    expect(last).toEqual(fatalAlert(Alert.decryptError));
    expect(client.isFailed).toBe(true);
    expect(world.server.sizes()).toEqual({ handshakes: 0, known: 0, strangers: 0 });
  });

  it('is known by its certificate and those that it sends along', async () => {
    begin();
    const issuer = await makeCertificate('issuer');
    const { cert, key } = await makeSignedCertificate('sensor', issuer);
    const client = await connected({ certificate: { cert: cert + issuer.cert, key } });
    const identity = await identityAfter(client);
    expect(identity?.kind === 'certificate' && identity.chain).toHaveLength(2);
  });

  it('is known by its key alone, as the server is', async () => {
    begin();
    const client = await connected({ certificate: own, rawPublicKey: true });
    expect(client.hasRawKeyOfServer).toBe(true);
    expect((await identityAfter(client))?.kind).toBe('publicKey');
  });

  it.each([false, true])('is told that its certificate is refused (a key alone: %s)', async (rawPublicKey) => {
    begin({ verify: async () => false });
    const client = await connected({ certificate: own, rawPublicKey });
    expect([client.isDone, client.isFailed]).toEqual([false, true]);
    expect(world.gone).toHaveLength(1);
    expect(world.server.sizes()).toEqual({ handshakes: 0, known: 0, strangers: 0 });
  });

  it('is not told anything when it cannot be looked up', async () => {
    begin({ verify: () => Promise.reject(new Error('the database is away')) });
    const client = await connected({ certificate: own });
    expect([client.isDone, client.isFailed]).toEqual([false, false]);
  });

  it('has to show a certificate where that is required', async () => {
    begin({ clientCertificates: 'required', rawPublicKeys: false });
    expect((await connected()).isFailed).toBe(true);
    expect((await connected({ certificate: own })).isDone).toBe(true);
  });

  it('goes on with its session, when it may still come in', async () => {
    let isWelcome = true;
    begin({ verify: async () => isWelcome });
    const first = await connected({ certificate: own });
    const second = await connected({ certificate: own, session: first.session() });
    expect([second.isDone, second.isResumed]).toEqual([true, true]);
    expect((await identityAfter(second))?.kind).toBe('certificate');
    isWelcome = false;
    const third = await connected({ certificate: own, session: second.session() });
    expect(third.read()).toBe('ended');
  });

  it('that begins again from the same place takes the place of what it was before, and only then', async () => {
    begin();
    const first = await connected();
    await identityAfter(first);
    const second = clientWith();
    const [hello] = second.outgoing();
    world.send(hello as Buffer, PLACE);
    const [request] = world.taken(PLACE);
    await identityAfter(first);
    expect(world.gone).toEqual([]);
    second.take(request as Buffer);
    await world.run(second);
    await identityAfter(second);
    expect(world.gone).toHaveLength(1);
    const [before, , after] = world.received.map(({ peer }) => peer.key);
    expect(after).not.toBe(before);
    expect(world.server.sizes()).toMatchObject({ strangers: 1 });
  });

  it('ends its session, and the server does', async () => {
    begin();
    const client = await connected();
    await world.run(client.shutdown());
    expect(world.server.sizes()).toMatchObject({ strangers: 0 });
    const other = await connected();
    await identityAfter(other);
    world.server.end(world.received.at(-1)?.peer as Peer);
    other.take(...world.taken(PLACE));
    expect(other.read()).toBe('ended');
    expect(world.gone).toHaveLength(2);
  });

  it('gets what is sent to it, once', async () => {
    begin();
    const client = await connected();
    await identityAfter(client);
    world.server.send(Buffer.from('news'), world.received.at(-1)?.peer as Peer);
    const sent = world.taken(PLACE);
    client.take(...sent, ...sent);
    expect(client.read()).toEqual(['news']);
    client.write('once');
    const [datagram] = client.outgoing();
    for (let time = 0; time < 3; time++) world.send(datagram as Buffer, PLACE);
    expect(world.received.map(({ text }) => text)).toEqual(['hello', 'once']);
  });

  it('gets the certificate of the server that is there when it begins', async () => {
    begin();
    const before = await connected();
    world.server.useCertificate(await makeCertificate('renewed'));
    expect((await connected({}, peerAt('192.0.2.2', 4000))).isDone).toBe(true);
    expect(await identityAfter(before)).toEqual({ kind: 'none' });
    expect(() => world.server.useCertificate({ cert: server.cert, key: own.key })).toThrow('OpenSSL refuses');
    expect((await connected({}, peerAt('192.0.2.3', 4000))).isDone).toBe(true);
  });
});

describe('a bad network', () => {
  it('may bring datagrams twice and in another order', async () => {
    begin();
    const twiceReversed = (datagrams: Buffer[]): Buffer[] => [...datagrams, ...datagrams].reverse();
    const client = clientWith({ certificate: own, mtu: 300 });
    for (let time = 0; time < 4 && !client.isDone; time++) {
      await world.run(client, PLACE, twiceReversed, twiceReversed);
      if (client.isDone) break;
      await new Promise((resolve) => setTimeout(resolve, 1100));
      client.handleTimeout();
    }
    expect(client.isDone).toBe(true);
    expect((await identityAfter(client))?.kind).toBe('certificate');
  });

  it('may lose the answer of the server, which sends it again', async () => {
    begin();
    const client = clientWith();
    const lost = 2;
    let number = 0;
    const loses = (datagrams: Buffer[]): Buffer[] => datagrams.filter(() => ++number !== lost);
    await world.run(client, PLACE, undefined, loses);
    expect(client.isDone).toBe(false);
    await expect
      .poll(
        async () => {
          await world.run(client, PLACE);
          return client.isDone;
        },
        { timeout: 40_000 },
      )
      .toBe(true);
  });

  it('may have room for small datagrams only: clients begin in pieces', async () => {
    begin();
    const client = clientWith({ mtu: 256, ciphers: 'ALL' });
    for (const piece of client.outgoing()) world.send(piece, PLACE);
    client.take(...world.taken(PLACE));
    const pieces = client.outgoing();
    expect(pieces.length).toBeGreaterThan(1);
    // The first one has the cookie; nothing is kept of those before it.
    for (const piece of [pieces[0], pieces[0], ...pieces.slice(1).reverse()]) world.send(piece as Buffer, PLACE);
    await world.run(client);
    expect(client.isDone).toBe(true);
  });
});

describe('strangers', () => {
  it('get no more than they send, and nothing is kept of them, before they show that they are there', async () => {
    begin();
    const [hello] = clientWith().outgoing();
    for (let number = 0; number < 20_000; number++) {
      world.send(hello as Buffer, peerAt(`10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`, 4000));
    }
    expect(world.bytesSent()).toBeLessThan(20_000 * (hello?.length ?? 0));
    expect(world.server.sizes()).toEqual({ handshakes: 0, known: 0, strangers: 0 });
    expect((await connected()).isDone).toBe(true);
  });

  it('who begin and never end leave room for others', async () => {
    begin();
    for (let number = 0; number < 400; number++) {
      const place = peerAt('10.0.0.1', 1000 + number);
      const client = new DtlsClient();
      world.send(client.outgoing()[0] as Buffer, place);
      client.take(...world.taken(place));
      for (const bytes of client.outgoing()) world.send(bytes, place);
      client.free();
    }
    expect(world.server.sizes().handshakes).toBe(200);
    expect((await connected()).isDone).toBe(true);
  });

  it('who number their messages as nobody does end no session of others', async () => {
    begin();
    const innocent = await connected();
    const place = peerAt('10.0.0.1', 4000);
    const stranger = clientWith();
    world.send(stranger.outgoing()[0] as Buffer, place);
    const [hello] = stranger.take(...world.taken(place)).outgoing() as [Buffer];
    for (let number = 2; number < 6; number++) {
      hello.writeUInt16BE(number, MESSAGE_SEQ_AT);
      world.send(hello, place);
      expect(world.server.sizes()).toEqual({ handshakes: 0, known: 0, strangers: 1 });
    }
    expect(await identityAfter(innocent)).toEqual({ kind: 'none' });
    expect(world.gone).toEqual([]);
  });

  it.each(['ECDHE-ECDSA-AES128-GCM-SHA256', 'PSK-AES128-CCM', 'PSK-AES128-CCM8', 'ECDHE-PSK-AES128-CBC-SHA256'])(
    'who send from the place of a client end no session (%s)',
    async (ciphers) => {
      begin();
      const client = await connected({ ciphers, psk: { identity: 'meter', key: KEY } });
      const [genuine] = client.write('hello').outgoing() as [Buffer];
      const forged = (type: number, length: number): Buffer => {
        const record = Buffer.concat([genuine.subarray(0, RECORD_HEADER), randomBytes(length)]);
        record[0] = type;
        record.writeUInt16BE(length, 11);
        return record;
      };
      for (const type of [20, 21, 22, 23, 24]) {
        for (let length = 0; length < 100; length++) world.send(forged(type, length), PLACE);
        for (const length of [16_000, 16_500, 16_980]) world.send(forged(type, length), PLACE);
      }
      // One with others around it is read as well.
      world.send(Buffer.concat([forged(23, 1), genuine, forged(23, 7), Buffer.alloc(5)]), PLACE);
      expect(world.received.map(({ text }) => text)).toEqual(['hello']);
      expect(world.gone).toEqual([]);
    },
  );

  it('push out only others like them', async () => {
    begin({ bounds: { strangers: 3 } });
    const known = await connected({ certificate: own });
    for (let port = 1; port < 10; port++) await connected({}, peerAt('10.0.0.1', port));
    expect(world.server.sizes()).toEqual({ handshakes: 0, known: 1, strangers: 3 });
    expect((await identityAfter(known))?.kind).toBe('certificate');
  });
});
