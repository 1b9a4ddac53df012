import { describeRuleNode } from '../define-rule-node.ts';
import { EMPTY_DEFAULT, emptyConfiguration } from '../settings.ts';

/** Relation of messages of any other type. */
export const OTHER = 'Other';

/** Message type → relation, in the order in which the relations are published. */
export const RELATION_OF_TYPE: readonly (readonly [type: string | null, relation: string])[] = [
  ['POST_ATTRIBUTES_REQUEST', 'Post attributes'],
  ['POST_TELEMETRY_REQUEST', 'Post telemetry'],
  ['TO_SERVER_RPC_REQUEST', 'RPC Request from Device'],
  ['RPC_CALL_FROM_SERVER_TO_DEVICE', 'RPC Request to Device'],
  ['RPC_QUEUED', 'RPC Queued'],
  ['RPC_SENT', 'RPC Sent'],
  ['RPC_DELIVERED', 'RPC Delivered'],
  ['RPC_SUCCESSFUL', 'RPC Successful'],
  ['RPC_TIMEOUT', 'RPC Timeout'],
  ['RPC_EXPIRED', 'RPC Expired'],
  ['RPC_FAILED', 'RPC Failed'],
  ['RPC_DELETED', 'RPC Deleted'],
  ['ACTIVITY_EVENT', 'Activity Event'],
  ['INACTIVITY_EVENT', 'Inactivity Event'],
  ['CONNECT_EVENT', 'Connect Event'],
  ['DISCONNECT_EVENT', 'Disconnect Event'],
  ['ENTITY_CREATED', 'Entity Created'],
  ['ENTITY_UPDATED', 'Entity Updated'],
  ['ENTITY_DELETED', 'Entity Deleted'],
  ['ENTITY_ASSIGNED', 'Entity Assigned'],
  ['ENTITY_UNASSIGNED', 'Entity Unassigned'],
  ['ATTRIBUTES_UPDATED', 'Attributes Updated'],
  ['ATTRIBUTES_DELETED', 'Attributes Deleted'],
  ['ALARM_ACK', 'Alarm Acknowledged'],
  ['ALARM_CLEAR', 'Alarm Cleared'],
  [null, OTHER],
  ['ENTITY_ASSIGNED_FROM_TENANT', 'Entity Assigned From Tenant'],
  ['ENTITY_ASSIGNED_TO_TENANT', 'Entity Assigned To Tenant'],
  ['TIMESERIES_UPDATED', 'Timeseries Updated'],
  ['TIMESERIES_DELETED', 'Timeseries Deleted'],
];

export const messageTypeSwitch = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbMsgTypeSwitchNode',
  kind: 'FILTER',
  name: 'message type switch',
  relations: RELATION_OF_TYPE.map(([, relation]) => relation),
  directive: 'tbNodeEmptyConfig',
  configuration: emptyConfiguration,
  defaultConfiguration: EMPTY_DEFAULT,
  fields: {},
  description: 'Sends each message along the relation named after its type.',
  details:
    'Telemetry goes along <b>Post telemetry</b>, attributes of a device along <b>Post attributes</b>, and so on. ' +
    'A type without a relation of its own goes along <b>Other</b>.',
});
