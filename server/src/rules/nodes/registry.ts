import type { RuleNodeDescription } from '@signalbox/contract/rule-nodes/define-rule-node';
import type { RULE_NODES as DESCRIPTIONS, RuleNodeKey } from '@signalbox/contract/rule-nodes/registry';
import { acknowledgeNode } from './action/acknowledge.ts';
import { assignToCustomerNode } from './action/assign-to-customer.ts';
import { checkpointNode } from './action/checkpoint.ts';
import { clearAlarmNode } from './action/clear-alarm.ts';
import { copyToViewNode } from './action/copy-to-view.ts';
import { createAlarmNode } from './action/create-alarm.ts';
import { createRelationNode } from './action/create-relation.ts';
import { delayNode } from './action/delay.ts';
import { deleteRelationNode } from './action/delete-relation.ts';
import { deviceProfileNode } from './action/device-profile.ts';
import { generatorNode } from './action/generator.ts';
import { gpsGeofencingEventsNode } from './action/gps-geofencing-events.ts';
import { logNode } from './action/log.ts';
import { messageCountNode } from './action/message-count.ts';
import { pushToCloudNode } from './action/push-to-cloud.ts';
import { pushToEdgeNode } from './action/push-to-edge.ts';
import { rpcCallReplyNode } from './action/rpc-call-reply.ts';
import { rpcCallRequestNode } from './action/rpc-call-request.ts';
import { saveAttributesNode } from './action/save-attributes.ts';
import { saveTimeseriesNode } from './action/save-timeseries.ts';
import { saveToCustomTableNode } from './action/save-to-custom-table.ts';
import { synchronizationEndNode } from './action/synchronization-end.ts';
import { synchronizationStartNode } from './action/synchronization-start.ts';
import { unassignFromCustomerNode } from './action/unassign-from-customer.ts';
import type { RuleNodeDefinition } from './define-rule-node.ts';
import { calculateDeltaNode } from './enrichment/calculate-delta.ts';
import { customerAttributesNode } from './enrichment/customer-attributes.ts';
import { customerDetailsNode } from './enrichment/customer-details.ts';
import { originatorAttributesNode } from './enrichment/originator-attributes.ts';
import { originatorFieldsNode } from './enrichment/originator-fields.ts';
import { originatorTelemetryNode } from './enrichment/originator-telemetry.ts';
import { relatedAttributesNode } from './enrichment/related-attributes.ts';
import { relatedDeviceAttributesNode } from './enrichment/related-device-attributes.ts';
import { tenantAttributesNode } from './enrichment/tenant-attributes.ts';
import { tenantDetailsNode } from './enrichment/tenant-details.ts';
import { awsSnsNode } from './external/aws-sns.ts';
import { awsSqsNode } from './external/aws-sqs.ts';
import { azureIotHubNode } from './external/azure-iot-hub.ts';
import { gcpPubsubNode } from './external/gcp-pubsub.ts';
import { kafkaNode } from './external/kafka.ts';
import { mqttNode } from './external/mqtt.ts';
import { rabbitMqNode } from './external/rabbitmq.ts';
import { restApiCallNode } from './external/rest-api-call.ts';
import { sendEmailNode } from './external/send-email.ts';
import { sendSmsNode } from './external/send-sms.ts';
import { checkAlarmStatusNode } from './filter/check-alarm-status.ts';
import { checkExistenceFieldsNode } from './filter/check-existence-fields.ts';
import { checkRelationNode } from './filter/check-relation.ts';
import { gpsGeofencingNode } from './filter/gps-geofencing.ts';
import { messageTypeNode } from './filter/message-type.ts';
import { messageTypeSwitchNode } from './filter/message-type-switch.ts';
import { originatorTypeNode } from './filter/originator-type.ts';
import { originatorTypeSwitchNode } from './filter/originator-type-switch.ts';
import { scriptFilterNode } from './filter/script.ts';
import { switchNode } from './filter/switch.ts';
import { changeOriginatorNode } from './transformation/change-originator.ts';
import { scriptTransformationNode } from './transformation/script.ts';
import { toEmailNode } from './transformation/to-email.ts';

/** The implementation of each kind of node in the contract: a missing or misplaced one does not compile. */
const IMPLEMENTATIONS: { readonly [Key in RuleNodeKey]: Implementation<(typeof DESCRIPTIONS)[Key]> } = {
  'action/acknowledge': acknowledgeNode,
  'action/assign-to-customer': assignToCustomerNode,
  'action/checkpoint': checkpointNode,
  'action/clear-alarm': clearAlarmNode,
  'action/copy-to-view': copyToViewNode,
  'action/create-alarm': createAlarmNode,
  'action/create-relation': createRelationNode,
  'action/delay': delayNode,
  'action/delete-relation': deleteRelationNode,
  'action/device-profile': deviceProfileNode,
  'action/generator': generatorNode,
  'action/gps-geofencing-events': gpsGeofencingEventsNode,
  'action/log': logNode,
  'action/message-count': messageCountNode,
  'action/push-to-cloud': pushToCloudNode,
  'action/push-to-edge': pushToEdgeNode,
  'action/rpc-call-reply': rpcCallReplyNode,
  'action/rpc-call-request': rpcCallRequestNode,
  'action/save-attributes': saveAttributesNode,
  'action/save-timeseries': saveTimeseriesNode,
  'action/save-to-custom-table': saveToCustomTableNode,
  'action/synchronization-end': synchronizationEndNode,
  'action/synchronization-start': synchronizationStartNode,
  'action/unassign-from-customer': unassignFromCustomerNode,
  'enrichment/calculate-delta': calculateDeltaNode,
  'enrichment/customer-attributes': customerAttributesNode,
  'enrichment/customer-details': customerDetailsNode,
  'enrichment/originator-attributes': originatorAttributesNode,
  'enrichment/originator-fields': originatorFieldsNode,
  'enrichment/originator-telemetry': originatorTelemetryNode,
  'enrichment/related-attributes': relatedAttributesNode,
  'enrichment/related-device-attributes': relatedDeviceAttributesNode,
  'enrichment/tenant-attributes': tenantAttributesNode,
  'enrichment/tenant-details': tenantDetailsNode,
  'external/aws-sns': awsSnsNode,
  'external/aws-sqs': awsSqsNode,
  'external/azure-iot-hub': azureIotHubNode,
  'external/gcp-pubsub': gcpPubsubNode,
  'external/kafka': kafkaNode,
  'external/mqtt': mqttNode,
  'external/rabbitmq': rabbitMqNode,
  'external/rest-api-call': restApiCallNode,
  'external/send-email': sendEmailNode,
  'external/send-sms': sendSmsNode,
  'filter/check-alarm-status': checkAlarmStatusNode,
  'filter/check-existence-fields': checkExistenceFieldsNode,
  'filter/check-relation': checkRelationNode,
  'filter/gps-geofencing': gpsGeofencingNode,
  'filter/message-type': messageTypeNode,
  'filter/message-type-switch': messageTypeSwitchNode,
  'filter/originator-type': originatorTypeNode,
  'filter/originator-type-switch': originatorTypeSwitchNode,
  'filter/script': scriptFilterNode,
  'filter/switch': switchNode,
  'transformation/change-originator': changeOriginatorNode,
  'transformation/script': scriptTransformationNode,
  'transformation/to-email': toEmailNode,
};

type Implementation<Description> =
  Description extends RuleNodeDescription<infer Configuration, infer Clazz>
    ? RuleNodeDefinition<Configuration, Clazz>
    : never;

/** Every kind of node. */
export const RULE_NODES = Object.values(IMPLEMENTATIONS) as readonly RuleNodeDefinition[];

const byClass = new Map(RULE_NODES.map((node) => [node.clazz, node]));

/** The kind of node with this class name. */
export function ruleNodeOf(clazz: string): RuleNodeDefinition | undefined {
  return byClass.get(clazz);
}
