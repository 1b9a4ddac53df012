// @vitest-environment jsdom
import { type TenantProfile, tenantProfileConfigurationSchema } from '@signalbox/contract/tenant-profile';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { valueWords } from '../../entity-page/form.ts';
import { LIMIT_SECTIONS } from './limit-fields.ts';
import { tenantProfileForm } from './tenant-profile-form.ts';

/** The key and what is put into its text. */
const t = ((key: string, values: object = {}) =>
  [key, ...Object.values(values)].join(' ').trim()) as unknown as Parameters<typeof tenantProfileForm>[0];
const form = tenantProfileForm(t, true);
const fieldOf = (name: string) => {
  const field = form.fields.find((one) => one.name === name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
};

function profile(configuration: object): TenantProfile {
  return {
    id: { entityType: 'TENANT_PROFILE', id: '6f271bb0-e57e-11f1-a2cf-f30f015b2b9a' },
    createdTime: 1,
    name: 'Small',
    description: null,
    isolatedTbCore: false,
    isolatedTbRuleEngine: false,
    default: false,
    profileData: { configuration: z.parse(tenantProfileConfigurationSchema, configuration) },
  };
}

/** The configuration that is sent when some fields were changed. */
function sent(stored: TenantProfile, changes: Record<string, string | string[]> = {}) {
  return form.body({ ...form.values(stored), ...changes }, stored).profileData?.configuration;
}

describe('the form of a tenant profile', () => {
  it('has every limit of the wire once', () => {
    const fields = LIMIT_SECTIONS.flatMap((section) => section.fields.map(({ member }) => member as string));
    const members = Object.keys(tenantProfileConfigurationSchema.shape);
    expect([...fields, 'warnThreshold', 'type'].sort()).toEqual(members.sort());
  });

  it('sends what is stored when nothing was changed', () => {
    const stored = profile({
      maxDevices: 5,
      warnThreshold: 0.75,
      transportDeviceMsgRateLimit: '10:1,300:60',
      maxKeysPerDevice: 0,
      tenantServerRestLimitsConfiguration: '100:1',
      customerServerRestLimitsConfiguration: '',
    });
    expect(sent(stored)).toEqual(stored.profileData.configuration);
  });

  it('sends what clients of 3.3.2 expect of a new one, with no member of its own', () => {
    const body = form.body({ ...form.values(undefined), name: 'New' }, undefined);
    const parsed = z.parse(tenantProfileConfigurationSchema, body.profileData?.configuration);
    expect(parsed).toMatchObject({ maxDevices: 0, transportTenantMsgRateLimit: null, warnThreshold: 0 });
    expect(parsed).not.toHaveProperty('maxKeysPerDevice');
    expect(parsed).not.toHaveProperty('tenantServerRestLimitsConfiguration');
  });

  it('tells no limit from the limit of the installation', () => {
    const stored = profile({ maxDevices: 0, maxWsSessionsPerTenant: 0 });
    expect(form.values(stored)).toMatchObject({ maxDevices: '', maxWsSessionsPerTenant: '0', maxKeysPerTenant: '' });
    expect(sent(stored, { maxWsSessionsPerTenant: '' })).not.toHaveProperty('maxWsSessionsPerTenant');
    expect(sent(stored, { maxKeysPerTenant: '0', maxDevices: '7' })).toMatchObject({
      maxKeysPerTenant: 0,
      maxDevices: 7,
    });
  });

  it('edits rates as pairs', () => {
    const stored = profile({ transportDeviceMsgRateLimit: '10:1,300:60' });
    expect(form.values(stored).transportDeviceMsgRateLimit).toEqual(['10:1', '300:60']);
    expect(sent(stored, { transportDeviceMsgRateLimit: ['20:2'] })?.transportDeviceMsgRateLimit).toBe('20:2');
    expect(sent(stored, { transportDeviceMsgRateLimit: [] })?.transportDeviceMsgRateLimit).toBeNull();
  });

  it.each([[[':']], [['10:']], [[':1']], [['0:1']], [['1:0']], [['1.5:1']], [['10:1', 'x:1']]])(
    'refuses the rate %j',
    (rate) => {
      expect(fieldOf('transportDeviceMsgRateLimit').check?.(rate, {})).toBeTruthy();
    },
  );

  it('says in words what is limited, and what is not', () => {
    const values = form.values(
      profile({ maxDevices: 1200, transportDeviceMsgRateLimit: '10:1,300:60', rpcTtlDays: 0 }),
    );
    const words = (name: string) => valueWords(fieldOf(name), values[name] ?? null);
    expect(words('maxDevices')).toBe('1,200');
    expect(words('maxAssets')).toBe('tenantProfile.unlimited');
    expect(words('rpcTtlDays')).toBe('tenantProfile.forever');
    expect(words('transportDeviceMsgRateLimit')).toBe('tenantProfile.rate 10 1, tenantProfile.rate 300 60');
    expect(words('maxWsSessionsPerTenant')).toBe('tenantProfile.asInstallation');
    expect(words('warnThreshold')).toBe('80 %');
  });
});
