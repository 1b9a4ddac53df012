import type { DevicePlatform } from './device-platform.ts';

/** Makes the profile of the devices of a platform one for CoAP, or what it was before. */
export async function setCoapProfile(platform: DevicePlatform, transport: object | undefined): Promise<void> {
  await platform.pool.query('UPDATE device_profile SET transport_type = $2, profile_data = $3 WHERE id = $1', [
    platform.profileId,
    transport ? 'COAP' : 'DEFAULT',
    JSON.stringify(transport ? { transportConfiguration: { type: 'COAP', ...transport } } : {}),
  ]);
  platform.liveBus.publish({
    kind: 'entity',
    action: 'updated',
    tenantId: platform.tenantId,
    entityId: { entityType: 'DEVICE_PROFILE', id: platform.profileId },
  });
}
