import { describe, expect, it } from 'vitest';
import { anyAttribute, field, QUERY_WAYS, queryOf, series, string, useQueryData } from '../../test/query-data.ts';

describe.each(QUERY_WAYS)('values %s', (way) => {
  const things = useQueryData(way);

  describe('values of a page', () => {
    it('shows what was requested, as text, with missing values empty', async () => {
      const { data } = await things.queries.find(
        things.admin,
        queryOf({
          entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'pump a' },
          entityFields: [field('name'), field('label'), field('additionalInfo'), field('country')],
          latestValues: [
            series('temperature'),
            series('nowhere'),
            anyAttribute('model'),
            { type: 'SERVER_ATTRIBUTE', key: 'model' },
          ],
        }),
      );
      const now = expect.any(Number);
      expect(data).toEqual([
        {
          entityId: { entityType: 'DEVICE', id: things.ids.get('Pump a') },
          latest: {
            ENTITY_FIELD: {
              name: { ts: now, value: 'Pump a' },
              label: { ts: now, value: 'North' },
              additionalInfo: { ts: now, value: '{"description":"first"}' },
              country: { ts: now, value: '' },
            },
            TIME_SERIES: { temperature: { ts: now, value: '21.5' }, nowhere: { ts: 0, value: '' } },
            ATTRIBUTE: { model: { ts: 200, value: 'M2' } },
            SERVER_ATTRIBUTE: { model: { ts: 100, value: 'M1' } },
          },
          timeseries: {},
        },
      ]);
    });

    it('shows, searches and sorts by the newest attribute that passes the filters of its key', async () => {
      const server = { type: 'SERVER_ATTRIBUTE', key: 'model' } as const;
      const shared = { type: 'SHARED_ATTRIBUTE', key: 'model' } as const;
      const keyFilters = [{ key: anyAttribute('model'), predicate: string('EQUAL', 'm1', true) }];
      const query = (textSearch: string) =>
        queryOf({
          keyFilters,
          latestValues: [anyAttribute('model'), server, shared],
          pageLink: { textSearch, sortOrder: { key: anyAttribute('model'), direction: 'DESC' } },
        });
      const { data } = await things.queries.find(things.admin, query(''));
      const shown = data.map(({ latest }) =>
        [latest.ATTRIBUTE, latest.SERVER_ATTRIBUTE, latest.SHARED_ATTRIBUTE].map((values) => values?.model?.value),
      );
      // M2 of `Pump a` is newer, but does not pass the filter.
      expect(shown).toEqual([
        ['m1', 'm1', ''],
        ['M1', 'M1', 'M2'],
      ]);
      const found = await things.queries.find(things.admin, { ...query('am1'), latestValues: [anyAttribute('model')] });
      expect(found.data.map(({ latest }) => latest.ENTITY_FIELD?.name?.value)).toEqual(['Pump a']);
    });

    it('shows keys of any name', async () => {
      const { data } = await things.queries.find(
        things.admin,
        queryOf({
          entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'pump a' },
          entityFields: [field('__proto__')],
          latestValues: [series('__proto__'), anyAttribute('constructor')],
        }),
      );
      expect(JSON.parse(JSON.stringify(data[0]?.latest), (key, value) => (key === 'ts' ? 0 : value))).toEqual(
        JSON.parse(
          '{"ENTITY_FIELD":{"__proto__":{"ts":0,"value":""}},"TIME_SERIES":{"__proto__":{"ts":0,"value":""}},"ATTRIBUTE":{"constructor":{"ts":0,"value":""}}}',
        ),
      );
    });

    it('finds ids and their number, and reads those of them that are asked for', async () => {
      const query = queryOf({ entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'pump' } });
      const found = await things.queries.findEntities(things.admin, query);
      expect(found).toEqual({ ids: expect.arrayContaining([things.ids.get('Pump a')]), total: 2 });
      const other = [...things.ids.values()].find((id) => !found.ids.includes(id)) as string;
      const wanted = { ...query, entityFields: [field('name')] };
      const read = await things.queries.readEntities(things.admin, wanted, [...found.ids, other], {});
      expect([...read.keys()].sort()).toEqual([...found.ids].sort());
      expect(read.get(things.ids.get('Pump a') as string)?.latest.ENTITY_FIELD?.name?.value).toBe('Pump a');
    });

    it('normalizes numeric text', async () => {
      const { data } = await things.queries.find(things.admin, queryOf({ latestValues: [series('code')] }));
      expect(data.map((row) => row.latest.TIME_SERIES?.code?.value)).toEqual(['7', '21.5', '1.0E10', '{"a":[1]}', '']);
    });

    it('prefers newly acknowledged values over the table', async () => {
      const id = things.ids.get('Pump a') as string;
      things.inMemory.set(id, [{ key: 'temperature', ts: things.now() + 5, value: { type: 'LONG', value: 99 } }]);
      const { data } = await things.queries.find(things.admin, queryOf({ latestValues: [series('temperature')] }));
      things.inMemory.clear();
      expect(data[0]?.latest.TIME_SERIES?.temperature?.value).toBe('99');
    });

    it('lists keys in use', async () => {
      expect(await things.queries.findKeys(things.admin, queryOf({}), { timeseries: true, attributes: true })).toEqual({
        entityTypes: ['DEVICE'],
        timeseries: ['code', 'temperature'],
        attribute: ['active', 'model'],
      });
      const nothing = { entityTypes: [], timeseries: [], attribute: [] };
      expect(
        await things.queries.findKeys(things.admin, queryOf({}), { timeseries: false, attributes: false }),
      ).toEqual(nothing);
    });

    it('refuses a page with too many values', async () => {
      await things.database.pool.query(
        `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
       SELECT gen_random_uuid(), 1, tenant_id, customer_id, device_profile_id, 'Many ' || number, type, '{}'
       FROM device, generate_series(1, 2001) AS number WHERE id = $1`,
        [things.ids.get('Pump a')],
      );
      const wanted = queryOf({
        entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'Many' },
        pageLink: { pageSize: 5000 },
        latestValues: Array.from({ length: 1000 }, (_, key) => series(`key${key}`)),
      });
      await expect(things.queries.find(things.admin, wanted)).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('more than 2000000 values'),
      });
      const { totalElements } = await things.queries.find(things.admin, { ...wanted, latestValues: [] });
      expect(totalElements).toBe(2001);
    });
  });
});
