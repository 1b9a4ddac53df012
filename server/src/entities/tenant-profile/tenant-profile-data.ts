import { entityId } from '@signalbox/contract/id';
import {
  type TenantProfile,
  type TenantProfileData,
  tenantProfileDataSchema,
} from '@signalbox/contract/tenant-profile';
import * as z from 'zod/mini';
import { newEntityId } from '../../storage/ids.ts';

/** Tenant profiles of every installation; the isolated ones exist for clients that look for them. */
const INITIAL_PROFILES = [
  { name: 'Default', description: 'Default tenant profile', core: false, rules: false },
  { name: 'Isolated TB Core', description: 'Isolated TB Core tenant profile', core: true, rules: false },
  { name: 'Isolated TB Rule Engine', description: 'Isolated TB Rule Engine tenant profile', core: false, rules: true },
  {
    name: 'Isolated TB Core and TB Rule Engine',
    description: 'Isolated TB Core and TB Rule Engine tenant profile',
    core: true,
    rules: true,
  },
];

/** A profile without any limits. */
function defaultTenantProfileData(): TenantProfileData {
  return z.parse(tenantProfileDataSchema, { configuration: {} });
}

/** Creates the profiles of a new installation; the first is the default. */
export function createInitialTenantProfiles(): TenantProfile[] {
  return INITIAL_PROFILES.map(({ name, description, core, rules }) => {
    const { id, createdTime } = newEntityId();
    return {
      id: entityId('TENANT_PROFILE', id),
      createdTime,
      name,
      description,
      isolatedTbCore: core,
      isolatedTbRuleEngine: rules,
      profileData: defaultTenantProfileData(),
      default: !core && !rules,
    };
  });
}
