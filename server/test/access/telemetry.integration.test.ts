import { describeAccess } from './access-suite.ts';
import { telemetryRows } from './rows/telemetry.ts';

describeAccess(telemetryRows);
