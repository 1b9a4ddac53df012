import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { plainIdSchema, uuidSchema } from './id.ts';
import { route } from './route.ts';
import { anyJson, storedText } from './text.ts';

export const DOMAIN_SCHEMES = ['HTTP', 'HTTPS', 'MIXED'] as const;
export type DomainScheme = (typeof DOMAIN_SCHEMES)[number];
export const MAPPER_TYPES = ['BASIC', 'CUSTOM', 'GITHUB', 'APPLE'] as const;
export type MapperType = (typeof MAPPER_TYPES)[number];
export const TENANT_NAME_STRATEGIES = ['DOMAIN', 'EMAIL', 'CUSTOM'] as const;
export type TenantNameStrategy = (typeof TENANT_NAME_STRATEGIES)[number];
export const OAUTH2_PLATFORMS = ['WEB', 'ANDROID', 'IOS'] as const;
export type OAuth2Platform = (typeof OAUTH2_PLATFORMS)[number];
export const CLIENT_AUTHENTICATION_METHODS = ['BASIC', 'POST'] as const;
export type ClientAuthenticationMethod = (typeof CLIENT_AUTHENTICATION_METHODS)[number];

/** Where providers send browsers back to, below each domain. */
export const LOGIN_PROCESSING_URL = '/login/oauth2/code/';

export const MIN_APP_SECRET_LENGTH = 16;
export const MAX_SECRET_LENGTH = 2048;
export const MAX_OAUTH2_NAME_LENGTH = 255;
export const MAX_OAUTH2_ADDRESS_LENGTH = 1024;
export const MAX_ATTRIBUTE_KEY_LENGTH = 31;
/** Maximum number of groups, of the domains, apps and providers of one, and of the scopes of a provider. */
const MAX_ITEMS = 50;

/** `iot.example.com`, `iot.example.com:8443` or `[::1]:8080`. */
const DOMAIN_NAME = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Whether a text is a host with or without a port, and nothing else. */
export function isDomainName(name: string): boolean {
  return name.length <= MAX_OAUTH2_NAME_LENGTH && DOMAIN_NAME.test(name);
}

/** Whether a text is an address that the server or a browser can call. */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s/?#]+/i.test(value) && URL.canParse(value);
}

/** A text that must not be blank. */
const filled = (max: number) =>
  storedText(max).check(z.refine((value) => value.trim() !== '', { error: 'must not be empty' }));
/** Absent and blank texts are null. */
const optional = (max: number) =>
  z.pipe(
    z.optional(z.nullable(storedText(max))),
    z.transform((value) => (value?.trim() ? value : null)),
  );
const webAddress = z
  .string()
  .check(
    z.maxLength(MAX_OAUTH2_ADDRESS_LENGTH),
    z.refine(isWebAddress, { error: 'must be an address such as https://provider.example/authorize' }),
  );
const optionalWebAddress = z.pipe(
  z.optional(z.nullable(z.string().check(z.maxLength(MAX_OAUTH2_ADDRESS_LENGTH)))).check(
    z.refine((value) => !value?.trim() || isWebAddress(value), {
      error: 'must be an address such as https://provider.example/userinfo',
    }),
  ),
  z.transform((value) => (value?.trim() ? value : null)),
);
const flag = z.pipe(
  z.optional(z.nullable(z.boolean())),
  z.transform((value) => value ?? false),
);
const atMost = z.maxLength(MAX_ITEMS);
/** The message names the first field that is wrong with a part of the configuration. */
const issueAt = (path: string[], message: string) => ({ code: 'custom' as const, path, message, input: undefined });

const domainInfoSchema = z.object({
  scheme: z.enum(DOMAIN_SCHEMES),
  /** As in the address bar: without the port if it is the default one. */
  name: filled(MAX_OAUTH2_NAME_LENGTH).check(
    z.refine((value) => value.trim() === '' || isDomainName(value), {
      error: 'must be a host such as iot.example.com or iot.example.com:8443',
    }),
  ),
});
export type OAuth2DomainInfo = z.infer<typeof domainInfoSchema>;

const mobileInfoSchema = z.object({
  pkgName: filled(MAX_OAUTH2_NAME_LENGTH),
  /** Key by which the app signs its tokens (HMAC). */
  appSecret: storedText(MAX_SECRET_LENGTH).check(
    z.refine((value) => value.length >= MIN_APP_SECRET_LENGTH, {
      error: `must have at least ${MIN_APP_SECRET_LENGTH} characters`,
    }),
  ),
});
export type OAuth2MobileInfo = z.infer<typeof mobileInfoSchema>;

const basicMapperSchema = z.object({
  emailAttributeKey: optional(MAX_OAUTH2_NAME_LENGTH),
  firstNameAttributeKey: optional(MAX_OAUTH2_NAME_LENGTH),
  lastNameAttributeKey: optional(MAX_OAUTH2_NAME_LENGTH),
  tenantNameStrategy: z.pipe(
    z.optional(z.nullable(z.enum(TENANT_NAME_STRATEGIES))),
    z.transform((value) => value ?? null),
  ),
  /** `%{attribute}` stands for the attribute of that name. */
  tenantNamePattern: optional(MAX_OAUTH2_NAME_LENGTH),
  customerNamePattern: optional(MAX_OAUTH2_NAME_LENGTH),
  defaultDashboardName: optional(MAX_OAUTH2_NAME_LENGTH),
  alwaysFullScreen: flag,
});
export type BasicMapper = z.infer<typeof basicMapperSchema>;

const customMapperSchema = z.object({
  /** Asked who the user is, with what the provider said. */
  url: optionalWebAddress,
  username: optional(MAX_OAUTH2_NAME_LENGTH),
  password: optional(MAX_OAUTH2_NAME_LENGTH),
  /** Sends the provider's access token along. */
  sendToken: flag,
});
export type CustomMapper = z.infer<typeof customMapperSchema>;

const orNull = <S extends z.core.$ZodType>(schema: S) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value) => value ?? null),
  );

/** How a user of the platform follows from what a provider says. */
const mapperConfigSchema = z.object({
  allowUserCreation: flag,
  /** New users can be disabled and given a password like others that were activated. */
  activateUser: flag,
  type: z.enum(MAPPER_TYPES),
  basic: orNull(basicMapperSchema),
  custom: orNull(customMapperSchema),
});
export type MapperConfig = z.infer<typeof mapperConfigSchema>;

const REQUIRED = 'must be specified';

/** What a mapper still lacks: the path of the member, and the message. */
function mapperProblem({ type, basic, custom }: MapperConfig): [path: string[], message: string] | undefined {
  if (type === 'CUSTOM') return custom?.url ? undefined : [['custom', 'url'], REQUIRED];
  if (!basic) return [['basic'], REQUIRED];
  if (type === 'BASIC' && !basic.emailAttributeKey) return [['basic', 'emailAttributeKey'], REQUIRED];
  if (type === 'GITHUB' && basic.emailAttributeKey) {
    return [['basic', 'emailAttributeKey'], 'must be empty: the primary e-mail of GitHub is taken'];
  }
  if (!basic.tenantNameStrategy) return [['basic', 'tenantNameStrategy'], REQUIRED];
  if (basic.tenantNameStrategy === 'CUSTOM' && !basic.tenantNamePattern) {
    return [['basic', 'tenantNamePattern'], REQUIRED];
  }
  return undefined;
}

const completeMapperSchema = mapperConfigSchema.check((context) => {
  const problem = mapperProblem(context.value);
  if (problem) context.issues.push(issueAt(...problem));
});

/** What a registration and a template say of a provider. */
const providerShape = {
  authorizationUri: webAddress,
  accessTokenUri: webAddress,
  scope: z.array(filled(MAX_OAUTH2_NAME_LENGTH)).check(
    atMost,
    z.refine((value) => value.length > 0, { error: 'must have at least one item' }),
  ),
  userInfoUri: optionalWebAddress,
  userNameAttributeName: filled(MAX_OAUTH2_NAME_LENGTH),
  /** Keys that id tokens are signed with; without it they are not looked at. */
  jwkSetUri: optionalWebAddress,
  clientAuthenticationMethod: z.enum(CLIENT_AUTHENTICATION_METHODS),
};

export const clientRegistrationSchema = z.object({
  mapperConfig: completeMapperSchema,
  clientId: filled(MAX_OAUTH2_NAME_LENGTH),
  clientSecret: filled(MAX_SECRET_LENGTH),
  ...providerShape,
  platforms: z.pipe(
    z.optional(z.nullable(z.array(z.enum(OAUTH2_PLATFORMS)).check(atMost))),
    z.transform((value) => value ?? null),
  ),
  loginButtonLabel: filled(MAX_OAUTH2_NAME_LENGTH),
  loginButtonIcon: optional(MAX_OAUTH2_NAME_LENGTH),
  /** `providerName`: the template it was made from. */
  additionalInfo: anyJson,
});
export type ClientRegistration = z.infer<typeof clientRegistrationSchema>;

/** What is wrong with the domains of a group that are right each by itself. */
function domainProblem(domains: readonly OAuth2DomainInfo[]): string | undefined {
  const schemes = Map.groupBy(domains, ({ name }) => name.toLowerCase());
  for (const [name, same] of schemes) {
    if (same.length > 1 && same.some(({ scheme }) => scheme === 'MIXED')) {
      return `${name} with scheme MIXED must be the only one of that name`;
    }
    if (new Set(same.map(({ scheme }) => scheme)).size < same.length) return `${name} is listed twice with one scheme`;
  }
  return undefined;
}

const paramsInfoSchema = z.object({
  domainInfos: z.array(domainInfoSchema).check(
    atMost,
    z.refine((value) => value.length > 0, { error: 'must have at least one item' }),
    (context) => {
      const problem = domainProblem(context.value);
      if (problem) context.issues.push(issueAt([], problem));
    },
  ),
  mobileInfos: z.pipe(
    z.optional(
      z.nullable(
        z.array(mobileInfoSchema).check(
          atMost,
          z.refine((value) => new Set(value.map(({ pkgName }) => pkgName)).size === value.length, {
            error: 'must not list a package twice',
          }),
        ),
      ),
    ),
    z.transform((value) => value ?? []),
  ),
  clientRegistrations: z.array(clientRegistrationSchema).check(
    atMost,
    z.refine((value) => value.length > 0, { error: 'must have at least one item' }),
  ),
});
export type OAuth2ParamsInfo = z.infer<typeof paramsInfoSchema>;

/** All identity providers of the installation; a group of them is offered on its domains and in its apps. */
export const oauth2InfoSchema = z.object({
  enabled: flag,
  oauth2ParamsInfos: z.array(paramsInfoSchema).check(atMost),
});
export type OAuth2Info = z.infer<typeof oauth2InfoSchema>;

const templateShape = {
  additionalInfo: anyJson,
  /** Unique. */
  providerId: filled(MAX_OAUTH2_NAME_LENGTH),
  mapperConfig: mapperConfigSchema.check((context) => {
    if (!context.value.basic) context.issues.push(issueAt(['basic'], REQUIRED));
  }),
  authorizationUri: optionalWebAddress,
  accessTokenUri: optionalWebAddress,
  scope: z.pipe(
    z.optional(z.nullable(z.array(filled(MAX_OAUTH2_NAME_LENGTH)).check(atMost))),
    z.transform((value) => value ?? []),
  ),
  userInfoUri: optionalWebAddress,
  userNameAttributeName: optional(MAX_OAUTH2_NAME_LENGTH),
  jwkSetUri: optionalWebAddress,
  clientAuthenticationMethod: orNull(z.enum(CLIENT_AUTHENTICATION_METHODS)),
  comment: optional(4096),
  loginButtonIcon: optional(MAX_OAUTH2_NAME_LENGTH),
  loginButtonLabel: optional(MAX_OAUTH2_NAME_LENGTH),
  helpLink: optionalWebAddress,
};

/** Body of POST /api/oauth2/config/template: create when `id` is absent, else replace. */
export const oauth2TemplateInputSchema = z.object({ id: orNull(plainIdSchema), ...templateShape });
export type OAuth2TemplateInput = z.infer<typeof oauth2TemplateInputSchema>;

/** What is known of a provider in advance. */
const oauth2TemplateSchema = z.object({
  id: plainIdSchema,
  createdTime: z.number(),
  ...templateShape,
  /** The same as `providerId`. */
  name: z.string(),
});
export type OAuth2Template = z.infer<typeof oauth2TemplateSchema>;

/** What the custom mapper answers. */
export const customMapperReplySchema = z.object({
  tenantName: optional(MAX_OAUTH2_NAME_LENGTH),
  tenantId: orNull(z.object({ id: uuidSchema })),
  customerName: optional(MAX_OAUTH2_NAME_LENGTH),
  customerId: orNull(z.object({ id: uuidSchema })),
  email: optional(MAX_OAUTH2_NAME_LENGTH),
  firstName: optional(MAX_OAUTH2_NAME_LENGTH),
  lastName: optional(MAX_OAUTH2_NAME_LENGTH),
  alwaysFullScreen: flag,
  defaultDashboardName: optional(MAX_OAUTH2_NAME_LENGTH),
});
/** Who signs in, as a mapper makes it out. */
export type MappedUser = z.infer<typeof customMapperReplySchema>;

const access = ['SYS_ADMIN'] as const;
const tag = 'OAuth2';
const text = z.optional(z.string());

export const oauth2Routes = {
  getOAuth2Config: route({
    method: 'GET',
    path: '/api/oauth2/config',
    tag,
    summary: 'Read the identity providers of the installation',
    access,
    reply: oauth2InfoSchema,
  }),
  saveOAuth2Config: route({
    method: 'POST',
    path: '/api/oauth2/config',
    tag,
    summary: 'Replace the identity providers of the installation',
    access,
    query: { basedOn },
    replaces: '/api/oauth2/config',
    body: oauth2InfoSchema,
    reply: oauth2InfoSchema,
  }),
  getLoginProcessingUrl: route({
    method: 'GET',
    path: '/api/oauth2/loginProcessingUrl',
    tag,
    summary: 'Read the path that identity providers send browsers back to',
    access,
    reply: z.string(),
  }),
  getOAuth2Templates: route({
    method: 'GET',
    path: '/api/oauth2/config/template',
    tag,
    summary: 'List what is known of identity providers in advance',
    access,
    reply: z.array(oauth2TemplateSchema),
  }),
  saveOAuth2Template: route({
    method: 'POST',
    path: '/api/oauth2/config/template',
    tag,
    summary: 'Create or replace a template of an identity provider',
    access,
    body: oauth2TemplateInputSchema,
    reply: oauth2TemplateSchema,
  }),
  deleteOAuth2Template: route({
    method: 'DELETE',
    path: '/api/oauth2/config/template/:templateId',
    tag,
    summary: 'Delete a template of an identity provider',
    access,
    params: { templateId: uuidSchema },
    reply: 'empty',
  }),
  startOAuth2SignIn: route({
    method: 'GET',
    path: '/oauth2/authorization/:registrationId',
    tag,
    summary: 'Sign-in button: redirects the browser to the identity provider',
    access: 'anyone',
    params: { registrationId: uuidSchema },
    // Apps name themselves and prove it with a token that is signed with their secret.
    query: { pkg: text, appToken: text },
    reply: 'empty',
  }),
  finishOAuth2SignIn: route({
    method: 'GET',
    path: LOGIN_PROCESSING_URL,
    tag,
    summary:
      'Where identity providers send browsers back to: redirects to the console with tokens, or says what failed',
    access: 'anyone',
    reply: 'empty',
  }),
  finishOAuth2SignInByForm: route({
    method: 'POST',
    path: LOGIN_PROCESSING_URL,
    tag,
    summary: 'The same for providers that answer by a form (response_mode=form_post)',
    access: 'anyone',
    bodyLimit: 65_536,
    reply: 'empty',
  }),
};
