import { describe, expect, it } from 'vitest';
import { completeLwm2mConfiguration } from './lwm2m-configuration.ts';

const type = 'LWM2M' as const;

describe('what a profile says about LwM2M', () => {
  it.each([
    { type },
    { type, bootstrap: { servers: { any: 1 } }, other: [1] },
    {
      type,
      observeAttr: {
        observe: ['/3_1.0/0/9'],
        attribute: ['/3_1.0/0/0'],
        telemetry: ['/3303_1.1/0/5700', '/3_1.0/0/9'],
        keyName: { '/3_1.0/0/9': 'battery' },
        attributeLwm2m: { '/3_1.0/0': { pmin: 1 } },
      },
    },
    { type, observeAttr: null, bootstrap: null },
  ])('is kept as it was sent: %j', (given) => {
    expect(completeLwm2mConfiguration(given)).toEqual(given);
  });

  it('has all settings of clients, and of attributes those that are there', () => {
    const attributeLwm2m = { '/3_1.0/0': { dim: null, ver: null, pmin: 1 } };
    const clientLwM2mSettings = { fwUpdateStrategy: 2, powerMode: 'DRX', psmActivityTimer: 10_000, own: true };
    expect(completeLwm2mConfiguration({ type, observeAttr: { attributeLwm2m }, clientLwM2mSettings })).toEqual({
      type,
      observeAttr: { attributeLwm2m: { '/3_1.0/0': { pmin: 1 } } },
      clientLwM2mSettings: {
        ...{ clientOnlyObserveAfterConnect: 1, fwUpdateStrategy: 2, swUpdateStrategy: 1 },
        ...{ fwUpdateResource: null, swUpdateResource: null },
        ...{ powerMode: 'DRX', psmActivityTimer: 10_000, edrxCycle: null, pagingTransmissionWindow: null },
        ...{ compositeOperationsSupport: false, own: true },
      },
    });
  });

  it('is refused with more paths than are looked at', () => {
    const observe = Array.from({ length: 2001 }, (_, id) => `/3_1.0/${id}`);
    expect(() => completeLwm2mConfiguration({ type, observeAttr: { observe } })).toThrow("field 'observe' has more");
  });

  it.each([
    [{ observeAttr: 'all' }, 'observeAttr'],
    [{ observeAttr: { observe: '/3_1.0/0/9' } }, 'observe'],
    [{ observeAttr: { telemetry: ['battery'] } }, 'telemetry'],
    [{ observeAttr: { attribute: [9] } }, 'attribute'],
    [{ observeAttr: { keyName: { battery: 'battery' } } }, 'keyName'],
    [{ observeAttr: { keyName: { '/3_1.0/0/9': ' ' } } }, 'keyName'],
    [{ observeAttr: { keyName: { '/3_1.0/0/9': 'x'.repeat(256) } } }, 'keyName'],
    [{ observeAttr: { attributeLwm2m: [] } }, 'attributeLwm2m'],
    [{ clientLwM2mSettings: 1 }, 'clientLwM2mSettings'],
    [{ clientLwM2mSettings: { powerMode: 'EDRX' } }, 'powerMode'],
    [{ clientLwM2mSettings: { powerMode: 'E_DRX', edrxCycle: 2 ** 31 } }, 'edrxCycle'],
    [{ clientLwM2mSettings: { powerMode: 'PSM', psmActivityTimer: '10 s' } }, 'psmActivityTimer'],
    [{ bootstrap: [] }, 'bootstrap'],
    [{ bootstrap: { lwm2mServer: 'here' } }, 'lwm2mServer'],
    [{ bootstrap: { lwm2mServer: { port: '5685' } } }, 'port'],
    [{ bootstrap: { bootstrapServer: { securityPort: 70_000 } } }, 'securityPort'],
  ])('is refused by the name of the field: %j', (given, field) => {
    expect(() => completeLwm2mConfiguration({ type, ...given })).toThrow(`field '${field}'`);
  });
});
