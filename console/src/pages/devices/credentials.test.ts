import { describe, expect, it } from 'vitest';
import { connectivityCommands, shellQuote } from './connectivity.ts';
import { credentialsOf, credentialsProblems, draftOf, emptyDraft } from './credentials.ts';

describe('credentials of a device', () => {
  it('come back as they were for every type', () => {
    const lwm2m = {
      credentialsType: 'LWM2M_CREDENTIALS' as const,
      credentialsId: null,
      credentialsValue: JSON.stringify({
        client: { endpoint: 'e', securityConfigClientMode: 'PSK', identity: 'i', key: 'a'.repeat(32) },
        bootstrap: {
          bootstrapServer: { securityMode: 'NO_SEC', clientPublicKeyOrId: '', clientSecretKey: '' },
          lwm2mServer: { securityMode: 'NO_SEC', clientPublicKeyOrId: '', clientSecretKey: '' },
        },
      }),
    };
    expect(credentialsOf(draftOf(lwm2m))).toEqual(lwm2m);
    const basic = {
      credentialsType: 'MQTT_BASIC' as const,
      credentialsId: null,
      credentialsValue: '{"clientId":"c","userName":"u","password":" p "}',
    };
    expect(credentialsOf(draftOf(basic))).toEqual(basic);
  });

  it('are checked by the rules of their type', async () => {
    expect(await credentialsProblems(emptyDraft('ACCESS_TOKEN'))).toEqual({ accessToken: 'common.required' });
    expect(await credentialsProblems({ ...emptyDraft('ACCESS_TOKEN'), accessToken: 'x'.repeat(33) })).toHaveProperty(
      'accessToken',
    );
    expect(await credentialsProblems(emptyDraft('MQTT_BASIC'))).toHaveProperty('clientId');
    expect(await credentialsProblems({ ...emptyDraft('MQTT_BASIC'), clientId: 'c', password: 'p' })).toHaveProperty(
      'userName',
    );
    expect(
      await credentialsProblems({
        ...emptyDraft('LWM2M_CREDENTIALS'),
        endpoint: 'e',
        mode: 'PSK',
        identity: 'i',
        key: 'zz',
      }),
    ).toEqual({
      key: 'credentials.problem.psk',
    });
  });
});

describe('commands to try a device', () => {
  const endpoints = { host: '192.0.2.10', httpBase: 'http://192.0.2.10:8080', mqttPort: 1884, coapPort: 5683 };

  it('hold the token, the port where it is not the usual one, and are safe to paste', () => {
    const [mqtt, http, coap] = connectivityCommands(
      { credentialsType: 'ACCESS_TOKEN', credentialsId: "a'b; rm", credentialsValue: null },
      endpoints,
    );
    expect(mqtt?.text).toContain(`mosquitto_pub -h 192.0.2.10 -p 1884 -q 1 -u 'a'\\''b; rm' \\`);
    expect(http?.text).toContain(`/api/v1/a'\\''b%3B%20rm/telemetry`);
    expect(coap?.text).toContain(`'coap://192.0.2.10/api/v1/a'\\''b%3B%20rm/telemetry'`);
    expect(shellQuote('plain-1')).toBe('plain-1');
  });

  it('are for MQTT alone with basic credentials, and none with certificates', () => {
    const basic = {
      credentialsType: 'MQTT_BASIC' as const,
      credentialsId: null,
      credentialsValue: '{"clientId":"c","userName":"u"}',
    };
    expect(connectivityCommands(basic, endpoints).map(({ id }) => id)).toEqual(['mqtt']);
    expect(connectivityCommands({ ...basic, credentialsType: 'X509_CERTIFICATE' }, endpoints)).toEqual([]);
  });
});
