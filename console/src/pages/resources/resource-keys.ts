import { NULL_UUID } from '@signalbox/contract/id';

/** Root of the keys of queries about resources. */
export const RESOURCES = ['resources'] as const;

/** Whether a resource is the system's. */
export const isOfSystem = ({ tenantId }: { tenantId: { id: string } }) => tenantId.id === NULL_UUID;
