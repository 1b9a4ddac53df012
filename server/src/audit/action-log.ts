import type { EntityId } from '@signalbox/contract/id';
import type { SecurityUser } from '../http/security-user.ts';

/** Audited actions, as named on the wire. */
export type ActionType =
  | 'ADDED'
  | 'UPDATED'
  | 'DELETED'
  | 'ASSIGNED_TO_CUSTOMER'
  | 'UNASSIGNED_FROM_CUSTOMER'
  | 'ASSIGNED_TO_TENANT'
  | 'CREDENTIALS_READ'
  | 'CREDENTIALS_UPDATED'
  | 'ATTRIBUTES_READ'
  | 'ATTRIBUTES_UPDATED'
  | 'ATTRIBUTES_DELETED'
  | 'TIMESERIES_UPDATED'
  | 'TIMESERIES_DELETED'
  | 'RPC_CALL'
  | 'ASSIGNED_TO_EDGE'
  | 'UNASSIGNED_FROM_EDGE'
  | 'RELATION_ADD_OR_UPDATE'
  | 'RELATION_DELETED'
  | 'RELATIONS_DELETED'
  | 'ALARM_ACK'
  | 'ALARM_CLEAR'
  | 'ALARM_DELETE'
  | 'LOGIN'
  | 'LOGOUT'
  | 'LOCKOUT'
  | 'PROVISION_SUCCESS'
  | 'PROVISION_FAILURE';

export interface ActionRecord {
  user: SecurityUser;
  type: ActionType;
  /** Tenant the action belongs to, when it is not the user's own (a system administrator's work). */
  tenantId?: string;
  /** On failure before there is an id: `{entityType, id: NULL_UUID}`. */
  entityId: EntityId;
  entityName: string | null;
  /** Customer of the entity; the user's own when absent. */
  customerId?: string;
  /** `actionData` of rest-entities.md §7. */
  data: unknown;
  /**
   * The entity as it was before the change, null when this created it: its history (`entity_version`).
   * Absent: the entity itself did not change.
   */
  before?: unknown;
  /** The failure; absent on success. */
  error?: unknown;
  /**
   * The entity as it travels, for the message to the rule engine (ENTITY_CREATED …, rule-engine.md §2.4).
   * Absent: no message.
   */
  message?: { type: string; data: unknown; metadata?: Record<string, string> };
}

/**
 * Writes who did what: the audit log, and on success the related message to the rule engine.
 * Never throws: a failure to log is logged, the user's action has already happened.
 */
export interface ActionLog {
  record(action: ActionRecord): Promise<void>;
}
