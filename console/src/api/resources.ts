import type { PageData } from '@signalbox/contract/page';
import {
  type Lwm2mObject,
  type Resource,
  type ResourceInfo,
  type ResourceInput,
  resourceRoutes,
} from '@signalbox/contract/resource';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;
const shown = { ignoreErrors: true } as const;

/** A page of the resources of the system, and of the own tenant. */
export function getResources(query: ListQuery): Promise<PageData<ResourceInfo>> {
  return call(resourceRoutes.getResources, { query: { ...query } }, shown);
}

export function getResourceInfo(tbResourceId: string): Promise<ResourceInfo> {
  return call(resourceRoutes.getResourceInfo, { params: { tbResourceId } }, quiet);
}

/** With its file in base64. */
export function getResource(tbResourceId: string): Promise<Resource> {
  return call(resourceRoutes.getResource, { params: { tbResourceId } }, shown);
}

/** Uploads a file, or replaces a resource when the input has an id. */
export function saveResource(body: ResourceInput): Promise<Resource> {
  return call(resourceRoutes.saveResource, { body }, shown);
}

export function deleteResource(tbResourceId: string): Promise<undefined> {
  return call(resourceRoutes.deleteResource, { params: { tbResourceId } }, shown);
}

/** A page of the LwM2M objects that models describe; those without anything to read are left out of it. */
export function findLwm2mObjects(query: ListQuery): Promise<Lwm2mObject[]> {
  return call(resourceRoutes.getLwm2mObjectsPage, { query: { ...query } }, quiet);
}

/** The LwM2M objects of certain models, by their keys. */
export function getLwm2mObjects(keys: readonly string[]): Promise<Lwm2mObject[]> {
  const query = { sortProperty: 'id', sortOrder: 'ASC', objectIds: keys.join() };
  return call(resourceRoutes.getLwm2mObjects, { query }, quiet);
}
