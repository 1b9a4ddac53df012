import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { admin, credentialsOf, deviceNamed, importDevices, platform, setUpImports } from '../../test/import-world.ts';
import { createTestTenant } from '../../test/people.ts';

setUpImports();

describe('imported credentials', () => {
  it('are those of the columns: tokens, MQTT, certificates, and a random token otherwise', async () => {
    const columns = ['NAME', 'ACCESS_TOKEN', 'X509', 'MQTT_CLIENT_ID', 'MQTT_USER_NAME', 'MQTT_PASSWORD'];
    const lines = ['Token,tok-1,,,,', 'MQTT,,,client-1,user-1,secret', 'Certificate,tok-2,TUlJQg==,,,', 'Random,,,,,'];
    expect(await importDevices(columns, lines)).toMatchObject({ created: 4, errorsList: [] });
    expect(await credentialsOf('Token')).toMatchObject({ credentialsType: 'ACCESS_TOKEN', credentialsId: 'tok-1' });
    expect(await credentialsOf('MQTT')).toMatchObject({
      credentialsType: 'MQTT_BASIC',
      credentialsValue: '{"clientId":"client-1","userName":"user-1","password":"secret"}',
    });
    expect(await credentialsOf('Certificate')).toMatchObject({
      credentialsType: 'X509_CERTIFICATE',
      credentialsValue: 'TUlJQg==',
    });
    expect((await credentialsOf('Random')).credentialsId).toMatch(/^[A-Za-z0-9]{20}$/);
    // A device can use what it was given.
    expect(await platform.as('').call('POST', '/api/v1/tok-1/telemetry', { t: 1 })).toMatchObject({ status: 200 });
  });

  it('of LwM2M come in every mode, with a profile of that transport', async () => {
    const key = '0123456789abcdef0123456789abcdef';
    const columns = [
      ...['NAME', 'TYPE', 'LWM2M_CLIENT_ENDPOINT', 'LWM2M_CLIENT_SECURITY_CONFIG_MODE', 'LWM2M_CLIENT_IDENTITY'],
      ...['LWM2M_CLIENT_KEY', 'LWM2M_CLIENT_CERT', 'LWM2M_BOOTSTRAP_SERVER_SECURITY_MODE'],
      ...['LWM2M_BOOTSTRAP_SERVER_PUBLIC_KEY_OR_ID', 'LWM2M_BOOTSTRAP_SERVER_SECRET_KEY', 'LWM2M_SERVER_SECURITY_MODE'],
      ...['LWM2M_SERVER_CLIENT_PUBLIC_KEY_OR_ID', 'LWM2M_SERVER_CLIENT_SECRET_KEY'],
    ];
    const lines = [
      'Plain,Lamp,ep-1,,,,,,,,,,',
      `PSK,Lamp,ep-2,psk,id-2,${key},,PSK,boot-2,${key},PSK,server-2,${key}`,
      'RPK,Lamp,ep-3,RPK,,TUlJQw==,,,,,,,',
      'X509,Lamp,ep-4,X509,,,TUlJRA==,,,,,,',
      'Wrong,Lamp,ep-5,SECRET,,,,,,,,,',
      'Short,Lamp,ep-6,PSK,id-6,abc,,,,,,,',
    ];
    expect(await importDevices(columns, lines)).toMatchObject({
      created: 4,
      errorsList: [
        'Line: 5; Error: Unknown LwM2M security mode: SECRET, (the mode should be: NO_SEC, PSK, RPK, X509)!',
        'Line: 6; Error: Invalid device credentials: LwM2M client PSK key must be 32, 64, 128 characters!',
      ],
    });
    expect(await credentialsOf('PSK')).toMatchObject({ credentialsType: 'LWM2M_CREDENTIALS', credentialsId: 'id-2' });
    expect(JSON.parse((await credentialsOf('PSK')).credentialsValue as string)).toEqual({
      client: { securityConfigClientMode: 'PSK', endpoint: 'ep-2', identity: 'id-2', key },
      bootstrap: {
        bootstrapServer: { securityMode: 'PSK', clientPublicKeyOrId: 'boot-2', clientSecretKey: key },
        lwm2mServer: { securityMode: 'PSK', clientPublicKeyOrId: 'server-2', clientSecretKey: key },
      },
    });
    const { deviceProfileId } = await deviceNamed('Plain');
    expect(await admin.get(`/api/deviceProfile/${deviceProfileId.id}`)).toMatchObject({
      name: 'Lamp',
      transportType: 'LWM2M',
    });
    // Devices of a profile keep its transport.
    await importDevices(['NAME', 'TYPE'], ['Other transport,Meter']);
    expect(await importDevices(['NAME', 'TYPE', 'LWM2M_CLIENT_ENDPOINT'], ['Changing,Meter,ep-7'])).toMatchObject({
      errorsList: ["Line: 1; Error: Can't change device profile transport type because devices referenced it!"],
    });
  });

  it('stay when a line has none, and change in the parts that it has', async () => {
    const columns = ['NAME', 'MQTT_USER_NAME', 'MQTT_PASSWORD'];
    await importDevices(['NAME', 'ACCESS_TOKEN'], ['Keeps,keep-me']);
    await importDevices(columns, ['Parts,part-user,one']);
    expect(await importDevices(['NAME', 'ACCESS_TOKEN', 'LABEL'], ['Keeps,,x'])).toMatchObject({ updated: 1 });
    expect(await credentialsOf('Keeps')).toMatchObject({ credentialsId: 'keep-me' });
    expect(await importDevices(columns, ['Parts,,two'])).toMatchObject({ updated: 1 });
    expect(await credentialsOf('Parts')).toMatchObject({
      credentialsId: 'part-user',
      credentialsValue: '{"clientId":null,"userName":"part-user","password":"two"}',
    });
    const post = (token: string) => platform.as('').call('POST', `/api/v1/${token}/telemetry`, { t: 1 });
    expect(await post('keep-me')).toMatchObject({ status: 200 });
    expect(await importDevices(['NAME', 'ACCESS_TOKEN'], ['Keeps,changed'])).toMatchObject({ updated: 1 });
    // The old one is forgotten wherever it was remembered.
    await expect.poll(async () => (await post('keep-me')).status).toBe(401);
    expect(await post('changed')).toMatchObject({ status: 200 });
  });

  it('that are too long to find a device by are refused alone, as they are without an import', async () => {
    const long = randomBytes(4000).toString('base64url');
    const columns = ['NAME', 'ACCESS_TOKEN', 'MQTT_USER_NAME'];
    const tooLong = 'Error: Invalid device credentials: Device credentials id must have at most 2048 bytes!';
    expect(await importDevices(columns, [`Long 1,${long},`, 'Short,short-1,', `Long 2,,${long}`])).toMatchObject({
      created: 1,
      errorsList: [`Line: 1; ${tooLong}`, `Line: 3; ${tooLong}`],
    });
    const value = (userName: string) => JSON.stringify({ clientId: null, userName, password: null });
    for (const credentials of [
      { credentialsType: 'MQTT_BASIC', credentialsValue: value(long) },
      { credentialsType: 'ACCESS_TOKEN', credentialsId: '\u{1F511}'.repeat(513) },
    ]) {
      const stored = await credentialsOf('Short');
      const changed = { ...stored, credentialsId: null, credentialsValue: null, ...credentials };
      expect(await admin.call('POST', '/api/device/credentials', changed)).toMatchObject({
        status: 400,
        body: { message: 'Device credentials id must have at most 2048 bytes!' },
      });
    }
  });

  it('that another device has, here or in another tenant or line, are refused alone', async () => {
    const foreign = await createTestTenant(platform, 'foreign');
    await foreign.admin.post('/api/device?accessToken=foreign-token', { name: 'Foreign', type: 'default' });
    const lines = ['Mine,foreign-token', 'First,same-token', 'Second,same-token', 'Fine,fine-token'];
    expect(await importDevices(['NAME', 'ACCESS_TOKEN'], lines)).toEqual({
      created: 2,
      updated: 0,
      errors: 2,
      errorsList: [
        'Line: 1; Error: Device credentials are already assigned to another device!',
        'Line: 3; Error: Device credentials are already assigned to another device!',
      ],
    });
  });
});
