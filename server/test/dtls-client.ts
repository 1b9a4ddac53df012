import { createPrivateKey, X509Certificate } from 'node:crypto';
import koffi from 'koffi';
import { openSsl, type Pointer } from '../src/transports/dtls/openssl.ts';

/** How a client of tests proves who it is, and what it offers. */
export interface DtlsClientOptions {
  ciphers?: string;
  psk?: { identity: string; key: Buffer };
  /** PEM; several certificates are a chain. */
  certificate?: { cert: string; key: string };
  /** Its key is shown without its certificate. */
  rawPublicKey?: boolean;
  /** Of an earlier client, to go on with. */
  session?: Pointer;
  mtu?: number;
}

const own = koffi.load(null);
const client = {
  method: own.func('void *DTLS_client_method()') as () => Pointer,
  start: own.func('void SSL_set_connect_state(void *ssl)') as (ssl: Pointer) => void,
  session: own.func('void *SSL_get1_session(void *ssl)') as (ssl: Pointer) => Pointer,
  goOn: own.func('int SSL_set_session(void *ssl, void *session)') as (ssl: Pointer, session: Pointer) => number,
  peerKey: own.func('void *SSL_get0_peer_rpk(void *ssl)') as (ssl: Pointer) => Pointer | null,
  setPsk: own.func('void SSL_CTX_set_psk_client_callback(void *context, void *callback)') as (
    context: Pointer,
    callback: bigint,
  ) => void,
};
let psk: DtlsClientOptions['psk'];
const pskProto = koffi.proto(
  'unsigned int dtls_client_key(void *ssl, const char *hint, void *identity, unsigned int most, void *key, unsigned int length)',
);
const pskCallback = koffi.register((_ssl: Pointer, _hint: string, identity: Pointer, _most: number, key: Pointer) => {
  if (!psk) return 0;
  const name = Buffer.from(`${psk.identity}\0`);
  koffi.encode(identity, koffi.array('uint8_t', name.length), name);
  koffi.encode(key, koffi.array('uint8_t', psk.key.length), psk.key);
  return psk.key.length;
}, koffi.pointer(pskProto));

/** A client of DTLS in memory: what it sends is taken with `outgoing`. */
export class DtlsClient {
  readonly #api = openSsl();
  readonly #context: Pointer;
  readonly #ssl: Pointer;
  readonly #in: Pointer;
  readonly #out: Pointer;
  readonly #options: DtlsClientOptions;
  isDone = false;
  isFailed = false;

  constructor(options: DtlsClientOptions = {}) {
    const api = this.#api;
    this.#options = options;
    this.#context = api.SSL_CTX_new(client.method()) as Pointer;
    api.SSL_CTX_set_options(this.#context, 1n << 12n);
    if (options.ciphers) api.SSL_CTX_set_cipher_list(this.#context, `${options.ciphers}:@SECLEVEL=0`);
    if (options.psk) client.setPsk(this.#context, pskCallback);
    if (options.certificate) this.#use(options.certificate);
    if (options.rawPublicKey) {
      const types = Buffer.from([2]);
      api.SSL_CTX_set1_client_cert_type(this.#context, types, 1);
      api.SSL_CTX_set1_server_cert_type(this.#context, types, 1);
    }
    this.#ssl = api.SSL_new(this.#context) as Pointer;
    this.#in = api.BIO_new(api.BIO_s_dgram_mem()) as Pointer;
    this.#out = api.BIO_new(api.BIO_s_dgram_mem()) as Pointer;
    api.SSL_set_bio(this.#ssl, this.#in, this.#out);
    api.SSL_ctrl(this.#ssl, 17, options.mtu ?? 1200, null);
    client.start(this.#ssl);
    if (options.session) client.goOn(this.#ssl, options.session);
    this.step();
  }

  #use({ cert, key }: { cert: string; key: string }): void {
    const api = this.#api;
    const read = <T>(bytes: Buffer, use: (bio: Pointer) => T): T => {
      const bio = api.BIO_new(api.BIO_s_mem()) as Pointer;
      api.BIO_write(bio, bytes, bytes.length);
      const result = use(bio);
      api.BIO_free(bio);
      return result;
    };
    const pems = cert.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    pems.forEach((pem, position) => {
      const made = read(new X509Certificate(pem).raw, (bio) => api.d2i_X509_bio(bio, null)) as Pointer;
      if (position === 0) api.SSL_CTX_use_certificate(this.#context, made);
      else api.SSL_CTX_ctrl(this.#context, 89, 1, made);
      api.X509_free(made);
    });
    const der = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' });
    const made = read(der, (bio) => api.d2i_PrivateKey_bio(bio, null)) as Pointer;
    api.SSL_CTX_use_PrivateKey(this.#context, made);
    api.EVP_PKEY_free(made);
  }

  /** Takes datagrams of the server, and does what follows from them. */
  take(...datagrams: Buffer[]): this {
    for (const datagram of datagrams) {
      this.#api.BIO_write(this.#in, datagram, datagram.length);
      this.step();
    }
    return this;
  }

  step(): void {
    if (this.isDone || this.isFailed) return;
    psk = this.#options.psk;
    const result = this.#api.SSL_do_handshake(this.#ssl);
    this.isDone = result === 1;
    this.isFailed = result !== 1 && this.#api.SSL_get_error(this.#ssl, result) !== 2;
    this.#api.ERR_clear_error();
  }

  /** Sends again what was lost, when its time has come. */
  handleTimeout(): void {
    psk = this.#options.psk;
    this.#api.SSL_ctrl(this.#ssl, 74, 0, null);
  }

  write(text: string | Buffer): this {
    const bytes = Buffer.from(text);
    this.#api.SSL_write(this.#ssl, bytes, bytes.length);
    return this;
  }

  /** What the server has sent; 'ended' when it has ended the connection. */
  read(): string[] | 'ended' {
    const received = this.readBytes();
    return received === 'ended' ? received : received.map(String);
  }

  readBytes(): Buffer[] | 'ended' {
    const received: Buffer[] = [];
    const scratch = Buffer.alloc(20_000);
    for (;;) {
      const length = this.#api.SSL_read(this.#ssl, scratch, scratch.length);
      if (length > 0) received.push(Buffer.from(scratch.subarray(0, length)));
      else return this.#api.SSL_get_error(this.#ssl, length) === 2 ? received : 'ended';
    }
  }

  outgoing(): Buffer[] {
    const datagrams: Buffer[] = [];
    const scratch = Buffer.alloc(20_000);
    for (;;) {
      const length = this.#api.BIO_read(this.#out, scratch, scratch.length);
      if (length <= 0) return datagrams;
      datagrams.push(Buffer.from(scratch.subarray(0, length)));
    }
  }

  /** To go on with in another client. */
  session(): Pointer {
    return client.session(this.#ssl);
  }

  get isResumed(): boolean {
    return this.#api.SSL_session_reused(this.#ssl) === 1;
  }

  get cipher(): string {
    return this.#api.SSL_CIPHER_get_name(this.#api.SSL_get_current_cipher(this.#ssl)) ?? '';
  }

  /** The certificates of the server, its own first. */
  chainOfServer(): X509Certificate[] {
    const api = this.#api;
    const stack = api.SSL_get_peer_cert_chain(this.#ssl);
    return Array.from({ length: stack === null ? 0 : api.OPENSSL_sk_num(stack) }, (_, index) => {
      const bio = api.BIO_new(api.BIO_s_mem()) as Pointer;
      api.i2d_X509_bio(bio, api.OPENSSL_sk_value(stack, index));
      const bytes = Buffer.alloc(10_000);
      const length = api.BIO_read(bio, bytes, bytes.length);
      api.BIO_free(bio);
      return new X509Certificate(bytes.subarray(0, length));
    });
  }

  /** The server has shown its key without a certificate. */
  get hasRawKeyOfServer(): boolean {
    return client.peerKey(this.#ssl) !== null;
  }

  shutdown(): this {
    this.#api.SSL_shutdown(this.#ssl);
    return this;
  }

  free(): void {
    this.#api.SSL_free(this.#ssl);
    this.#api.SSL_CTX_free(this.#context);
  }
}
