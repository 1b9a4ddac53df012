import * as z from 'zod/mini';
import { plainIdSchema } from './id.ts';
import { route } from './route.ts';
import { securitySettingsSchema } from './security-settings.ts';
import { storedText } from './text.ts';

/** A named document of the installation: `general`, `mail`, `sms`. */
export const adminSettingSchema = z.object({
  id: plainIdSchema,
  createdTime: z.number(),
  key: z.string(),
  jsonValue: z.unknown(),
});
export type AdminSetting = z.infer<typeof adminSettingSchema>;

/** Body of POST /api/admin/settings: create when `id` is absent or null, else replace. */
export const adminSettingInputSchema = z.object({
  id: z.optional(z.nullable(plainIdSchema)),
  key: z.optional(z.nullable(storedText(255))),
  jsonValue: z.optional(z.unknown()),
});
export type AdminSettingInput = z.infer<typeof adminSettingInputSchema>;

const access = ['SYS_ADMIN'] as const;
const tag = 'administration';

export const adminSettingRoutes = {
  getAdminSetting: route({
    method: 'GET',
    path: '/api/admin/settings/:key',
    tag,
    summary: 'Read a setting of the installation',
    access,
    params: { key: z.string() },
    reply: adminSettingSchema,
  }),
  saveAdminSetting: route({
    method: 'POST',
    path: '/api/admin/settings',
    tag,
    summary: 'Save a setting of the installation',
    access,
    body: adminSettingInputSchema,
    reply: adminSettingSchema,
  }),
  getSecuritySettings: route({
    method: 'GET',
    path: '/api/admin/securitySettings',
    tag,
    summary: 'Read the password rules and the lockout',
    access,
    reply: securitySettingsSchema,
  }),
  saveSecuritySettings: route({
    method: 'POST',
    path: '/api/admin/securitySettings',
    tag,
    summary: 'Save the password rules and the lockout',
    access,
    body: securitySettingsSchema,
    reply: securitySettingsSchema,
  }),
  rotateSigningKey: route({
    method: 'POST',
    path: '/api/admin/signingKey/rotate',
    tag,
    summary: 'Rotate the signing key; tokens signed with the old one stay valid until they expire',
    access,
    reply: 'empty',
  }),
};
