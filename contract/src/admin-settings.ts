import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { plainIdSchema } from './id.ts';
import { MAX_PASSWORD_LENGTH, unmeetableRule } from './password-rules.ts';
import { route } from './route.ts';
import { securitySettingsSchema } from './security-settings.ts';
import { testSmsSchema } from './sms-settings.ts';
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

/** Links are made by writing their path behind it: it has no query, no fragment, and nobody's name and password. */
const BASE_URL = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i;

/** The setting `general`. */
export const generalSettingsSchema = z.object({
  /** Where people reach the console; links in mails begin with it. */
  baseUrl: z.string().check(
    z.maxLength(1024),
    z.refine((value) => BASE_URL.test(value) && URL.canParse(value), {
      error: 'must be an address such as https://iot.example.com, without a password, a query or a fragment',
    }),
  ),
  /** Links that are shown begin with `baseUrl` too, whatever address the console was opened by. */
  prohibitDifferentUrl: z.pipe(
    z.optional(z.nullable(z.boolean())),
    z.transform((value) => value ?? false),
  ),
});
export type GeneralSettings = z.infer<typeof generalSettingsSchema>;

/** Password rules and lockout to be saved; those that are stored already hold, whatever they ask for. */
export const securitySettingsInputSchema = securitySettingsSchema.check(({ value, issues }) => {
  const member = unmeetableRule(value.passwordPolicy);
  if (member === undefined) return;
  const message = `must leave room for a password: it has ${MAX_PASSWORD_LENGTH} characters at most`;
  issues.push({ code: 'custom', input: value, path: ['passwordPolicy', member], message });
});

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
    query: { basedOn },
    replaces: '/api/admin/settings/:key',
    body: adminSettingInputSchema,
    reply: adminSettingSchema,
  }),
  sendTestMail: route({
    method: 'POST',
    path: '/api/admin/settings/testMail',
    tag,
    summary: 'Send a mail to the caller with settings that need not be saved',
    access,
    body: adminSettingInputSchema,
    reply: 'empty',
  }),
  sendTestSms: route({
    method: 'POST',
    path: '/api/admin/settings/testSms',
    tag,
    summary: 'Send a text message with a provider that need not be saved',
    access,
    body: testSmsSchema,
    reply: 'empty',
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
    query: { basedOn },
    replaces: '/api/admin/securitySettings',
    body: securitySettingsInputSchema,
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
