import { deviceProfile } from './action/device-profile.ts';
import { log } from './action/log.ts';
import { rpcCallReply } from './action/rpc-call-reply.ts';
import { rpcCallRequest } from './action/rpc-call-request.ts';
import { saveAttributes } from './action/save-attributes.ts';
import { saveTimeseries } from './action/save-timeseries.ts';
import { calculateDelta } from './enrichment/calculate-delta.ts';
import { customerAttributes } from './enrichment/customer-attributes.ts';
import { customerDetails } from './enrichment/customer-details.ts';
import { originatorAttributes } from './enrichment/originator-attributes.ts';
import { originatorFields } from './enrichment/originator-fields.ts';
import { originatorTelemetry } from './enrichment/originator-telemetry.ts';
import { relatedAttributes } from './enrichment/related-attributes.ts';
import { relatedDeviceAttributes } from './enrichment/related-device-attributes.ts';
import { tenantAttributes } from './enrichment/tenant-attributes.ts';
import { tenantDetails } from './enrichment/tenant-details.ts';
import { restApiCall } from './external/rest-api-call.ts';
import { checkExistenceFields } from './filter/check-existence-fields.ts';
import { checkRelation } from './filter/check-relation.ts';
import { gpsGeofencing } from './filter/gps-geofencing.ts';
import { messageType } from './filter/message-type.ts';
import { messageTypeSwitch } from './filter/message-type-switch.ts';
import { originatorType } from './filter/originator-type.ts';
import { originatorTypeSwitch } from './filter/originator-type-switch.ts';
import { scriptFilter } from './filter/script.ts';
import { switchOnScript } from './filter/switch.ts';
import { changeOriginator } from './transformation/change-originator.ts';
import { scriptTransformation } from './transformation/script.ts';
import { toEmail } from './transformation/to-email.ts';

/** Every kind of rule node, by the path of its files. A new one is a file next to these and a line here. */
export const RULE_NODES = {
  'action/device-profile': deviceProfile,
  'action/log': log,
  'action/rpc-call-reply': rpcCallReply,
  'action/rpc-call-request': rpcCallRequest,
  'action/save-attributes': saveAttributes,
  'action/save-timeseries': saveTimeseries,
  'enrichment/calculate-delta': calculateDelta,
  'enrichment/customer-attributes': customerAttributes,
  'enrichment/customer-details': customerDetails,
  'enrichment/originator-attributes': originatorAttributes,
  'enrichment/originator-fields': originatorFields,
  'enrichment/originator-telemetry': originatorTelemetry,
  'enrichment/related-attributes': relatedAttributes,
  'enrichment/related-device-attributes': relatedDeviceAttributes,
  'enrichment/tenant-attributes': tenantAttributes,
  'enrichment/tenant-details': tenantDetails,
  'external/rest-api-call': restApiCall,
  'filter/check-existence-fields': checkExistenceFields,
  'filter/check-relation': checkRelation,
  'filter/gps-geofencing': gpsGeofencing,
  'filter/message-type': messageType,
  'filter/message-type-switch': messageTypeSwitch,
  'filter/originator-type': originatorType,
  'filter/originator-type-switch': originatorTypeSwitch,
  'filter/script': scriptFilter,
  'filter/switch': switchOnScript,
  'transformation/change-originator': changeOriginator,
  'transformation/script': scriptTransformation,
  'transformation/to-email': toEmail,
} as const;

export type RuleNodeKey = keyof typeof RULE_NODES;
