import { expect, it } from 'vitest';
import type { FormField } from '../entity-page/form.ts';
import { lwm2mProfileFields } from './lwm2m/lwm2m-profile-fields.ts';
import { CONDITIONS } from './lwm2m/observed.ts';
import { snmpDeviceFields } from './snmp-device-fields.ts';

const t = ((key: string) => key) as never;

const offered = (fields: readonly FormField[], name: string): string[] =>
  (fields.find((field) => field.name === name)?.options ?? []).map(({ id }) => id).sort();

/** Second document §3. */
it.each([
  ['snmpVersion', 'V1 V2C V3'],
  ['snmpAuthentication', 'MD5 SHA_1 SHA_224 SHA_256 SHA_384 SHA_512'],
  ['snmpPrivacy', 'AES_128 AES_192 AES_256 DES'],
])('a device of SNMP is offered the %s of 3.3.2', (name, words) => {
  expect(
    offered(
      snmpDeviceFields(t, () => true),
      name,
    ),
  ).toEqual(words.split(' '));
});

it('a profile of LwM2M is offered all bindings, and conditions of all kinds', () => {
  const bindings = ['S', 'SQ', 'T', 'TQ', 'TQS', 'TS', 'U', 'UQ', 'UQS', 'US'];
  expect(offered(lwm2mProfileFields(t), 'lwm2mBinding')).toEqual(bindings);
  expect(CONDITIONS).toEqual(['pmin', 'pmax', 'gt', 'lt', 'st']);
});
