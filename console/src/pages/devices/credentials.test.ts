import { describe, expect, it } from 'vitest';
import { shellQuote } from '../../device-profiles/shell.ts';
import { certificateStanding } from './certificate-standing.ts';
import { connectivityCommands } from './connectivity.ts';
import { credentialsOf, credentialsProblems, draftOf, emptyDraft } from './credentials.ts';
import { randomPsk } from './lwm2m-credentials.ts';
import { TYPES_OF_TRANSPORT } from './transport-credentials.ts';

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

  it('are of the types that the transport of the profile works with', () => {
    expect(TYPES_OF_TRANSPORT).toEqual({
      DEFAULT: ['ACCESS_TOKEN', 'X509_CERTIFICATE', 'MQTT_BASIC'],
      MQTT: ['ACCESS_TOKEN', 'X509_CERTIFICATE', 'MQTT_BASIC'],
      COAP: ['ACCESS_TOKEN', 'X509_CERTIFICATE'],
      LWM2M: ['LWM2M_CREDENTIALS'],
      SNMP: ['ACCESS_TOKEN'],
    });
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

describe('credentials of LwM2M', () => {
  const stored = {
    credentialsType: 'LWM2M_CREDENTIALS' as const,
    credentialsId: null,
    credentialsValue: JSON.stringify({
      ofAnotherClient: 1,
      client: { endpoint: 'e', securityConfigClientMode: 'PSK', identity: 'i', key: 'a'.repeat(32), more: 2 },
      bootstrap: {
        bootstrapServer: { securityMode: 'NO_SEC', clientPublicKeyOrId: '', clientSecretKey: '', more: 3 },
        lwm2mServer: { securityMode: 'NO_SEC', clientPublicKeyOrId: '', clientSecretKey: '' },
      },
    }),
  };

  it('keep what the fields do not know, and nothing of another mode', () => {
    const { credentialsValue } = credentialsOf({ ...draftOf(stored), mode: 'NO_SEC' });
    expect(JSON.parse(credentialsValue ?? '')).toMatchObject({
      ofAnotherClient: 1,
      client: { endpoint: 'e', securityConfigClientMode: 'NO_SEC', more: 2 },
      bootstrap: { bootstrapServer: { more: 3 } },
    });
    expect(JSON.parse(credentialsValue ?? '').client).not.toHaveProperty('key');
  });

  it.each([
    ['PSK', '', 'zz', { id: 'common.required', key: 'credentials.problem.psk' }],
    ['PSK', 'any name', 'A'.repeat(64), {}],
    ['RPK', 'no hex', '', { id: 'credentials.problem.hex', key: 'common.required' }],
    ['X509', 'ab', 'cd', {}],
  ] as const)('are checked for each server: %s %s %s', async (securityMode, id, key, problems) => {
    const server = { securityMode, clientPublicKeyOrId: id, clientSecretKey: key };
    expect(await credentialsProblems({ ...draftOf(stored), lwm2mServer: server })).toEqual(
      Object.fromEntries(Object.entries(problems).map(([name, problem]) => [`lwm2mServer.${name}`, problem])),
    );
  });

  it('are read from the text while that is edited', async () => {
    const json = (stored.credentialsValue ?? '').replace('"e"', '"of the text"');
    expect(credentialsOf({ ...draftOf(stored), json }).credentialsValue).toContain('of the text');
    const problemsOf = (text: string) => credentialsProblems({ ...draftOf(stored), json: text });
    expect(await problemsOf('{')).toEqual({ json: 'credentials.problem.json' });
    expect(await problemsOf('{}')).toEqual({ json: 'credentials.problem.jsonMissing' });
    expect(await problemsOf(json)).toEqual({});
  });

  it('get another key each time', () => {
    expect(randomPsk()).toMatch(/^[0-9a-f]{32}$/);
    expect(randomPsk()).not.toBe(randomPsk());
  });
});

describe('the validity of a certificate', () => {
  const DAY = 86_400_000;
  const facts = { from: 10 * DAY, until: 100 * DAY };

  it.each([
    [5, 'notYet', 95],
    [50, undefined, undefined],
    [71.5, 'endsSoon', 28],
    [99.5, 'endsSoon', 0],
    [101, 'expired', 0],
  ])('is told on day %s', (day, word, days) => {
    const standing = certificateStanding(facts, day * DAY);
    expect([standing?.word, standing?.days]).toEqual([word, days]);
  });
});

describe('commands to try a device', () => {
  const endpoints = {
    host: '192.0.2.10',
    httpBase: 'http://192.0.2.10:8080',
    mqttPort: 1884,
    coapPort: 5683,
    lwm2mPort: 5685,
    lwm2msPort: 5686,
    ...{ mqttsPort: undefined, httpsPort: undefined, coapsPort: undefined },
  };

  it('hold the token, the port where it is not the usual one, and are safe to paste', () => {
    const [mqtt, webSocket, http, coap] = connectivityCommands(
      { credentialsType: 'ACCESS_TOKEN', credentialsId: "a'b; rm", credentialsValue: null },
      endpoints,
    );
    expect(mqtt?.text).toContain(`mosquitto_pub -h 192.0.2.10 -p 1884 -q 1 -u 'a'\\''b; rm' \\`);
    expect(webSocket?.text).toContain(`mqtt pub -l ws -h 192.0.2.10 -p 8080 --path /mqtt -q 1 -u 'a'\\''b; rm' \\`);
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
    expect(connectivityCommands(basic, endpoints).map(({ id }) => id)).toEqual(['mqtt', 'mqttws']);
    expect(connectivityCommands({ ...basic, credentialsType: 'X509_CERTIFICATE' }, endpoints)).toEqual([]);
  });

  it('are also those over TLS where the server has a certificate', () => {
    const secure = { ...endpoints, mqttsPort: 8883, httpsPort: 8443, coapsPort: 5684 };
    const token = { credentialsType: 'ACCESS_TOKEN' as const, credentialsId: 'abc', credentialsValue: null };
    const ids = (type: 'DEFAULT' | 'COAP') => connectivityCommands(token, secure, { type }).map(({ id }) => id);
    expect(ids('DEFAULT')).toEqual([...['mqtt', 'mqtts', 'mqttws', 'mqttwss', 'http', 'https', 'coap', 'coaps']]);
    expect(ids('COAP')).toEqual(['coap', 'coaps']);
    const [, mqtts, , overTls, , https] = connectivityCommands(token, secure);
    expect(overTls?.text).toContain('mqtt pub -l wss -h 192.0.2.10 -p 8443 --ca ca.pem --path /mqtt -q 1 -u abc');
    const behindProxy = connectivityCommands(token, { ...endpoints, httpBase: 'https://iot.example.com' });
    expect(behindProxy[1]?.text).toContain('mqtt pub -l wss -h iot.example.com --path /mqtt');
    expect(mqtts?.text).toContain('mosquitto_pub -h 192.0.2.10 -p 8883 --cafile ca.pem -q 1 -u abc');
    expect(https?.text).toContain('curl --cacert ca.pem -X POST https://192.0.2.10:8443/api/v1/abc/telemetry');
    const certificate = { credentialsType: 'X509_CERTIFICATE' as const, credentialsId: 'x', credentialsValue: 'y' };
    const [first, second] = connectivityCommands(certificate, secure);
    expect(first?.text).toContain('--cert device.pem --key device.key');
    expect(second?.text).toContain('coaps://192.0.2.10/api/v1/telemetry');
  });

  it('are none where the transport takes other credentials', () => {
    const token = { credentialsType: 'ACCESS_TOKEN', credentialsId: 'token', credentialsValue: null } as const;
    const basic = { ...token, credentialsType: 'MQTT_BASIC', credentialsValue: '{"userName":"u"}' } as const;
    const lwm2m = { ...token, credentialsType: 'LWM2M_CREDENTIALS', credentialsValue: '{}' } as const;
    expect(connectivityCommands(token, endpoints, { type: 'LWM2M' })).toEqual([]);
    expect(connectivityCommands(basic, endpoints, { type: 'COAP' })).toEqual([]);
    expect(connectivityCommands(lwm2m, endpoints, { type: 'MQTT' })).toEqual([]);
  });

  it('send what the profile of the device is for', () => {
    const secure = { ...endpoints, mqttsPort: 8883, coapsPort: 5684 };
    const token = { credentialsType: 'ACCESS_TOKEN' as const, credentialsId: 'abc', credentialsValue: null };
    const of = (transportType: 'MQTT' | 'COAP', more: object) =>
      connectivityCommands(token, secure, undefined, {
        transportType,
        profileData: { transportConfiguration: { type: transportType, ...more } },
      });
    const own = of('MQTT', { deviceTelemetryTopic: 'plant/+/values/#' });
    expect(own.map(({ id }) => id)).toEqual(['mqtt', 'mqtts', 'mqttws', 'http']);
    expect(own[0]?.text).toContain(`-t plant/device/values -m '{"temperature":23.6}'`);

    const payload = { transportPayloadType: 'PROTOBUF', enableCompatibilityWithJsonPayloadFormat: false };
    const [protobuf] = of('MQTT', { transportPayloadTypeConfiguration: payload });
    expect(protobuf).toMatchObject({ form: 'jsonTopic', text: expect.stringContaining('-t v2/t/j') });
    const both = { ...payload, enableCompatibilityWithJsonPayloadFormat: true };
    expect(of('MQTT', { transportPayloadTypeConfiguration: both })[0]?.text).toContain('-t v1/devices/me/telemetry');

    const schema = { ...payload, deviceTelemetryProtoSchema: 'syntax = "proto3"; message T { optional bool on = 3; }' };
    const coap = of('COAP', {
      coapDeviceTypeConfiguration: { coapDeviceType: 'DEFAULT', transportPayloadTypeConfiguration: schema },
    });
    expect(coap.map(({ id, form }) => [id, form])).toEqual([
      ['coap', 'protobuf'],
      ['coaps', 'protobuf'],
    ]);
    expect(coap[0]?.text).toBe(
      "printf '\\030\\001' \\\n  | coap-client-openssl -m post -t 42 -f - coap://192.0.2.10/api/v1/abc/telemetry",
    );
    const efento = of('COAP', { coapDeviceTypeConfiguration: { coapDeviceType: 'EFENTO' } });
    expect(efento[0]).toMatchObject({ form: 'efento', text: expect.stringMatching(/^printf '.*coap:.*efento\/m$/s) });
  });

  it('register a device of LwM2M with its key', () => {
    const of = (client: object, more: object = {}) =>
      connectivityCommands(
        {
          credentialsType: 'LWM2M_CREDENTIALS',
          credentialsId: 'e 1',
          credentialsValue: JSON.stringify({ client: { endpoint: 'e 1', ...client } }),
        },
        { ...endpoints, ...more },
        { type: 'LWM2M' },
      ).map(({ text }) => text);
    expect(of({ securityConfigClientMode: 'NO_SEC' })).toEqual([
      "coap-client-openssl -m post -t 40 -e '</3/0>' \\\n  'coap://192.0.2.10:5685/rd?ep=e%201&lt=300&lwm2m=1.0&b=U'",
    ]);
    expect(of({ securityConfigClientMode: 'PSK', identity: 'i', key: 'ab' })).toEqual([
      expect.stringMatching(
        /^{ printf '.*'; sleep 2; } .*openssl s_client -dtls1_2 -connect 192\.0\.2\.10:5686 .* -cipher PSK -psk_identity i -psk ab$/s,
      ),
    ]);
    // Without a certificate of the server these modes are not there.
    expect(of({ securityConfigClientMode: 'RPK', key: 'ab' })).toEqual([]);
    expect(of({ securityConfigClientMode: 'X509', cert: null })).toEqual([]);
    const secure = { coapsPort: 5684 };
    const fetched = 'openssl s_client -dtls1_2 -connect 192.0.2.10:5686 </dev/null \\\n  | openssl x509';
    const registered = "-t 40 -e '</3/0>' \\\n  'coaps://192.0.2.10:5686/rd?ep=e%201&lt=300&lwm2m=1.0&b=U'";
    expect(of({ securityConfigClientMode: 'RPK', key: 'ab' }, secure)).toEqual([
      `${fetched} -noout -pubkey \\\n  | openssl pkey -pubin -outform DER -out server.der`,
      `openssl pkey -in device.key -pubout | cat - device.key >device-keys.pem \\\n  && coap-client-gnutls -m post -R ca.pem -M device-keys.pem ${registered}`,
    ]);
    expect(of({ securityConfigClientMode: 'X509', cert: null }, secure)).toEqual([
      `${fetched} -outform DER -out server.der`,
      `coap-client-openssl -m post -R ca.pem -c device.pem -j device.key ${registered}`,
    ]);
  });

  it('ask a device of SNMP as the server does', () => {
    const token = { credentialsType: 'ACCESS_TOKEN' as const, credentialsId: 'abc', credentialsValue: null };
    const of = (settings: object) =>
      connectivityCommands(token, endpoints, { type: 'SNMP', host: 'switch', port: 161, ...settings })[0]?.text;
    expect(of({ protocolVersion: 'V2C', community: 'in house' })).toBe(
      "snmpget -v2c -c 'in house' switch 1.3.6.1.2.1.1.3.0",
    );
    const user = {
      username: 'u',
      authenticationProtocol: 'SHA_512',
      authenticationPassphrase: 'a$b',
      privacyProtocol: 'AES_128',
      privacyPassphrase: 'p',
    };
    expect(of({ protocolVersion: 'V3', port: 1161, ...user })).toBe(
      "snmpget -v3 -l authPriv -u u \\\n  -a SHA-512 -A 'a$b' \\\n  -x AES -X p \\\n  switch:1161 1.3.6.1.2.1.1.3.0",
    );
  });
});
