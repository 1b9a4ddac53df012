import { entityId, NULL_UUID, nullId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { Lwm2mObject, Resource, ResourceInfo, ResourceInput } from '@signalbox/contract/resource';
import { unlessBlank } from '@signalbox/contract/text';
import { type Operation, ownerOf, requirePermission } from '../../access/permissions.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound, isForeignKeyViolation, isUniqueViolation, notFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { Database } from '../../storage/database.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { TenantConfigurations } from '../tenant-configuration.ts';
import { type Lwm2mModel, parseLwm2mModel } from './lwm2m-model.ts';
import { type ResourceStore, type StoredResource, toResource } from './resource-store.ts';

/** Resources that a tenant, or the system, may have, and the characters of their files in base64. */
const MAX_RESOURCES = 10_000;
const MAX_CHARACTERS = 1024 * 1024 * 1024;

export interface ResourceServiceParts {
  store: ResourceStore;
  configurationOf: TenantConfigurations;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

/** What is stored of a file that has been uploaded. */
type Content = Pick<StoredResource, 'fileName' | 'data' | 'object'> &
  Pick<ResourceInfo, 'title' | 'resourceType' | 'resourceKey' | 'searchText'>;

/** @throws ApiError 400 / 31 naming what is missing, or that the file is not what it is said to be */
async function contentOf(input: ResourceInput, known: ResourceInfo | undefined): Promise<Content> {
  const { resourceType } = input;
  const fileName = unlessBlank(input.fileName);
  const title = unlessBlank(input.title);
  const data = Buffer.from(input.data ?? '', 'base64');
  if (data.length === 0) throw badRequest('Resource data should be specified!');
  if (!resourceType) throw badRequest('Resource type should be specified!');
  if (!fileName) throw badRequest('Resource file name should be specified!');
  if (known && known.resourceType !== resourceType) throw badRequest('Updating resource type is prohibited!');
  if (known && !title) throw badRequest('Resource title should be specified!');
  if (resourceType === 'LWM2M_MODEL') {
    let model: Lwm2mModel;
    try {
      model = await parseLwm2mModel(data.toString('utf8'));
    } catch {
      throw badRequest(`Failed to parse file ${fileName}`);
    }
    const { key, name, objectId, version, object } = model;
    const ownTitle = `${name} id=${objectId} v${version}`;
    const searchText = `${key}:${name}`;
    return {
      ...{ fileName, data, object, resourceType, resourceKey: key, searchText },
      title: known && title ? title : ownTitle,
    };
  }
  if (!title) throw badRequest('Resource title should be specified!');
  return { fileName, data, object: null, title, resourceType, resourceKey: fileName, searchText: title };
}

/** What the rules of a tenant are told. */
const MESSAGES = { created: 'ENTITY_CREATED', updated: 'ENTITY_UPDATED', deleted: 'ENTITY_DELETED' } as const;

/** Files that administrators upload: models of LwM2M objects, key stores (rest-content.md §2.2). */
export function createResourceService({ store, configurationOf, actionLog, liveBus }: ResourceServiceParts) {
  async function requireInfo(user: SecurityUser, id: string, operation: Operation): Promise<ResourceInfo> {
    const info = await store.findInfo(user.tenantId, id);
    if (!info) throw entityNotFound('Resource', id);
    requirePermission(user, 'TB_RESOURCE', operation, ownerOf(info));
    return info;
  }

  async function require(user: SecurityUser, id: string): Promise<StoredResource> {
    const resource = await store.find(user.tenantId, id);
    if (!resource) throw entityNotFound('Resource', id);
    requirePermission(user, 'TB_RESOURCE', 'READ', ownerOf(resource.info));
    return resource;
  }

  async function changed(
    user: SecurityUser,
    action: 'created' | 'updated' | 'deleted',
    info: ResourceInfo,
    before: ResourceInfo | null,
  ): Promise<void> {
    liveBus.publish({ kind: 'entity', action, tenantId: info.tenantId.id, entityId: info.id });
    await actionLog.record({
      user,
      type: ({ created: 'ADDED', updated: 'UPDATED', deleted: 'DELETED' } as const)[action],
      entityId: info.id,
      entityName: info.title,
      // Without the file, which the log is not for.
      data: action === 'deleted' ? { entityId: info.id.id } : { entity: info },
      before,
      // Those of the system have no rules.
      ...(info.tenantId.id === NULL_UUID ? {} : { message: { type: MESSAGES[action], data: info } }),
    });
  }

  /** Runs `save` when the file fits into what its owner may have. */
  async function withRoom<T>(
    { info, data }: StoredResource,
    isNew: boolean,
    save: (transaction: Database) => Promise<T>,
  ): Promise<T> {
    const tenantId = info.tenantId.id;
    const limit = Number((await configurationOf(tenantId)).maxResourcesInBytes ?? 0);
    const size = Math.ceil(data.length / 3) * 4;
    try {
      return await store.inTurn(tenantId, isNew ? null : info.id.id, (transaction, { resources, characters }) => {
        if (limit > 0 && characters + size > limit) {
          throw badRequest(`Failed to create the tb resource, files size limit is exhausted ${limit} bytes!`);
        }
        if (resources >= MAX_RESOURCES) {
          throw badRequest(`Too many resources: at most ${MAX_RESOURCES} are allowed`);
        }
        if (characters + size > MAX_CHARACTERS) {
          throw badRequest(`Resources take too much room: at most ${MAX_CHARACTERS} bytes are allowed`);
        }
        return save(transaction);
      });
    } catch (error) {
      if (isUniqueViolation(error, 'resource_key')) {
        const member = info.resourceType === 'LWM2M_MODEL' ? 'resourceKey' : 'fileName';
        throw badRequest(`Resource with such ${member} already exists!`);
      }
      if (isForeignKeyViolation(error)) throw notFound('The tenant is gone.');
      throw error;
    }
  }

  /** Objects of which something can be read, in the order asked for. */
  function sorted(objects: Lwm2mObject[], sortProperty: string | undefined, sortOrder: string | undefined) {
    const readable = objects.filter(({ instances }) => instances.some(({ resources }) => resources.length > 0));
    const direction = sortOrder?.toUpperCase() === 'DESC' ? -1 : 1;
    return readable.sort(
      (a, b) => direction * (sortProperty === 'name' ? a.name.localeCompare(b.name) || a.id - b.id : a.id - b.id),
    );
  }

  async function create(user: SecurityUser, input: ResourceInput): Promise<Resource> {
    const { fileName, data, object, ...said } = await contentOf(input, undefined);
    const { id, createdTime } = newEntityId();
    const owner = { id: entityId('TB_RESOURCE', id), createdTime, tenantId: entityId('TENANT', user.tenantId) };
    const resource: StoredResource = { info: { ...owner, ...said }, fileName, data, object };
    await withRoom(resource, true, (transaction) => store.insert(transaction, resource));
    await changed(user, 'created', resource.info, null);
    return toResource(resource);
  }

  async function update(user: SecurityUser, input: ResourceInput, known: ResourceInfo): Promise<Resource> {
    const { fileName, data, object, ...said } = await contentOf(input, known);
    const resource: StoredResource = { info: { ...known, ...said }, fileName, data, object };
    const before = await withRoom(resource, false, (transaction) => store.update(transaction, resource));
    if (!before) throw entityNotFound('Resource', known.id.id);
    await changed(user, 'updated', resource.info, before);
    return toResource(resource);
  }

  return {
    async list(user: SecurityUser, link: PageLink): Promise<PageData<ResourceInfo>> {
      requirePermission(user, 'TB_RESOURCE', 'READ');
      return store.list(user.tenantId, link);
    },

    info: (user: SecurityUser, id: string): Promise<ResourceInfo> => requireInfo(user, id, 'READ'),

    get: async (user: SecurityUser, id: string): Promise<Resource> => toResource(await require(user, id)),

    file: (user: SecurityUser, id: string): Promise<Pick<StoredResource, 'fileName' | 'data'>> => require(user, id),

    async objectsPage(user: SecurityUser, link: PageLink): Promise<Lwm2mObject[]> {
      requirePermission(user, 'TB_RESOURCE', 'READ');
      return sorted(await store.objectsPage(user.tenantId, link), link.sortProperty, link.sortOrder);
    },

    async objects(
      user: SecurityUser,
      query: {
        sortProperty: string;
        sortOrder: string;
        objectIds?: string | undefined;
        searchText?: string | undefined;
      },
    ): Promise<Lwm2mObject[]> {
      requirePermission(user, 'TB_RESOURCE', 'READ');
      const keys = query.objectIds?.split(',').map((key) => key.trim());
      return sorted(await store.objects(user.tenantId, keys, query.searchText), query.sortProperty, query.sortOrder);
    },

    async save(user: SecurityUser, input: ResourceInput): Promise<Resource> {
      const known = input.id ? await requireInfo(user, input.id.id, 'WRITE') : undefined;
      if (!known) requirePermission(user, 'TB_RESOURCE', 'CREATE');
      const { title, resourceType } = input;
      const action = {
        user,
        type: known ? 'UPDATED' : 'ADDED',
        entityId: known?.id ?? nullId('TB_RESOURCE'),
        entityName: title,
        data: { entity: { id: known?.id ?? null, title, resourceType, fileName: input.fileName } },
      } as const;
      return recordFailure(actionLog, action, () => (known ? update(user, input, known) : create(user, input)));
    },

    async delete(user: SecurityUser, id: string): Promise<void> {
      const known = await requireInfo(user, id, 'DELETE');
      const action = {
        user,
        type: 'DELETED',
        entityId: known.id,
        entityName: known.title,
        data: { entityId: id },
      } as const;
      const info = await recordFailure(actionLog, action, async () => {
        const deleted = await store.delete(known.tenantId.id, id);
        if (!deleted) throw entityNotFound('Resource', id);
        return deleted;
      });
      await changed(user, 'deleted', info, info);
    },
  };
}

export type ResourceService = ReturnType<typeof createResourceService>;
