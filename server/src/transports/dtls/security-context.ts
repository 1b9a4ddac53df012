import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { SecureContextOptions } from 'node:tls';
import { cipherList, type Proof } from './cipher-suites.ts';
import { lastProblem, type OpenSsl, openSsl, type Pointer } from './openssl.ts';

/** What clients may prove themselves by, and the server. */
export interface SecurityOptions {
  /** Certificate and key of the server; without it there are suites with shared keys only. */
  certificate?: SecureContextOptions;
  /** Shared keys. */
  psk: boolean;
  clientCertificates: 'none' | 'wanted' | 'required';
  /** Keys without certificates, of both sides (RFC 7250). */
  rawPublicKeys: boolean;
}

/** What all connections of a server share; one for suites with proofs of full length, one for short ones. */
export interface SecurityContext {
  readonly full: Pointer;
  /** undefined: there are none of these. */
  readonly short: Pointer | undefined;
  /** By what the server can prove something. */
  readonly proofs: ReadonlySet<Proof>;
  /** Connections that have begun keep what they need. */
  free(): void;
}

const CTRL = {
  mode: 33,
  sessionCacheSize: 42,
  sessionCacheMode: 44,
  chainCertificate: 89,
  groups: 92,
  signatures: 98,
  minVersion: 123,
} as const;
const DTLS_1_2 = 0xfefd;
const RELEASE_BUFFERS = 0x10;
const CACHE_OF_SERVER = 2;
/**
 * A path has at least room for this; cookies; no tickets, since they lack the chain; proofs of CBC before encryption,
 * since OpenSSL ends a session at the first record with a wrong one behind it; the server's order; one handshake.
 */
const OPTIONS = (1n << 12n) | (1n << 13n) | (1n << 14n) | (1n << 19n) | (1n << 22n) | (1n << 30n);
const VERIFY_PEER = 1;
const REQUIRE_CERTIFICATE = 2;
const CERTIFICATE_TYPE = { x509: 0, rawPublicKey: 2 } as const;
const RSA = 6;

const GROUPS = 'X25519:P-256:P-384:P-521\0';
const SIGNATURES =
  'ECDSA+SHA256:ECDSA+SHA384:ECDSA+SHA512:ed25519:RSA-PSS+SHA256:RSA-PSS+SHA384:RSA-PSS+SHA512:RSA+SHA256:RSA+SHA384:RSA+SHA512\0';

/** Sessions that clients may go on with, and for how long, in seconds. */
const MAX_RESUMABLE = 5000;
const RESUMABLE_FOR = 86_400;
const SESSION_CONTEXT = Buffer.from('signalbox dtls');

/** @throws when the certificate cannot be used */
export function createSecurityContext(options: SecurityOptions): SecurityContext {
  const ssl = openSsl();
  ssl.ERR_clear_error();
  const contexts: Pointer[] = [];
  const freeAll = (): void => {
    for (const context of contexts.splice(0)) ssl.SSL_CTX_free(context);
  };
  try {
    const proofs = new Set<Proof>(options.psk ? ['psk'] : []);
    for (let number = 0; number < 2; number++) {
      const context = required(ssl, ssl.SSL_CTX_new(ssl.DTLS_server_method()));
      contexts.push(context);
      if (options.certificate) proofs.add(useCertificate(ssl, context, options.certificate));
    }
    const [full, short] = contexts as [Pointer, Pointer];
    const [fullSuites, shortSuites] = [cipherList(false, proofs), cipherList(true, proofs)];
    configure(ssl, full, required(ssl, fullSuites ?? null), options);
    if (shortSuites) configure(ssl, short, shortSuites, options);
    return { full, short: shortSuites ? short : undefined, proofs, free: freeAll };
  } catch (error) {
    freeAll();
    throw error;
  } finally {
    // OpenSSL also notes what it has tried in vain.
    ssl.ERR_clear_error();
  }
}

function required<T>(ssl: OpenSsl, value: T | null | 0): T {
  if (value === null || value === 0) throw new Error(`OpenSSL refuses a certificate or setting: ${lastProblem(ssl)}`);
  return value;
}

function configure(ssl: OpenSsl, context: Pointer, ciphers: string, options: SecurityOptions): void {
  required(ssl, ssl.SSL_CTX_set_cipher_list(context, ciphers));
  required(ssl, ssl.SSL_CTX_ctrl(context, CTRL.minVersion, DTLS_1_2, null));
  required(ssl, ssl.SSL_CTX_ctrl(context, CTRL.groups, 0, Buffer.from(GROUPS)));
  required(ssl, ssl.SSL_CTX_ctrl(context, CTRL.signatures, 0, Buffer.from(SIGNATURES)));
  ssl.SSL_CTX_ctrl(context, CTRL.mode, RELEASE_BUFFERS, null);
  ssl.SSL_CTX_set_options(context, OPTIONS);
  ssl.SSL_CTX_ctrl(context, CTRL.sessionCacheMode, CACHE_OF_SERVER, null);
  ssl.SSL_CTX_ctrl(context, CTRL.sessionCacheSize, MAX_RESUMABLE, null);
  ssl.SSL_CTX_set_timeout(context, RESUMABLE_FOR);
  required(ssl, ssl.SSL_CTX_set_session_id_context(context, SESSION_CONTEXT, SESSION_CONTEXT.length));
  // Cookies are checked before there is a connection.
  ssl.SSL_CTX_set_cookie_verify_cb(context, ssl.accept);
  if (options.psk) ssl.SSL_CTX_set_psk_server_callback(context, ssl.askForKey);
  if (options.clientCertificates === 'none' && !options.rawPublicKeys) return;
  const mode = options.clientCertificates === 'required' ? VERIFY_PEER | REQUIRE_CERTIFICATE : VERIFY_PEER;
  ssl.SSL_CTX_set_verify(context, mode, null);
  // Whose a certificate is, is looked up when the client has proven that it has the key.
  ssl.SSL_CTX_set_cert_verify_callback(context, ssl.accept, null);
  if (!options.rawPublicKeys) return;
  const { x509, rawPublicKey } = CERTIFICATE_TYPE;
  const ofClients = Buffer.from(options.clientCertificates === 'none' ? [rawPublicKey] : [x509, rawPublicKey]);
  const ofServer = Buffer.from([x509, rawPublicKey]);
  required(ssl, ssl.SSL_CTX_set1_client_cert_type(context, ofClients, ofClients.length));
  required(ssl, ssl.SSL_CTX_set1_server_cert_type(context, ofServer, ofServer.length));
}

/** Calls something with bytes where OpenSSL reads them. */
function withBytes<T>(ssl: OpenSsl, bytes: Buffer, use: (bio: Pointer) => T): T {
  const bio = required(ssl, ssl.BIO_new(ssl.BIO_s_mem()));
  try {
    ssl.BIO_write(bio, bytes, bytes.length);
    return use(bio);
  } finally {
    ssl.BIO_free(bio);
  }
}

/** @returns by what the server proves itself with it */
function useCertificate(ssl: OpenSsl, context: Pointer, options: SecureContextOptions): Proof {
  const { cert, key, pfx, passphrase } = options;
  if (pfx instanceof Buffer) return usePkcs12(ssl, context, pfx, passphrase ?? '');
  const pem = String(cert).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  pem.forEach((text, position) => {
    const { raw } = new X509Certificate(text);
    const certificate = required(
      ssl,
      withBytes(ssl, raw, (bio) => ssl.d2i_X509_bio(bio, null)),
    );
    try {
      if (position === 0) required(ssl, ssl.SSL_CTX_use_certificate(context, certificate));
      else required(ssl, ssl.SSL_CTX_ctrl(context, CTRL.chainCertificate, 1, certificate));
    } finally {
      ssl.X509_free(certificate);
    }
  });
  const own = createPrivateKey({ key: String(key), ...(passphrase === undefined ? {} : { passphrase }) });
  const der = own.export({ type: 'pkcs8', format: 'der' });
  const found = required(
    ssl,
    withBytes(ssl, der, (bio) => ssl.d2i_PrivateKey_bio(bio, null)),
  );
  try {
    required(ssl, ssl.SSL_CTX_use_PrivateKey(context, found));
    return proofOf(ssl, found);
  } finally {
    ssl.EVP_PKEY_free(found);
  }
}

function usePkcs12(ssl: OpenSsl, context: Pointer, file: Buffer, password: string): Proof {
  const pkcs12 = required(
    ssl,
    withBytes(ssl, file, (bio) => ssl.d2i_PKCS12_bio(bio, null)),
  );
  const [key, own, chain]: [Pointer | null][] = [[null], [null], [null]];
  try {
    required(ssl, ssl.PKCS12_parse(pkcs12, password, key as [null], own as [null], chain as [null]));
    required(ssl, ssl.SSL_CTX_use_cert_and_key(context, own?.[0] ?? null, key?.[0] ?? null, chain?.[0] ?? null, 1));
    return proofOf(ssl, required(ssl, key?.[0] ?? null));
  } finally {
    ssl.PKCS12_free(pkcs12);
    ssl.EVP_PKEY_free(key?.[0] ?? null);
    ssl.X509_free(own?.[0] ?? null);
    // The certificates go with it; the context counts its own references to them.
    ssl.OSSL_STACK_OF_X509_free(chain?.[0] ?? null);
  }
}

const proofOf = (ssl: OpenSsl, key: Pointer): Proof => (ssl.EVP_PKEY_get_base_id(key) === RSA ? 'rsa' : 'ecdsa');
