import { existsSync } from 'node:fs';
import path from 'node:path';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, signInByApi, TENANT } from '../harness/api.ts';
import { type ExternalPostgres, startExternalPostgres } from '../harness/external-postgres.ts';
import { startOldPostgres } from '../harness/old-postgres.ts';
import { failToStart, startServer, type TestServer } from '../harness/server.ts';

describe('a server with an external PostgreSQL', () => {
  let postgres: ExternalPostgres;
  let server: TestServer;

  beforeAll(async () => {
    postgres = await startExternalPostgres();
    server = await startServer({ DATABASE_URL: postgres.url });
  });

  afterAll(async () => {
    await server?.stop();
    await postgres?.stop();
  });

  async function history(api: Api, deviceId: string, count: number): Promise<{ ts: number; value: string }[]> {
    const reply = await api.get<{ level?: { ts: number; value: string }[] }>(
      `/api/plugins/telemetry/DEVICE/${deviceId}/values/timeseries?keys=level&startTs=0&endTs=5000&limit=${count}&orderBy=ASC`,
    );
    return reply.level ?? [];
  }

  it('stores what a device publishes, and still has it after a restart', async () => {
    expect(postgres.majorVersion).toBeGreaterThanOrEqual(14);
    let api = await signInByApi(server.http, TENANT.email, TENANT.password);
    const { id } = (await api.post<{ id: { id: string } }>('/api/device', { name: 'Stored tank' })).id;
    const { credentialsId } = await api.get<{ credentialsId: string }>(`/api/device/${id}/credentials`);
    const device = await mqtt.connectAsync(server.mqtt, { username: credentialsId });
    for (const ts of [1000, 2000, 3000]) {
      await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts, values: { level: ts / 100 } }), {
        qos: 1,
      });
    }
    await device.endAsync();
    const stored = [
      { ts: 1000, value: '10' },
      { ts: 2000, value: '20' },
      { ts: 3000, value: '30' },
    ];
    await expect.poll(() => history(api, id, 10)).toEqual(stored);
    const query = {
      entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'Stored tank' },
      entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
      latestValues: [{ type: 'TIME_SERIES', key: 'level' }],
      pageLink: { page: 0, pageSize: 10, textSearch: 'tan' },
    };
    await expect
      .poll(() => api.post('/api/entitiesQuery/find', query))
      .toMatchObject({ data: [{ latest: { TIME_SERIES: { level: { ts: 3000, value: '30' } } } }], totalElements: 1 });

    expect(await server.kill('SIGTERM')).toBe(0);
    expect(server.output()).not.toMatch(/WARN|ERROR|FATAL/);
    await server.restart();
    api = await signInByApi(server.http, TENANT.email, TENANT.password);
    expect(await history(api, id, 10)).toEqual(stored);
    // There is no embedded database.
    expect(existsSync(path.join(server.dataDir, 'postgres'))).toBe(false);
  });

  it('refuses a second server on its database', async () => {
    const { code, output } = await failToStart({ SIGNALBOX_DATABASE_URL: postgres.url });
    expect(code).toBe(1);
    expect(output).toContain('Another Signalbox server is running on the database.');
    expect(output).toContain('SIGNALBOX_DATABASE_URL');
  });

  it('reports that the database does not exist', async () => {
    const { code, output } = await failToStart({ SIGNALBOX_DATABASE_URL: `${postgres.url}_other` });
    expect(code).toBe(1);
    expect(output).toContain('The database of SIGNALBOX_DATABASE_URL cannot be reached');
    expect(output).toContain('"signalbox_other" does not exist');
    expect(output).not.toContain('secret');
  });
});

describe('an unusable database', () => {
  it('is reported when its server does not answer, before anything is loaded that takes long', async () => {
    const refuse =
      "if (/\\/platform\\.ts$/.test(specifier)) throw new Error('The platform is loaded'); return next(specifier, context);";
    const hook = `import { registerHooks } from 'node:module'; registerHooks({ resolve(specifier, context, next) { ${refuse} } });`;
    const { code, output } = await failToStart({
      SIGNALBOX_DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:1/x',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
    });
    expect(code).toBe(1);
    expect(output).not.toContain('The platform is loaded');
    expect(output).toContain(
      'The database of SIGNALBOX_DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    );
    expect(output).not.toContain('secret');
  });

  it('is reported when its address is invalid', async () => {
    const { code, output } = await failToStart({ SIGNALBOX_DATABASE_URL: 'postgres://a b:c' });
    expect(code).toBe(1);
    expect(output).toContain('SIGNALBOX_DATABASE_URL');
  });

  it('is reported with its version when it is too old', async () => {
    const old = await startOldPostgres('13.16 (Debian 13.16-1)', '130016');
    const { code, output } = await failToStart({ SIGNALBOX_DATABASE_URL: old.url });
    old.stop();
    expect(code).toBe(1);
    expect(output).toContain('PostgreSQL 14 or newer is needed; SIGNALBOX_DATABASE_URL leads to version 13.16');
  });
});
