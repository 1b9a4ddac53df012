import type { Settings } from '../config/settings.ts';
import { createTelemetryApiService, type TelemetryApiParts } from './telemetry-api-service.ts';
import { telemetryRoutes } from './telemetry-routes.ts';
import { createValueRecorder } from './value-recorder.ts';

export interface TelemetryApiRoomParts extends Omit<TelemetryApiParts, 'castStrings' | 'maxAhead'> {
  settings: Pick<Settings, 'jsonTypeCast' | 'maxTimeAhead'>;
}

/** Attributes and series over REST. */
export function composeTelemetryApi({ settings, ...parts }: TelemetryApiRoomParts) {
  const service = createTelemetryApiService({
    ...parts,
    castStrings: settings.jsonTypeCast,
    maxAhead: settings.maxTimeAhead * 1000,
  });
  return { routes: telemetryRoutes(service), recorder: createValueRecorder(parts) };
}
