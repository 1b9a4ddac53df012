import { describe, expect, it } from 'vitest';
import { checkForm, type ProblemWords } from '../../entity-page/form.ts';
import { powerFields } from '../power-fields.ts';
import { lwm2mProblem } from './lwm2m-problem.ts';
import { lwm2mProfileFields } from './lwm2m-profile-fields.ts';
import { lwm2mConfiguration, lwm2mValues } from './lwm2m-values.ts';
import { addressForMode } from './server-address.ts';

const t = ((key: string) => key) as never;
const words: ProblemWords = { required: 'required', tooLong: () => '', malformed: '', invalid: '' };

const SERVER = {
  host: 'localhost',
  port: 5687,
  securityMode: 'NO_SEC',
  serverId: 111,
  serverPublicKey: '',
  clientHoldOffTime: 1,
  bootstrapServerAccountTimeout: 0,
};
const STORED = {
  type: 'LWM2M',
  observeAttr: {
    keyName: { '/3_1.0/0/9': 'batteryLevel' },
    observe: ['/3_1.0/0/9'],
    attribute: [],
    telemetry: ['/3_1.0/0/9'],
    attributeLwm2m: { '/3_1.0/0/9': { pmin: 10, pmax: 60 } },
  },
  bootstrap: {
    servers: { shortId: 123, lifetime: 300, defaultMinPeriod: 1, notifIfDisabled: true, binding: 'UQ' },
    bootstrapServer: SERVER,
    lwm2mServer: { ...SERVER, port: 5685, serverId: 123 },
  },
  clientLwM2mSettings: {
    clientOnlyObserveAfterConnect: 1,
    fwUpdateStrategy: 1,
    swUpdateStrategy: 1,
    fwUpdateResource: null,
    swUpdateResource: null,
    powerMode: 'DRX',
    psmActivityTimer: null,
    edrxCycle: null,
    pagingTransmissionWindow: null,
    compositeOperationsSupport: false,
  },
};

describe('the configuration of LwM2M', () => {
  it('is that of the reference for a new profile', () => {
    const values = { ...lwm2mValues(), lwm2mBootstrapHost: 'localhost', lwm2mServerHost: 'localhost' };
    expect(lwm2mConfiguration(values)).toEqual({
      ...STORED,
      observeAttr: { keyName: {}, observe: [], attribute: [], telemetry: [], attributeLwm2m: {} },
    });
  });

  it('is the same after its fields were filled from it', () => {
    expect(lwm2mConfiguration(lwm2mValues(STORED))).toEqual(STORED);
  });

  it('keeps members that no field has, wherever they are', () => {
    const stored = {
      ...STORED,
      ofAnotherClient: [1],
      bootstrap: { ...STORED.bootstrap, lwm2mServer: { ...STORED.bootstrap.lwm2mServer, bootstrapServerIs: false } },
      clientLwM2mSettings: { ...STORED.clientLwM2mSettings, edrxCycle: null, more: { a: 1 } },
    };
    const changed = { ...lwm2mValues(stored), lwm2mLifetime: '600' };
    expect(lwm2mConfiguration(changed, stored)).toEqual({
      ...stored,
      bootstrap: { ...stored.bootstrap, servers: { ...stored.bootstrap.servers, lifetime: 600 } },
    });
  });

  it('has the addresses of packages where devices download them, and keys where they are asked for', () => {
    const changed = {
      ...lwm2mValues(STORED),
      lwm2mFirmware: '2',
      lwm2mFirmwareAddress: ' coap://here:5685 ',
      lwm2mServerMode: 'RPK',
      lwm2mServerPublicKey: 'ab12',
      lwm2mBootstrapPublicKey: 'left over',
      profilePowerMode: 'PSM',
    };
    expect(lwm2mConfiguration(changed, STORED)).toMatchObject({
      bootstrap: {
        bootstrapServer: { serverPublicKey: '' },
        lwm2mServer: { securityMode: 'RPK', serverPublicKey: 'ab12' },
      },
      clientLwM2mSettings: {
        fwUpdateStrategy: 2,
        fwUpdateResource: 'coap://here:5685',
        swUpdateResource: null,
        powerMode: 'PSM',
        psmActivityTimer: 10_000,
      },
    });
  });

  it.each([
    [{}, []],
    [{ lwm2mShortId: '65535' }, ['lwm2mShortId']],
    [{ lwm2mLifetime: '-1', lwm2mBootstrapHost: ' ' }, ['lwm2mLifetime', 'lwm2mBootstrapHost']],
    [{ lwm2mServerPort: '65536' }, ['lwm2mServerPort']],
    [{ lwm2mServerMode: 'X509', lwm2mServerPublicKey: 'abc' }, ['lwm2mServerPublicKey']],
    [{ lwm2mFirmware: '2', lwm2mFirmwareAddress: 'http://here' }, ['lwm2mFirmwareAddress']],
    [{ lwm2mFirmware: '3', lwm2mFirmwareAddress: '' }, []],
    [{ lwm2mObserved: JSON.stringify({ ...STORED.observeAttr, keyName: {} }) }, ['lwm2mObserved']],
  ])('says what is wrong with %o', (changes, names) => {
    const values = { transportType: 'LWM2M', ...lwm2mValues(STORED), ...changes };
    expect(Object.keys(checkForm(lwm2mProfileFields(t), values, words))).toEqual(names);
  });

  it.each([
    [STORED, undefined],
    [{}, undefined],
    [[], { member: '', problem: 'object' }],
    [{ type: 'SNMP' }, { member: 'type', problem: 'type' }],
    [{ bootstrap: 3 }, { member: 'bootstrap', problem: 'object' }],
    [{ observeAttr: { observe: ['/3/0/9'] } }, { member: 'observeAttr.observe', problem: 'paths' }],
    [{ observeAttr: { telemetry: ['/3_1.0/0'] } }, { member: 'observeAttr.telemetry', problem: 'paths' }],
    [{ observeAttr: { keyName: { '/3_1.0/0/9': 1 } } }, { member: 'observeAttr.keyName', problem: 'keys' }],
    [
      { observeAttr: { attributeLwm2m: { '/3_1.0': { pmin: '1' } } } },
      { member: 'observeAttr.attributeLwm2m./3_1.0.pmin', problem: 'number' },
    ],
    [{ bootstrap: { servers: { shortId: '1' } } }, { member: 'bootstrap.servers.shortId', problem: 'number' }],
  ])('says what is wrong with JSON %o', (given, problem) => {
    expect(lwm2mProblem(given)).toEqual(problem);
  });
});

describe('the address of a server', () => {
  const own = {
    bootstrapServerIs: false,
    host: '0.0.0.0',
    port: 5685,
    securityHost: '0.0.0.0',
    securityPort: 5686,
    serverId: 123,
    clientHoldOffTime: 1,
    serverPublicKey: 'ab',
    bootstrapServerAccountTimeout: 0,
  };
  const address = (Host: string, Port: string, PublicKey = '') => ({ Host, Port, PublicKey });

  it.each([
    ['of a new profile', 'NO_SEC', 'NO_SEC', address('', '5685'), address('here', '5685')],
    ['with security', 'NO_SEC', 'PSK', address('here', '5685'), address('here', '5686')],
    ['with a key', 'NO_SEC', 'RPK', address('localhost', '5685'), address('here', '5686', 'ab')],
    ['of another machine', 'NO_SEC', 'X509', address('far', '1'), address('far', '1', 'ab')],
    ['with a key of its own', 'X509', 'RPK', address('here', '5686', 'cd'), address('here', '5686', 'cd')],
  ])('is filled in %s', (_what, before, mode, now, next) => {
    expect(addressForMode({ before, mode }, now, own, 'here')).toEqual(next);
  });

  it('is the own machine where the server does not say', () => {
    expect(addressForMode({ before: 'NO_SEC', mode: 'PSK' }, address('', '5685'), undefined, 'here')).toEqual(
      address('localhost', '5685'),
    );
  });
});

it('asks for the mode where none of them is stored, and changes nothing until then', () => {
  const stored = { ...STORED, clientLwM2mSettings: { ...STORED.clientLwM2mSettings, powerMode: 'EDRX' } };
  const values = { transportType: 'LWM2M', ...lwm2mValues(stored) };
  expect(lwm2mConfiguration(values, stored)).toEqual(stored);
  expect(checkForm(lwm2mProfileFields(t), values, words)).toEqual({});
  const fields = powerFields(t, { prefix: 'profile', path: 'settings', shown: () => true });
  expect(checkForm(fields, values, words)).toEqual({ profilePowerMode: 'required' });
  expect(checkForm(fields, { ...values, profilePowerMode: 'DRX' }, words)).toEqual({});
});
