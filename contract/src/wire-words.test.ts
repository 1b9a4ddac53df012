import { expect, it } from 'vitest';
import { ALARM_SEARCH_STATUSES, ALARM_SEVERITIES, ALARM_STATUSES } from './alarm.ts';
import { ALARM_CONDITION_TYPES, ALARM_SCHEDULE_TYPES } from './alarm-rule.ts';
import { CREDENTIALS_TYPES, DEVICE_TRANSPORT_TYPES } from './device.ts';
import { DEVICE_PROFILE_TYPES, PROVISION_TYPES, TRANSPORT_PAYLOAD_TYPES } from './device-profile.ts';
import { EDGE_EVENT_ACTIONS, EDGE_EVENT_TYPES } from './edge.ts';
import {
  BOOLEAN_OPERATIONS,
  DYNAMIC_VALUE_SOURCES,
  ENTITY_KEY_TYPES,
  entityFilterSchema,
  NUMERIC_OPERATIONS,
  STRING_OPERATIONS,
} from './entity-query.ts';
import { CLIENT_AUTHENTICATION_METHODS, DOMAIN_SCHEMES, MAPPER_TYPES, OAUTH2_PLATFORMS } from './oauth2.ts';
import { CHECKSUM_ALGORITHMS, OTA_PACKAGE_TYPES } from './ota-package.ts';
import { POWER_MODES } from './power-saving.ts';
import { RELATION_DIRECTIONS, RELATION_TYPE_GROUPS } from './relation.ts';
import { RULE_CHAIN_TYPES } from './rule-chain.ts';
import { SERVICE_TYPES } from './system.ts';
import { AGGREGATIONS, ATTRIBUTE_SCOPES } from './telemetry.ts';

/** Words that clients of 3.3.2 send and understand (second document §3), one list a line. */
it.each([
  [RULE_CHAIN_TYPES, 'CORE EDGE'],
  [SERVICE_TYPES, 'TB_CORE TB_RULE_ENGINE TB_TRANSPORT JS_EXECUTOR'],
  [DEVICE_PROFILE_TYPES, 'DEFAULT SNMP'],
  [DEVICE_TRANSPORT_TYPES, 'DEFAULT MQTT COAP LWM2M SNMP'],
  [TRANSPORT_PAYLOAD_TYPES, 'JSON PROTOBUF'],
  [PROVISION_TYPES, 'DISABLED ALLOW_CREATE_NEW_DEVICES CHECK_PRE_PROVISIONED_DEVICES'],
  [CREDENTIALS_TYPES, 'ACCESS_TOKEN X509_CERTIFICATE MQTT_BASIC LWM2M_CREDENTIALS'],
  [POWER_MODES, 'PSM DRX E_DRX'],
  [ALARM_CONDITION_TYPES, 'SIMPLE DURATION REPEATING'],
  [ALARM_SCHEDULE_TYPES, 'ANY_TIME SPECIFIC_TIME CUSTOM'],
  [OTA_PACKAGE_TYPES, 'FIRMWARE SOFTWARE'],
  [CHECKSUM_ALGORITHMS, 'MD5 SHA256 SHA384 SHA512 CRC32 MURMUR3_32 MURMUR3_128'],
  [AGGREGATIONS, 'MIN MAX AVG SUM COUNT NONE'],
  [ATTRIBUTE_SCOPES, 'CLIENT_SCOPE SERVER_SCOPE SHARED_SCOPE'],
  [ALARM_SEVERITIES, 'CRITICAL MAJOR MINOR WARNING INDETERMINATE'],
  [ALARM_STATUSES, 'ACTIVE_UNACK ACTIVE_ACK CLEARED_UNACK CLEARED_ACK'],
  [ALARM_SEARCH_STATUSES, 'ANY ACTIVE CLEARED ACK UNACK'],
  [
    ENTITY_KEY_TYPES,
    'ATTRIBUTE CLIENT_ATTRIBUTE SHARED_ATTRIBUTE SERVER_ATTRIBUTE TIME_SERIES ENTITY_FIELD ALARM_FIELD',
  ],
  [STRING_OPERATIONS, 'EQUAL NOT_EQUAL STARTS_WITH ENDS_WITH CONTAINS NOT_CONTAINS'],
  [NUMERIC_OPERATIONS, 'EQUAL NOT_EQUAL GREATER LESS GREATER_OR_EQUAL LESS_OR_EQUAL'],
  [BOOLEAN_OPERATIONS, 'EQUAL NOT_EQUAL'],
  [DYNAMIC_VALUE_SOURCES, 'CURRENT_TENANT CURRENT_CUSTOMER CURRENT_USER CURRENT_DEVICE'],
  [RELATION_DIRECTIONS, 'FROM TO'],
  [RELATION_TYPE_GROUPS, 'COMMON ALARM DASHBOARD RULE_CHAIN RULE_NODE'],
  [
    EDGE_EVENT_TYPES,
    'DASHBOARD ASSET DEVICE DEVICE_PROFILE ENTITY_VIEW ALARM RULE_CHAIN RULE_CHAIN_METADATA EDGE USER CUSTOMER ' +
      'RELATION TENANT WIDGETS_BUNDLE WIDGET_TYPE ADMIN_SETTINGS',
  ],
  [
    EDGE_EVENT_ACTIONS,
    'ADDED DELETED UPDATED POST_ATTRIBUTES ATTRIBUTES_UPDATED ATTRIBUTES_DELETED TIMESERIES_UPDATED ' +
      'CREDENTIALS_UPDATED ASSIGNED_TO_CUSTOMER UNASSIGNED_FROM_CUSTOMER RELATION_ADD_OR_UPDATE RELATION_DELETED ' +
      'RPC_CALL ALARM_ACK ALARM_CLEAR ASSIGNED_TO_EDGE UNASSIGNED_FROM_EDGE CREDENTIALS_REQUEST ENTITY_MERGE_REQUEST',
  ],
  [DOMAIN_SCHEMES, 'HTTP HTTPS MIXED'],
  [MAPPER_TYPES, 'BASIC CUSTOM GITHUB APPLE'],
  [OAUTH2_PLATFORMS, 'WEB ANDROID IOS'],
  [CLIENT_AUTHENTICATION_METHODS, 'BASIC POST'],
])('%j has %s', (known, words) => {
  expect(known).toEqual(expect.arrayContaining(words.split(' ')));
});

const root = { rootEntity: { entityType: 'ASSET', id: '43e6cd90-e580-11f1-9def-6fbc04ae5d78' }, direction: 'FROM' };
const DEVICE = { entityType: 'DEVICE', id: root.rootEntity.id };

/** A filter of each kind. `stateEntity` is for clients, which send the entity that it stands for. */
it.each([
  { type: 'singleEntity', singleEntity: DEVICE },
  { type: 'entityList', entityType: 'DEVICE', entityList: [DEVICE.id] },
  { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'a' },
  { type: 'entityType', entityType: 'DEVICE' },
  { type: 'assetType', assetType: 'a', assetNameFilter: '' },
  { type: 'deviceType', deviceType: 'a', deviceNameFilter: '' },
  { type: 'edgeType', edgeType: 'a', edgeNameFilter: '' },
  { type: 'entityViewType', entityViewType: 'a', entityViewNameFilter: '' },
  { type: 'apiUsageState' },
  { type: 'relationsQuery', ...root },
  { type: 'assetSearchQuery', ...root, assetTypes: ['a'] },
  { type: 'deviceSearchQuery', ...root, deviceTypes: ['a'] },
  { type: 'edgeSearchQuery', ...root, edgeTypes: ['a'] },
  { type: 'entityViewSearchQuery', ...root, entityViewTypes: ['a'] },
])('entities are found by $type', (filter) => {
  expect(entityFilterSchema.safeParse(filter).error).toBeUndefined();
});
