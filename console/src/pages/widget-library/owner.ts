import { NULL_UUID } from '@signalbox/contract/id';

/** Whether a bundle or type is the system's. */
export const isOfSystem = ({ tenantId }: { tenantId: { id: string } }) => tenantId.id === NULL_UUID;
