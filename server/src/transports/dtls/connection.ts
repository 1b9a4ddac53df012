import type { PeerIdentity } from '../datagrams.ts';
import { openSsl, type Pointer, type PskCallback } from './openssl.ts';
import { withoutStubs } from './records.ts';

/** What became of a step of a handshake. */
export type HandshakeStep = 'waiting' | 'done' | 'failed';

const CTRL = { mtu: 17, handleTimeout: 74 } as const;
/** Bytes of a datagram that we send: what every path with IPv6 has room for, without its headers. */
const MTU = 1200;
/** Datagrams are at most this long, and records of DTLS 16 kB. */
const scratch = Buffer.alloc(65_536);
const WANT_READ = 2;
/** Certificates of a chain that are taken. */
const MAX_CHAIN = 8;

/**
 * One client as OpenSSL sees it. It never sends by itself: `outgoing` has what is to be sent.
 *
 * OpenSSL notes problems for the whole thread, and takes what stands there for a problem of the call that it is asked about.
 * So whatever can fail begins without, and leaves nothing: neither to other clients nor to the sockets of Node's own TLS.
 */
export class DtlsConnection {
  readonly #api = openSsl();
  readonly #ssl: Pointer;
  readonly #context: Pointer;
  readonly #shortestRecord: number;
  #in: Pointer;
  #out: Pointer;
  #isFreed = false;
  /** Knows the key of the client, once it has said who it is. */
  psk: PskCallback = () => undefined;

  /** @param shortestRecord bytes of the shortest encrypted record of the suites of the context */
  constructor(context: Pointer, shortestRecord: number) {
    const api = this.#api;
    const method = api.BIO_s_dgram_mem();
    const ssl = api.SSL_new(context);
    const incoming = api.BIO_new(method);
    const outgoing = api.BIO_new(method);
    if (ssl === null || incoming === null || outgoing === null) throw new Error('OpenSSL has no memory');
    this.#ssl = ssl;
    this.#context = context;
    this.#shortestRecord = shortestRecord;
    this.#in = incoming;
    this.#out = outgoing;
    // They go with it.
    api.SSL_set_bio(ssl, incoming, outgoing);
    api.SSL_ctrl(ssl, CTRL.mtu, MTU, null);
    api.SSL_set_accept_state(ssl);
  }

  /** Begins with a whole ClientHello that has a cookie. @returns whether that may lead to anything */
  listen(hello: Buffer): boolean {
    this.take(hello);
    return this.#alone(() => this.#api.DTLSv1_listen(this.#ssl, placeOfClient()) > 0);
  }

  /** Takes a datagram; what it means is known by `handshake` or `read`. */
  take(datagram: Buffer): void {
    const bytes = withoutStubs(datagram, this.#shortestRecord);
    if (bytes.length > 0) this.#api.BIO_write(this.#in, bytes, bytes.length);
  }

  handshake(): HandshakeStep {
    const api = this.#api;
    return this.#alone(() => {
      const result = api.withKeys(this.psk, () => api.SSL_do_handshake(this.#ssl));
      if (result === 1) return 'done';
      return api.SSL_get_error(this.#ssl, result) === WANT_READ ? 'waiting' : 'failed';
    });
  }

  /** Sends again what was lost. @returns false when the client does not answer any more */
  handleTimeout(): boolean {
    return this.#alone(() => this.#api.SSL_ctrl(this.#ssl, CTRL.handleTimeout, 0, null) >= 0);
  }

  /** What the client has sent; 'ended' when it has ended the connection, or broken it. */
  read(): Buffer[] | 'ended' {
    const api = this.#api;
    const datagrams: Buffer[] = [];
    for (;;) {
      const [length, isWaiting] = this.#alone(() => {
        const read = api.SSL_read(this.#ssl, scratch, scratch.length);
        return [read, read <= 0 && api.SSL_get_error(this.#ssl, read) === WANT_READ];
      });
      if (length > 0) datagrams.push(Buffer.from(scratch.subarray(0, length)));
      else if (isWaiting) {
        // 16 kB for each client that are needed only while something is read.
        api.SSL_free_buffers(this.#ssl);
        return datagrams;
      } else {
        // Others share the buffer.
        while (api.BIO_read(this.#in, scratch, scratch.length) > 0);
        return 'ended';
      }
    }
  }

  /** Encrypts a datagram. */
  write(bytes: Buffer): void {
    this.#alone(() => this.#api.SSL_write(this.#ssl, bytes, bytes.length));
  }

  /** Datagrams that are to be sent. */
  outgoing(): Buffer[] {
    const datagrams: Buffer[] = [];
    for (;;) {
      const length = this.#api.BIO_read(this.#out, scratch, scratch.length);
      if (length <= 0) return datagrams;
      datagrams.push(Buffer.from(scratch.subarray(0, length)));
    }
  }

  /** The handshake is by a shared key, which the client has not named yet. */
  get usesPsk(): boolean {
    const cipher = this.#api.SSL_get_pending_cipher(this.#ssl);
    return cipher !== null && (this.#api.SSL_CIPHER_get_name(cipher) ?? '').includes('PSK-');
  }

  /** The client goes on with an earlier session. */
  get isResumed(): boolean {
    return this.#api.SSL_session_reused(this.#ssl) === 1;
  }

  /** What the client has proven in its handshake. */
  identity(): PeerIdentity {
    const api = this.#api;
    const cipher = api.SSL_CIPHER_get_name(api.SSL_get_current_cipher(this.#ssl)) ?? '';
    if (cipher.includes('PSK-')) {
      const identity = api.SSL_get_psk_identity(this.#ssl) ?? '';
      return { kind: 'psk', identity, key: this.psk(identity) ?? Buffer.alloc(0) };
    }
    const own = api.SSL_get0_peer_certificate(this.#ssl);
    if (own === null) {
      const key = api.SSL_get0_peer_rpk(this.#ssl);
      return key === null ? { kind: 'none' } : { kind: 'publicKey', key: this.#bytesOf(api.i2d_PUBKEY_bio, key) };
    }
    const chain = [this.#bytesOf(api.i2d_X509_bio, own)];
    const others = api.SSL_get_peer_cert_chain(this.#ssl);
    const count = others === null ? 0 : Math.min(api.OPENSSL_sk_num(others), MAX_CHAIN - 1);
    for (let index = 0; index < count; index++) {
      chain.push(this.#bytesOf(api.i2d_X509_bio, api.OPENSSL_sk_value(others, index)));
    }
    return { kind: 'certificate', chain };
  }

  #bytesOf(write: (bio: Pointer, object: Pointer) => number, object: Pointer | null): Buffer {
    const api = this.#api;
    const bio = api.BIO_new(api.BIO_s_mem());
    if (bio === null || object === null) throw new Error('OpenSSL has no memory');
    try {
      write(bio, object);
      const length = Math.max(0, api.BIO_read(bio, scratch, scratch.length));
      // Outside of the pool: what is kept of a client for a day must not keep other bytes with it.
      const bytes = Buffer.allocUnsafeSlow(length);
      scratch.copy(bytes, 0, 0, length);
      return bytes;
    } finally {
      api.BIO_free(bio);
    }
  }

  /** Nobody may go on with this session. */
  forget(): void {
    const session = this.#api.SSL_get_session(this.#ssl);
    if (session !== null) this.#api.SSL_CTX_remove_session(this.#context, session);
  }

  /** The handshake is over: gives back the memory that only that needed. What is to be sent has to be taken before. */
  settle(): void {
    const [incoming, outgoing] = sharedBuffers();
    this.#api.BIO_up_ref(incoming);
    this.#api.BIO_up_ref(outgoing);
    this.#api.SSL_set_bio(this.#ssl, incoming, outgoing);
    this.#in = incoming;
    this.#out = outgoing;
  }

  /** Tells the client that this is the end. */
  shutdown(): void {
    this.#alone(() => this.#api.SSL_shutdown(this.#ssl));
  }

  /** Calls something that neither hears of problems of others nor leaves its own. */
  #alone<T>(call: () => T): T {
    this.#api.ERR_clear_error();
    try {
      return call();
    } finally {
      this.#api.ERR_clear_error();
    }
  }

  free(): void {
    if (this.#isFreed) return;
    this.#isFreed = true;
    this.#api.SSL_free(this.#ssl);
  }
}

let shared: [Pointer, Pointer] | undefined;
/** Buffers of all connections that are settled: each takes a datagram and what follows from it before the next does. */
function sharedBuffers(): [Pointer, Pointer] {
  const api = openSsl();
  shared ??= [api.BIO_new(api.BIO_s_dgram_mem()), api.BIO_new(api.BIO_s_dgram_mem())] as [Pointer, Pointer];
  return shared;
}

let place: Pointer | null | undefined;
/** Where OpenSSL writes the address of a client, which it does not know. */
function placeOfClient(): Pointer | null {
  place ??= openSsl().BIO_ADDR_new();
  return place;
}
