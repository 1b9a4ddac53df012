import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { admin, importDevices, request, setUpImports } from '../../test/import-world.ts';

setUpImports();

describe('large imports', () => {
  const lines = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name} ${at},default,Label ${at},${at}`);
  const columns = ['NAME', 'TYPE', 'LABEL', 'SERVER_ATTRIBUTE number'];

  it('take few statements', async () => {
    // As large as they get, groups are made by a server that has imported before.
    await importDevices(columns, lines(2000, 'First'));
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const before = query.mock.calls.length;
    const count = 4000;
    expect(await importDevices(columns, lines(count, 'Counted'))).toMatchObject({ created: count });
    expect((query.mock.calls.length - before) / count).toBeLessThan(0.2);
    const again = query.mock.calls.length;
    const changed = lines(count, 'Counted').map((line) => line.replace('Label', 'Other label'));
    expect(await importDevices(columns, changed)).toMatchObject({ updated: count });
    expect((query.mock.calls.length - again) / count).toBeLessThan(0.2);
    query.mockRestore();
  });

  it('of one tenant come one after the other, a few wait, and other calls are answered meanwhile', async () => {
    const send = (at: number) =>
      admin.call('POST', '/api/device/bulk_import', request(columns, lines(2000, `Turn ${at}`)));
    let isDone = false;
    const all = Promise.all([1, 2, 3, 4, 5].map(send)).finally(() => {
      isDone = true;
    });
    let answered = 0;
    while (!isDone) {
      await admin.get('/api/auth/user');
      answered++;
    }
    const replies = await all;
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    expect(answered).toBeGreaterThan(10);
  });
});
