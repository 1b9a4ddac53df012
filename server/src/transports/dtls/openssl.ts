import { createRequire } from 'node:module';

/** An address in the memory of the process; null as null. */
export type Pointer = bigint;

/** Functions of OpenSSL that we call: how C declares them. */
const DECLARATIONS = {
  BIO_ADDR_new: 'void *BIO_ADDR_new()',
  BIO_free: 'int BIO_free(void *bio)',
  BIO_new: 'void *BIO_new(void *method)',
  BIO_read: 'int BIO_read(void *bio, uint8_t *data, int length)',
  BIO_s_dgram_mem: 'void *BIO_s_dgram_mem()',
  BIO_s_mem: 'void *BIO_s_mem()',
  BIO_up_ref: 'int BIO_up_ref(void *bio)',
  BIO_write: 'int BIO_write(void *bio, const uint8_t *data, int length)',
  DTLS_server_method: 'void *DTLS_server_method()',
  DTLSv1_listen: 'int DTLSv1_listen(void *ssl, void *address)',
  ERR_clear_error: 'void ERR_clear_error()',
  ERR_error_string_n: 'void ERR_error_string_n(unsigned long code, uint8_t *text, size_t length)',
  ERR_peek_last_error: 'unsigned long ERR_peek_last_error()',
  EVP_PKEY_free: 'void EVP_PKEY_free(void *key)',
  EVP_PKEY_get_base_id: 'int EVP_PKEY_get_base_id(void *key)',
  OPENSSL_sk_num: 'int OPENSSL_sk_num(void *stack)',
  OPENSSL_sk_value: 'void *OPENSSL_sk_value(void *stack, int index)',
  OSSL_STACK_OF_X509_free: 'void OSSL_STACK_OF_X509_free(void *stack)',
  PKCS12_free: 'void PKCS12_free(void *pkcs12)',
  PKCS12_parse:
    'int PKCS12_parse(void *pkcs12, const char *password, _Out_ void **key, _Out_ void **own, _Out_ void **chain)',
  SSL_CIPHER_get_name: 'const char *SSL_CIPHER_get_name(void *cipher)',
  SSL_CTX_ctrl: 'long SSL_CTX_ctrl(void *context, int command, long number, void *pointer)',
  SSL_CTX_free: 'void SSL_CTX_free(void *context)',
  SSL_CTX_new: 'void *SSL_CTX_new(void *method)',
  SSL_CTX_remove_session: 'int SSL_CTX_remove_session(void *context, void *session)',
  SSL_CTX_set1_client_cert_type:
    'int SSL_CTX_set1_client_cert_type(void *context, const uint8_t *types, size_t length)',
  SSL_CTX_set1_server_cert_type:
    'int SSL_CTX_set1_server_cert_type(void *context, const uint8_t *types, size_t length)',
  SSL_CTX_set_cert_verify_callback:
    'void SSL_CTX_set_cert_verify_callback(void *context, void *callback, void *argument)',
  SSL_CTX_set_cipher_list: 'int SSL_CTX_set_cipher_list(void *context, const char *ciphers)',
  SSL_CTX_set_cookie_verify_cb: 'void SSL_CTX_set_cookie_verify_cb(void *context, void *callback)',
  SSL_CTX_set_options: 'uint64_t SSL_CTX_set_options(void *context, uint64_t options)',
  SSL_CTX_set_psk_server_callback: 'void SSL_CTX_set_psk_server_callback(void *context, void *callback)',
  SSL_CTX_set_session_id_context:
    'int SSL_CTX_set_session_id_context(void *context, const uint8_t *id, unsigned int length)',
  SSL_CTX_set_timeout: 'long SSL_CTX_set_timeout(void *context, long seconds)',
  SSL_CTX_set_verify: 'void SSL_CTX_set_verify(void *context, int mode, void *callback)',
  SSL_CTX_use_PrivateKey: 'int SSL_CTX_use_PrivateKey(void *context, void *key)',
  SSL_CTX_use_cert_and_key:
    'int SSL_CTX_use_cert_and_key(void *context, void *own, void *key, void *chain, int override)',
  SSL_CTX_use_certificate: 'int SSL_CTX_use_certificate(void *context, void *own)',
  SSL_ctrl: 'long SSL_ctrl(void *ssl, int command, long number, void *pointer)',
  SSL_do_handshake: 'int SSL_do_handshake(void *ssl)',
  SSL_free: 'void SSL_free(void *ssl)',
  SSL_free_buffers: 'int SSL_free_buffers(void *ssl)',
  SSL_get0_peer_certificate: 'void *SSL_get0_peer_certificate(void *ssl)',
  SSL_get0_peer_rpk: 'void *SSL_get0_peer_rpk(void *ssl)',
  SSL_get_current_cipher: 'void *SSL_get_current_cipher(void *ssl)',
  SSL_get_error: 'int SSL_get_error(void *ssl, int result)',
  SSL_get_peer_cert_chain: 'void *SSL_get_peer_cert_chain(void *ssl)',
  SSL_get_pending_cipher: 'void *SSL_get_pending_cipher(void *ssl)',
  SSL_get_psk_identity: 'const char *SSL_get_psk_identity(void *ssl)',
  SSL_get_session: 'void *SSL_get_session(void *ssl)',
  SSL_new: 'void *SSL_new(void *context)',
  SSL_read: 'int SSL_read(void *ssl, uint8_t *data, int length)',
  SSL_session_reused: 'int SSL_session_reused(void *ssl)',
  SSL_set_accept_state: 'void SSL_set_accept_state(void *ssl)',
  SSL_set_bio: 'void SSL_set_bio(void *ssl, void *incoming, void *outgoing)',
  SSL_shutdown: 'int SSL_shutdown(void *ssl)',
  SSL_write: 'int SSL_write(void *ssl, const uint8_t *data, int length)',
  X509_free: 'void X509_free(void *certificate)',
  d2i_PKCS12_bio: 'void *d2i_PKCS12_bio(void *bio, void *reuse)',
  d2i_PrivateKey_bio: 'void *d2i_PrivateKey_bio(void *bio, void *reuse)',
  d2i_X509_bio: 'void *d2i_X509_bio(void *bio, void *reuse)',
  i2d_PUBKEY_bio: 'int i2d_PUBKEY_bio(void *bio, void *key)',
  i2d_X509_bio: 'int i2d_X509_bio(void *bio, void *certificate)',
} as const;

type Declarations = typeof DECLARATIONS;
/** What C gives back, by the beginning of the declaration. */
type ResultOf<Declaration extends string> = Declaration extends `void *${string}`
  ? Pointer | null
  : Declaration extends `void ${string}`
    ? undefined
    : Declaration extends `const char *${string}`
      ? string | null
      : Declaration extends `uint64_t ${string}`
        ? number | bigint
        : number;
type Argument = Pointer | null | number | bigint | string | Buffer | (Pointer | null)[];
type Functions = { [Name in keyof Declarations]: (...given: Argument[]) => ResultOf<Declarations[Name]> };

/** Names the key that a client must have; undefined: there is none. */
export type PskCallback = (identity: string) => Buffer | undefined;

/** OpenSSL of the running process. */
export interface OpenSsl extends Functions {
  /** Address of a C function that says yes to everything. */
  readonly accept: Pointer;
  /** Address of the C function that OpenSSL asks for keys. */
  readonly askForKey: Pointer;
  /** Runs something; OpenSSL asks `psk` for keys meanwhile. */
  withKeys<T>(psk: PskCallback, run: () => T): T;
}

/** OpenSSL is not there, or lacks what DTLS needs. */
export class DtlsUnavailableError extends Error {
  override readonly name = 'DtlsUnavailableError';
}

type Koffi = typeof import('koffi');

let loaded: OpenSsl | undefined;

/**
 * OpenSSL as Node itself has it; Node's own API has TLS, but not DTLS.
 * @throws DtlsUnavailableError which says what is missing
 */
export function openSsl(): OpenSsl {
  loaded ??= Object.assign(loadFunctions(DECLARATIONS) as Functions, callbacks(koffi()));
  return loaded;
}

function koffi(): Koffi {
  try {
    return createRequire(import.meta.url)('koffi') as Koffi;
  } catch (error) {
    throw new DtlsUnavailableError(`koffi has no build for ${process.platform} ${process.arch}`, { cause: error });
  }
}

/**
 * Functions of the running process by their names.
 * @throws DtlsUnavailableError
 */
export function loadFunctions(declarations: Readonly<Record<string, string>>): Record<string, unknown> {
  const own = koffi().load(null);
  const missing: string[] = [];
  const functions: Record<string, unknown> = {};
  for (const [name, declaration] of Object.entries(declarations)) {
    try {
      functions[name] = own.func(declaration);
    } catch {
      missing.push(name);
    }
  }
  if (missing.length === 0) return functions;
  throw new DtlsUnavailableError(`Node ${process.version} of this machine does not offer ${missing.join(', ')}`);
}

/** What OpenSSL calls. It does so only while one of its functions runs, so one of each is enough. */
function callbacks({ proto, register, pointer, encode, array }: Koffi) {
  const yes = proto('int dtls_accept(void *subject, void *argument, unsigned int length)');
  const key = proto('unsigned int dtls_key(void *ssl, const char *identity, void *key, unsigned int length)');
  let current: PskCallback | undefined;
  function askForKey(_ssl: Pointer, identity: string | null, place: Pointer, length: number): number {
    const found = identity === null ? undefined : current?.(identity);
    if (!found || found.length === 0 || found.length > length) return 0;
    encode(place, array('uint8_t', found.length), found);
    return found.length;
  }
  return {
    accept: register(() => 1, pointer(yes)),
    askForKey: register(askForKey, pointer(key)),
    withKeys<T>(psk: PskCallback, run: () => T): T {
      const before = current;
      current = psk;
      try {
        return run();
      } finally {
        current = before;
      }
    },
  };
}

/** The last problem that OpenSSL has noted, as it says it; forgets all. */
export function lastProblem(ssl: OpenSsl): string {
  const code = ssl.ERR_peek_last_error();
  ssl.ERR_clear_error();
  if (code === 0) return 'unknown';
  const text = Buffer.alloc(256);
  ssl.ERR_error_string_n(code, text, text.length);
  return text.toString('utf8', 0, text.indexOf(0));
}
