import type { ViewKeys } from '@signalbox/contract/entity-view';
import type { ColumnType, Generated } from 'kysely';
import type { Json, Ms } from './column-types.ts';
import type {
  OAuth2ConfigTable,
  OAuth2DomainTable,
  OAuth2MobileTable,
  OAuth2ParamsTable,
  OAuth2RegistrationTable,
  OAuth2TemplateTable,
} from './oauth2-tables.ts';

interface ContactColumns {
  email: string | null;
  country: string | null;
  state: string | null;
  city: string | null;
  address: string | null;
  address2: string | null;
  zip: string | null;
  phone: string | null;
}

export interface AdminSettingTable {
  id: string;
  created_time: Ms;
  key: string;
  json_value: Json;
}

export interface TenantProfileTable {
  id: string;
  created_time: Ms;
  name: string;
  description: string | null;
  is_default: boolean;
  isolated_tb_core: boolean;
  isolated_tb_rule_engine: boolean;
  profile_data: Json<Record<string, unknown>>;
}

export interface TenantTable extends ContactColumns {
  id: string;
  created_time: Ms;
  tenant_profile_id: string;
  title: string;
  region: string;
  additional_info: Json<Record<string, unknown> | null>;
}

export interface CustomerTable extends ContactColumns {
  id: string;
  created_time: Ms;
  tenant_id: string;
  title: string;
  is_public: boolean;
  additional_info: Json<Record<string, unknown> | null>;
}

export interface AppUserTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  customer_id: string;
  authority: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  additional_info: Json<Record<string, unknown> | null>;
  session_epoch: Generated<number>;
}

export interface UserCredentialsTable {
  user_id: string;
  enabled: boolean;
  password_hash: string | null;
  password_changed_time: Ms | null;
  password_history: ColumnType<{ hash: string; time: Ms }[], string | undefined, string>;
  activate_token: string | null;
  reset_token: string | null;
  reset_token_expires: Ms | null;
  failed_login_attempts: Generated<number>;
  last_login_time: Ms | null;
  suspended: Generated<boolean>;
}

export interface DeviceProfileTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  name: string;
  description: string | null;
  image: string | null;
  is_default: boolean;
  type: string;
  transport_type: string;
  provision_type: string;
  provision_device_key: string | null;
  default_rule_chain_id: string | null;
  default_dashboard_id: string | null;
  default_queue_name: string | null;
  firmware_id: string | null;
  software_id: string | null;
  profile_data: Json<Record<string, unknown>>;
  now_keys: ColumnType<unknown, string | undefined, string>;
}

/** Columns of every table that typedTable makes. */
interface TypedTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  customer_id: string;
  name: string;
  type: string;
  additional_info: Json<Record<string, unknown> | null>;
}

export interface AssetTable extends TypedTable {
  label: string | null;
}

export interface EdgeTable extends TypedTable {
  label: string | null;
  root_rule_chain_id: string | null;
  routing_key: string;
  secret: string;
  edge_license_key: string;
  cloud_endpoint: string;
}

export interface EdgeEventTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  edge_id: string;
  action: string;
  type: string;
  entity_id: string | null;
  body: Json;
}

export interface EntityViewTable extends TypedTable {
  device_id: string | null;
  asset_id: string | null;
  keys: Json<ViewKeys>;
  start_time: Ms;
  end_time: Ms;
}

export interface DeviceTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  customer_id: string;
  device_profile_id: string;
  name: string;
  type: string;
  label: string | null;
  device_data: Json<Record<string, unknown>>;
  firmware_id: string | null;
  software_id: string | null;
  additional_info: Json<Record<string, unknown> | null>;
}

export interface DeviceCountTable {
  tenant_id: string;
  customer_id: string;
  device_profile_id: string;
  slot: number;
  count: number;
}

export interface DeviceCredentialsTable {
  id: string;
  created_time: Ms;
  device_id: string;
  credentials_type: string;
  credentials_id: string;
  credentials_value: string | null;
}

export interface WidgetsBundleTable {
  id: string;
  created_time: Ms;
  /** NULL_UUID: of the system. */
  tenant_id: string;
  alias: string;
  title: string;
  image: string | null;
  description: string | null;
}

export interface WidgetTypeTable {
  id: string;
  created_time: Ms;
  /** NULL_UUID: of the system. */
  tenant_id: string;
  bundle_alias: string;
  alias: string;
  name: string;
  image: string | null;
  description: string | null;
  descriptor: ColumnType<Record<string, unknown>, string, string>;
}

export interface ResourceTable {
  id: string;
  created_time: Ms;
  /** NULL_UUID: of the system. */
  tenant_id: string;
  title: string;
  type: string;
  key: string;
  search_text: string;
  file_name: string;
  data: Buffer;
  lwm2m_object: Json;
}

export interface OtaPackageTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  device_profile_id: string | null;
  type: string;
  title: string;
  version: string;
  tag: string | null;
  url: string | null;
  file_name: string | null;
  content_type: string | null;
  checksum_algorithm: string | null;
  checksum: string | null;
  /** Bytes. */
  data_size: number | null;
  /** Its file; null while none has been uploaded as a whole. */
  content_id: string | null;
  additional_info: Json<Record<string, unknown> | null>;
}

export interface DashboardTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  title: string;
  image: string | null;
  assigned_customers: Json<
    { customerId: { entityType: 'CUSTOMER'; id: string }; title: string; public: boolean }[] | null
  >;
  mobile_hide: boolean;
  mobile_order: number | null;
  configuration: Json<Record<string, unknown> | null>;
}

export interface RuleChainTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  name: string;
  type: string;
  first_rule_node_id: string | null;
  root: boolean;
  debug_mode: boolean;
  configuration: Json;
  additional_info: Json<Record<string, unknown> | null>;
}

export interface RuleNodeTable {
  id: string;
  created_time: Ms;
  rule_chain_id: string;
  position: number;
  type: string;
  name: string;
  debug_mode: boolean;
  configuration: Json;
  additional_info: Json<Record<string, unknown> | null>;
}

export interface RuleNodeConnectionTable {
  rule_chain_id: string;
  from_node_id: string;
  to_node_id: string | null;
  to_rule_chain_id: string | null;
  type: string;
  position: Generated<number>;
  additional_info: Json<Record<string, unknown> | null>;
}

export interface RelationTable {
  from_id: string;
  from_type: string;
  to_id: string;
  to_type: string;
  relation_type: string;
  relation_type_group: string;
  additional_info: Json;
}

export interface TelemetryKeyTable {
  id: Generated<number>;
  name: string;
}

/** long_value is read as text beyond 2^53, so that every 64-bit value is exact. */
export interface ValueColumns {
  bool_value: boolean | null;
  long_value: ColumnType<number | string | null, string | number | bigint | null, string | number | bigint | null>;
  double_value: number | null;
  string_value: string | null;
  json_value: ColumnType<unknown, string | null, string | null>;
}

export interface AttributeTable extends ValueColumns {
  entity_id: string;
  scope: number;
  key_id: number;
  last_update_ts: Ms;
}

export interface LatestValueTable extends ValueColumns {
  entity_id: string;
  key_id: number;
  ts: Ms;
}

export interface MessageLogTable {
  partition: number;
  batch: Ms;
  created_time: Ms;
  message_count: number;
  body: Buffer;
}

export interface MessageOffsetTable {
  partition: number;
  batch: Ms;
  epoch: Generated<number>;
  done: Generated<number>;
}

export interface MessageSetAsideTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  partition: number;
  batch: Ms;
  message: Json;
  error: string;
}

export interface EventTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  entity_type: string;
  entity_id: string;
  type: string;
  uid: string;
  body: Json<Record<string, unknown>>;
}

export interface AuditLogTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  customer_id: string;
  entity_type: string;
  entity_id: string;
  entity_name: string | null;
  user_id: string;
  user_name: string | null;
  action_type: string;
  action_data: Json;
  action_status: string;
  action_failure_details: string;
}

export interface EntityVersionTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  entity_type: string;
  entity_id: string;
  user_id: string | null;
  before_image: Json;
}

export interface RpcTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  device_id: string;
  expiration_time: Ms;
  request: Json;
  response: Json;
  status: string;
  additional_info: Json;
}

export interface MessageParkedTable {
  id: string;
  created_time: Ms;
  kind: string;
  tenant_id: string;
  rule_node_id: string;
  request: Json;
  next_message: Json;
  progress: Json;
}

export interface ApiUsageStateTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  month: Ms;
  hour: Ms;
  counts: Generated<string[]>;
  hourly: Generated<string[]>;
  limits: string[] | null;
  states: Generated<string[]>;
}

/** Numbers of severities and statuses: see alarms/alarm-codes.ts. */
export interface AlarmTable {
  id: string;
  created_time: Ms;
  tenant_id: string;
  customer_id: string;
  originator_type: string;
  originator_id: string;
  type: string;
  severity: number;
  status: number;
  start_ts: Ms;
  end_ts: Ms;
  ack_ts: Ms;
  clear_ts: Ms;
  details: Json;
  propagate: boolean;
  propagate_relation_types: Json<string[]>;
  version: number;
  history_size: number;
  history_last: string;
}

/** All tables, as Kysely sees them. */
export interface Schema {
  alarm: AlarmTable;
  admin_setting: AdminSettingTable;
  tenant_profile: TenantProfileTable;
  tenant: TenantTable;
  customer: CustomerTable;
  app_user: AppUserTable;
  user_credentials: UserCredentialsTable;
  device_profile: DeviceProfileTable;
  device: DeviceTable;
  device_count: DeviceCountTable;
  asset: AssetTable;
  edge: EdgeTable;
  edge_event: EdgeEventTable;
  entity_view: EntityViewTable;
  device_credentials: DeviceCredentialsTable;
  dashboard: DashboardTable;
  widgets_bundle: WidgetsBundleTable;
  widget_type: WidgetTypeTable;
  resource: ResourceTable;
  ota_package: OtaPackageTable;
  rule_chain: RuleChainTable;
  rule_node: RuleNodeTable;
  rule_node_connection: RuleNodeConnectionTable;
  relation: RelationTable;
  telemetry_key: TelemetryKeyTable;
  attribute: AttributeTable;
  latest_value: LatestValueTable;
  message_log: MessageLogTable;
  message_offset: MessageOffsetTable;
  message_set_aside: MessageSetAsideTable;
  event: EventTable;
  audit_log: AuditLogTable;
  entity_version: EntityVersionTable;
  rpc: RpcTable;
  message_parked: MessageParkedTable;
  api_usage_state: ApiUsageStateTable;
  oauth2_config: OAuth2ConfigTable;
  oauth2_params: OAuth2ParamsTable;
  oauth2_domain: OAuth2DomainTable;
  oauth2_mobile: OAuth2MobileTable;
  oauth2_registration: OAuth2RegistrationTable;
  oauth2_template: OAuth2TemplateTable;
}
