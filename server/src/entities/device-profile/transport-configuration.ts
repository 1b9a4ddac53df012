import type { DeviceTransportType } from '@signalbox/contract/device';

/** What a profile says about its transport, `type` first of all; the rest belongs to the transport. */
export type TransportConfiguration = { type: DeviceTransportType } & Record<string, unknown>;

/**
 * Checks what a profile says about one transport and adds its defaults.
 * @throws ApiError 400 / 31 that says what cannot be used
 */
export type CompleteConfiguration = (given: TransportConfiguration) => TransportConfiguration;

/** What each transport makes of its part of a profile; what is of a type that none names is stored as it was sent. */
export type TransportConfigurations = Readonly<Partial<Record<DeviceTransportType, CompleteConfiguration>>>;
