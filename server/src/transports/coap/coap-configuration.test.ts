import { describe, expect, it } from 'vitest';
import { completeCoapConfiguration } from './coap-configuration.ts';

describe('what a profile says about CoAP', () => {
  it('has JSON devices without settings of their own where it says nothing', () => {
    expect(completeCoapConfiguration({ type: 'COAP' })).toEqual({
      type: 'COAP',
      coapDeviceTypeConfiguration: {
        coapDeviceType: 'DEFAULT',
        transportPayloadTypeConfiguration: { transportPayloadType: 'JSON' },
      },
      clientSettings: null,
    });
  });

  it('has no payload type for Efento devices, whose form is their own', () => {
    const coapDeviceTypeConfiguration = { coapDeviceType: 'EFENTO' };
    expect(completeCoapConfiguration({ type: 'COAP', coapDeviceTypeConfiguration })).toMatchObject({
      coapDeviceTypeConfiguration,
    });
  });

  it.each([
    [{ coapDeviceTypeConfiguration: { coapDeviceType: 'ACME' } }, 'coapDeviceType'],
    [{ clientSettings: 'PSM' }, 'clientSettings'],
    [{ clientSettings: { powerMode: 'NAP' } }, 'powerMode'],
    [{ clientSettings: { powerMode: 'PSM', psmActivityTimer: '10 s' } }, 'psmActivityTimer'],
    [{ clientSettings: { powerMode: 'E_DRX', pagingTransmissionWindow: -1 } }, 'pagingTransmissionWindow'],
    [{ clientSettings: { powerMode: 'PSM', psmActivityTimer: 2 ** 31 } }, 'psmActivityTimer'],
  ])('names what it cannot use of %o', (given, name) => {
    expect(() => completeCoapConfiguration({ type: 'COAP', ...given })).toThrow(`'${name}'`);
  });
});
