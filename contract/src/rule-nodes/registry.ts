import { acknowledge } from './action/acknowledge.ts';
import { assignToCustomer } from './action/assign-to-customer.ts';
import { checkpoint } from './action/checkpoint.ts';
import { clearAlarm } from './action/clear-alarm.ts';
import { copyToView } from './action/copy-to-view.ts';
import { createAlarm } from './action/create-alarm.ts';
import { createRelation } from './action/create-relation.ts';
import { delay } from './action/delay.ts';
import { deleteRelation } from './action/delete-relation.ts';
import { deviceProfile } from './action/device-profile.ts';
import { generator } from './action/generator.ts';
import { gpsGeofencingEvents } from './action/gps-geofencing-events.ts';
import { log } from './action/log.ts';
import { messageCount } from './action/message-count.ts';
import { pushToCloud } from './action/push-to-cloud.ts';
import { pushToEdge } from './action/push-to-edge.ts';
import { rpcCallReply } from './action/rpc-call-reply.ts';
import { rpcCallRequest } from './action/rpc-call-request.ts';
import { saveAttributes } from './action/save-attributes.ts';
import { saveTimeseries } from './action/save-timeseries.ts';
import { saveToCustomTable } from './action/save-to-custom-table.ts';
import { synchronizationEnd } from './action/synchronization-end.ts';
import { synchronizationStart } from './action/synchronization-start.ts';
import { unassignFromCustomer } from './action/unassign-from-customer.ts';
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
import { awsSns } from './external/aws-sns.ts';
import { awsSqs } from './external/aws-sqs.ts';
import { azureIotHub } from './external/azure-iot-hub.ts';
import { gcpPubsub } from './external/gcp-pubsub.ts';
import { kafka } from './external/kafka.ts';
import { mqtt } from './external/mqtt.ts';
import { rabbitmq } from './external/rabbitmq.ts';
import { restApiCall } from './external/rest-api-call.ts';
import { sendEmail } from './external/send-email.ts';
import { sendSms } from './external/send-sms.ts';
import { checkAlarmStatus } from './filter/check-alarm-status.ts';
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
  'action/acknowledge': acknowledge,
  'action/assign-to-customer': assignToCustomer,
  'action/checkpoint': checkpoint,
  'action/clear-alarm': clearAlarm,
  'action/copy-to-view': copyToView,
  'action/create-alarm': createAlarm,
  'action/create-relation': createRelation,
  'action/delay': delay,
  'action/delete-relation': deleteRelation,
  'action/device-profile': deviceProfile,
  'action/generator': generator,
  'action/gps-geofencing-events': gpsGeofencingEvents,
  'action/log': log,
  'action/message-count': messageCount,
  'action/push-to-cloud': pushToCloud,
  'action/push-to-edge': pushToEdge,
  'action/rpc-call-reply': rpcCallReply,
  'action/rpc-call-request': rpcCallRequest,
  'action/save-attributes': saveAttributes,
  'action/save-timeseries': saveTimeseries,
  'action/save-to-custom-table': saveToCustomTable,
  'action/synchronization-end': synchronizationEnd,
  'action/synchronization-start': synchronizationStart,
  'action/unassign-from-customer': unassignFromCustomer,
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
  'external/aws-sns': awsSns,
  'external/aws-sqs': awsSqs,
  'external/azure-iot-hub': azureIotHub,
  'external/gcp-pubsub': gcpPubsub,
  'external/kafka': kafka,
  'external/mqtt': mqtt,
  'external/rabbitmq': rabbitmq,
  'external/rest-api-call': restApiCall,
  'external/send-email': sendEmail,
  'external/send-sms': sendSms,
  'filter/check-alarm-status': checkAlarmStatus,
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
