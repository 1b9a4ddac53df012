import { expect, it } from 'vitest';
import { describeTypedEntity } from '../../../test/typed-entity-suite.ts';

describeTypedEntity({
  path: 'entityView',
  entityType: 'ENTITY_VIEW',
  label: 'Entity view',
  members: 'id createdTime additionalInfo entityId tenantId customerId name type keys startTimeMs endTimeMs',
  input: async (admin) => ({
    entityId: (await admin.post<{ id: object }>('/api/device', { name: 'Watched', type: 'default' })).id,
  }),
  limit: null,
  hasByIds: false,
  more({ platform, acme, other, create, refusal }) {
    const device = async (name: string, admin = acme().admin) =>
      (await admin.post<{ id: { id: string; entityType: string } }>('/api/device', { name, type: 'default' })).id;

    it('shows all telemetry and no attribute of its target unless it names keys', async () => {
      expect(await create('Open')).toMatchObject({
        keys: { timeseries: [], attributes: { cs: [], ss: [], sh: [] } },
        startTimeMs: 0,
        endTimeMs: 0,
      });
    });

    it('has bounds as large as clients of 64 bits have them', async () => {
      const entityId = await device('Without end');
      const bounds = '"startTimeMs":-9223372036854775808,"endTimeMs":9223372036854775807';
      const body = `{"name":"Without end","type":"x","entityId":${JSON.stringify(entityId)},${bounds}}`;
      const { body: saved } = await acme().admin.call('POST', '/api/entityView', body);
      expect(saved).toMatchObject({ startTimeMs: Number.MIN_SAFE_INTEGER, endTimeMs: Number.MAX_SAFE_INTEGER });
    });

    it('is refused without a device or an asset of its own tenant', async () => {
      const message = 'Entity view entityId should be a device or an asset of the tenant!';
      const save = (entityId: unknown) =>
        acme().admin.call('POST', '/api/entityView', { name: 'Astray', type: 'x', entityId });
      expect(await save(await device('Foreign', other().admin))).toMatchObject(refusal(message));
      expect(await save(acme().customer.id)).toMatchObject(refusal(message));
      expect(await save(undefined)).toMatchObject({ status: 400, body: { errorCode: 31 } });
    });

    it('keeps its device and its asset from being deleted', async () => {
      const { admin } = acme();
      const target = await device('Held');
      const asset = await admin.post<{ id: { id: string } }>('/api/asset', { name: 'Held', type: 'x' });
      const [one, two] = [
        await create('Of device', { entityId: target }),
        await create('Of asset', { entityId: asset.id }),
      ];
      expect(await admin.call('DELETE', `/api/device/${target.id}`)).toMatchObject(
        refusal("Can't delete device that has entity views!"),
      );
      expect(await admin.call('DELETE', `/api/asset/${asset.id.id}`)).toMatchObject(
        refusal("Can't delete asset that has entity views!"),
      );
      for (const { id } of [one, two]) await admin.delete(`/api/entityView/${id.id}`);
      await admin.delete(`/api/device/${target.id}`);
      await admin.delete(`/api/asset/${asset.id.id}`);
    });

    it('never outlives a device that is deleted at the same time', async () => {
      const { admin } = acme();
      for (let round = 0; round < 10; round++) {
        const target = await device(`Racing ${round}`);
        const body = { name: `Racing ${round}`, type: 'race', entityId: target };
        const [saved, deleted] = await Promise.all([
          admin.call('POST', '/api/entityView', body),
          admin.call('DELETE', `/api/device/${target.id}`),
        ]);
        expect([saved.status, deleted.status].toSorted()).toEqual([200, 400]);
      }
    });

    it('is refused beyond 100 of one target, which is told which field it is', async () => {
      const { admin } = acme();
      const [target, free] = [await device('Crowded'), await device('Free')];
      await Promise.all(Array.from({ length: 100 }, (_, at) => create(`Of the crowd ${at}`, { entityId: target })));
      const one = await create('Elsewhere', { entityId: free });
      const full = refusal('A device or an asset can have at most 100 entity views (entityId)');
      const more = { name: 'One too many', type: 'x', entityId: target };
      expect(await admin.call('POST', '/api/entityView', more)).toMatchObject(full);
      expect(await admin.call('POST', '/api/entityView', { ...one, entityId: target })).toMatchObject(full);
      expect(await admin.get(`/api/entityView/${one.id.id}`)).toMatchObject({ entityId: free });
    });

    it('lets a customer user rename it and leave what it shows as it is', async () => {
      const { admin, customerUser, customer } = acme();
      const view = await create('Lent out', { customerId: customer.id });
      const renamed = await customerUser.post('/api/entityView', { ...view, name: 'Renamed' });
      expect(renamed).toMatchObject({ name: 'Renamed' });
      for (const more of [
        { entityId: await device('Private') },
        { keys: { timeseries: ['salary'] } },
        { startTimeMs: 5 },
      ]) {
        expect(await customerUser.call('POST', '/api/entityView', { ...view, ...more })).toMatchObject({ status: 403 });
      }
      expect(await admin.get(`/api/entityView/${view.id.id}`)).toEqual({ ...view, name: 'Renamed' });
    });

    it('is deleted with its tenant, before its device', async () => {
      const { tenant, admin } = other();
      await admin.post('/api/entityView', { name: 'Last', type: 'x', entityId: await device('Last', admin) });
      await platform().system.delete(`/api/tenant/${tenant.id.id}`);
      expect(await platform().system.call('GET', `/api/tenant/${tenant.id.id}`)).toMatchObject({ status: 404 });
    });
  },
});
