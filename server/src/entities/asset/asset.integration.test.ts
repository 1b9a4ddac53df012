import { expect, it } from 'vitest';
import { describeTypedEntity } from '../../../test/typed-entity-suite.ts';

describeTypedEntity({
  path: 'asset',
  entityType: 'ASSET',
  label: 'Asset',
  members: 'id createdTime additionalInfo tenantId customerId name type label',
  input: {},
  limit: 'maxAssets',
  hasByIds: true,
  more({ acme, create, refusal }) {
    it('cannot be made with the type of those of the rule engine', async () => {
      const body = { name: 'Main', type: 'TbServiceQueue' };
      expect(await acme().admin.call('POST', '/api/asset', body)).toMatchObject(
        refusal('Unable to save asset with type TbServiceQueue'),
      );
    });

    it('has attributes and telemetry', async () => {
      const { id } = await create('With values');
      const place = `/api/plugins/telemetry/ASSET/${id.id}`;
      await acme().admin.post(`${place}/timeseries/ANY`, { level: 3 });
      await acme().admin.post(`${place}/attributes/SERVER_SCOPE`, { serial: 'a-1' });
      expect(await acme().admin.get(`${place}/values/timeseries?keys=level`)).toMatchObject({
        level: [{ value: '3' }],
      });
      expect(await acme().admin.get(`${place}/values/attributes/SERVER_SCOPE`)).toMatchObject([
        { key: 'serial', value: 'a-1' },
      ]);
    });
  },
});
