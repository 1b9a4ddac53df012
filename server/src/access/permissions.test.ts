import type { Authority } from '@signalbox/contract/authority';
import { ENTITY_TRAITS } from '@signalbox/contract/entity-traits';
import { ENTITY_TYPES, NULL_UUID } from '@signalbox/contract/id';
import { describe, expect, it } from 'vitest';
import type { SecurityUser } from '../http/security-user.ts';
import { isPermitted, type Operation, type Owned } from './permissions.ts';

const user = (authority: Authority, tenantId = 'acme', customerId = NULL_UUID): SecurityUser => ({
  userId: 'user',
  authority,
  tenantId,
  customerId,
  email: '',
  firstName: null,
  lastName: null,
  isPublic: false,
});
const SYSTEM = user('SYS_ADMIN', NULL_UUID);
const ADMIN = user('TENANT_ADMIN');
const FOREIGN = user('TENANT_ADMIN', 'other');
const CUSTOMER_USER = user('CUSTOMER_USER', 'acme', 'north');
const OTHER_CUSTOMER_USER = user('CUSTOMER_USER', 'acme', 'south');

const CHANGES: readonly Operation[] = ['CREATE', 'DELETE', 'ASSIGN_TO_CUSTOMER', 'UNASSIGN_FROM_CUSTOMER'];
const USES: readonly Operation[] = ['READ', 'WRITE', 'READ_ATTRIBUTES', 'WRITE_TELEMETRY'];
const ALL = [...CHANGES, ...USES];

describe.each(ENTITY_TYPES)('a %s', (type) => {
  const { of, customer } = ENTITY_TRAITS[type];
  const owned: Owned = {
    id: 'one',
    tenantId: of === 'system' ? NULL_UUID : 'acme',
    ...(customer === 'owned' ? { customerId: 'north' } : {}),
    ...(customer === 'shared' ? { assignedCustomerIds: ['north'] } : {}),
    ...(customer === 'member' ? { customerId: 'north', authority: 'CUSTOMER_USER' as const } : {}),
  };
  const permitted = (caller: SecurityUser) => ALL.filter((operation) => isPermitted(caller, type, operation, owned));

  it('belongs to its tenant only, or to the system', () => {
    expect(permitted(FOREIGN)).toEqual([]);
    // What a tenant has used is counted by the platform only.
    const ofTenant = type === 'API_USAGE_STATE' ? ['READ'] : ALL;
    expect(permitted(ADMIN)).toEqual(of === 'system' ? [] : ofTenant);
    if (of === 'system') expect(permitted(SYSTEM)).toEqual(ALL);
    // System administrators see the dashboards of a tenant, and manage nothing else of it.
    else expect(permitted(SYSTEM)).toEqual(type === 'DASHBOARD' ? ['READ'] : []);
  });

  it('is used by its own customer, and by no other', () => {
    // The dashboards of every customer use the widgets of the tenant.
    const nobodys = ['WIDGETS_BUNDLE', 'WIDGET_TYPE'].includes(type) ? ['READ'] : [];
    const uses = { owned: USES, shared: ['READ', 'READ_ATTRIBUTES'], member: [] };
    expect(permitted(CUSTOMER_USER)).toEqual(customer ? uses[customer] : nobodys);
    expect(permitted(OTHER_CUSTOMER_USER)).toEqual(nobodys);
  });
});
