import { type TenantProfile, tenantProfileConfigurationSchema } from '@signalbox/contract/tenant-profile';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { exportedProfile, readProfile } from './profile-file.ts';

const profile: TenantProfile = {
  id: { entityType: 'TENANT_PROFILE', id: '6f271bb0-e57e-11f1-a2cf-f30f015b2b9a' },
  createdTime: 1,
  name: 'Starter',
  description: 'For a start',
  isolatedTbCore: false,
  isolatedTbRuleEngine: false,
  default: true,
  profileData: {
    configuration: z.parse(tenantProfileConfigurationSchema, { maxDevices: 5, wsMsgQueueLimitPerSession: 9 }),
  },
};

it('comes back as a new profile with the same limits, which is not the default', () => {
  const { name, description, isolatedTbCore, isolatedTbRuleEngine, profileData } = profile;
  expect(readProfile(JSON.stringify(exportedProfile(profile)))).toEqual({
    content: {
      name,
      description,
      isolatedTbCore,
      isolatedTbRuleEngine,
      profileData,
      default: false,
    },
  });
});

it('is taken from a file with its id, which is not kept', () => {
  expect(readProfile(JSON.stringify(profile))).not.toHaveProperty('content.id');
});

it.each([
  ['no JSON', undefined],
  ['null', undefined],
  ['[]', undefined],
  ['{}', undefined],
  ['{"name":"x"}', undefined],
  ['{"name":"x","profileData":{}}', 'profileData.configuration'],
  ['{"name":" ","profileData":{"configuration":{}}}', 'name'],
  ['{"name":"x","profileData":{"configuration":{"maxDevices":-1}}}', 'profileData.configuration.maxDevices'],
])('is not read from %s, and says which member does not fit', (text, wrong) => {
  expect(readProfile(text)).toEqual({ wrong });
});
