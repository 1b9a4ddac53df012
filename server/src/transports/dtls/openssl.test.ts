import { expect, it } from 'vitest';
import { DtlsUnavailableError, loadFunctions } from './openssl.ts';

it('says what a Node lacks that does not offer all of OpenSSL', () => {
  const declarations = { SSL_free: 'void SSL_free(void *ssl)', SSL_fly: 'void SSL_fly(void *ssl)' };
  expect(() => loadFunctions(declarations)).toThrow(DtlsUnavailableError);
  expect(() => loadFunctions(declarations)).toThrow(/does not offer SSL_fly$/);
});
