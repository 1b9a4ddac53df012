import { ErrorCode } from '@signalbox/contract/error';
import { ApiError } from '../http/errors.ts';
import type { TenantUsage, UsageMeter } from './usage-meter.ts';

/** @throws ApiError 500 / 2 when the tenant has used up its storage of this month */
export function requireStorage(usage: UsageMeter, tenantId: string): void {
  if (usage.of(tenantId).mayUse('DB')) return;
  throw new ApiError(500, ErrorCode.general, 'DB storage writes are disabled due to API limits!');
}

/**
 * @param pending alarms that are decided and not counted yet
 * @throws ApiError 500 / 2 when the tenant has created all the alarms that it may create in this month
 */
export function requireAlarms(usage: UsageMeter, tenantId: string, pending = 0): void {
  if (usage.of(tenantId).mayUse('ALARM', pending)) return;
  throw new ApiError(500, ErrorCode.general, 'Alarms creation is disabled');
}

/**
 * The usage of a tenant that may run scripts.
 * @throws Error when it has used up those of this month
 */
export function requireScripts(usage: UsageMeter, tenantId: string): TenantUsage {
  const used = usage.of(tenantId);
  if (!used.mayUse('JS')) throw new Error('JS Execution is disabled due to API limits!');
  return used;
}
