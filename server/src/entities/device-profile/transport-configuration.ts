import type { DeviceTransportType } from '@signalbox/contract/device';

/** What a profile says about its transport, `type` first of all; the rest belongs to the transport. */
export type TransportConfiguration = { type: DeviceTransportType } & Record<string, unknown>;

/**
 * Checks what a profile says about one transport and adds its defaults.
 * @throws ApiError 400 / 31 that says what cannot be used
 */
export type CompleteConfiguration = (given: TransportConfiguration) => TransportConfiguration;

/** How each transport validates and completes its part of a profile; unknown types are stored as sent. */
export type TransportConfigurations = Readonly<Partial<Record<DeviceTransportType, CompleteConfiguration>>>;
