import {
  type BasicMapper,
  type CustomMapper,
  customMapperReplySchema,
  type MappedUser,
  type MapperType,
} from '@signalbox/contract/oauth2';
import * as z from 'zod/mini';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { storableText } from '../storage/storable-text.ts';
import type { Registration } from './oauth2-store.ts';
import type { Principal, ProviderClient } from './provider-client.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

type Attributes = Principal['attributes'];

const NO_EMAIL = 'The identity provider did not tell your e-mail address.';
const UNVERIFIED = 'Your e-mail address is not verified at the identity provider.';

function textOf(attributes: Attributes, key: string | null): string | null {
  const value = key === null ? undefined : attributes[key];
  return typeof value === 'string' || typeof value === 'number' ? storableText(String(value)).trim() || null : null;
}

/**
 * Fills in a pattern such as `%{organisation} (%{country})`.
 * @throws SignInRefusal when an attribute is missing: people without it would meet under one name
 */
function fillPattern(pattern: string, attributes: Attributes): string {
  return (
    pattern
      // One that does not end is looked for once.
      .replace(/%\{([^}]*)(\}|$)/g, (placeholder, key: string, end: string) => {
        if (end === '') return placeholder;
        const value = textOf(attributes, key.trim());
        if (value === null) throw new SignInRefusal(`The identity provider did not tell your '${key.trim()}'.`);
        return value;
      })
      .trim()
  );
}

/** Name of the tenant that a person belongs to. */
function tenantNameOf(mapper: BasicMapper, email: string, attributes: Attributes): string {
  if (mapper.tenantNameStrategy === 'EMAIL') return email;
  if (mapper.tenantNameStrategy === 'CUSTOM') return fillPattern(mapper.tenantNamePattern ?? '', attributes);
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** Who a person is by the attributes that the mapper names. */
function mapAttributes(mapper: BasicMapper, email: string | null, attributes: Attributes): MappedUser {
  if (email === null) throw new SignInRefusal(NO_EMAIL);
  const { customerNamePattern } = mapper;
  return {
    email,
    firstName: textOf(attributes, mapper.firstNameAttributeKey),
    lastName: textOf(attributes, mapper.lastNameAttributeKey),
    tenantName: tenantNameOf(mapper, email, attributes),
    tenantId: null,
    customerName: customerNamePattern === null ? null : fillPattern(customerNamePattern, attributes),
    customerId: null,
    defaultDashboardName: mapper.defaultDashboardName,
    alwaysFullScreen: mapper.alwaysFullScreen,
  };
}

/** The provider says that the e-mail has not been verified; some say it in text. */
function saysUnverified({ email_verified: verified, verified_email: older }: Attributes): boolean {
  return [verified, older].some((value) => value === false || value === 'false');
}

const githubEmailsSchema = z.array(
  z.object({ email: z.string(), primary: z.optional(z.boolean()), verified: z.optional(z.boolean()) }),
);

const appleUserSchema = z.object({
  name: z.optional(z.object({ firstName: z.optional(z.string()), lastName: z.optional(z.string()) })),
});

/**
 * Apple tells the name beside the code, once, and unsigned. The e-mail that is there too is not looked at: whoever brings the
 * answer could write another one into it.
 */
function withAppleName(attributes: Attributes, answer: URLSearchParams): Attributes {
  let said: unknown;
  try {
    said = JSON.parse(answer.get('user') ?? '{}');
  } catch {
    return attributes;
  }
  const user = z.safeParse(appleUserSchema, said);
  return user.success ? { ...user.data.name, ...attributes } : attributes;
}

/** What a custom mapper is told, in the form that those for 3.3.2 know. */
function principalForMapper({ attributes, name, isOpenId }: Principal): object {
  return {
    attributes,
    authorities: [{ authority: 'ROLE_USER', attributes }],
    name,
    ...(isOpenId ? { claims: attributes } : {}),
  };
}

/** Makes out who signs in, by the mapper of the registration. */
export function createMappers(provider: Pick<ProviderClient, 'ask'>, fetch: GuardedFetch) {
  async function askCustomMapper({ url, username, password, sendToken }: CustomMapper, principal: Principal) {
    const credentials = Buffer.from(`${username}:${password}`).toString('base64');
    const reply = await fetch(url ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(username && password ? { authorization: `Basic ${credentials}` } : {}),
        ...(sendToken ? { 'provider-access-token': principal.accessToken } : {}),
      },
      body: JSON.stringify(principalForMapper(principal)),
    });
    if (reply.status !== 200) throw new Error(`the mapper answered ${reply.status}`);
    return z.parse(customMapperReplySchema, await reply.json());
  }

  async function primaryEmailOfGithub({ userInfoUri }: Registration, accessToken: string): Promise<string | null> {
    const address = `${(userInfoUri ?? 'https://api.github.com/user').replace(/\/$/, '')}/emails`;
    const emails = z.parse(githubEmailsSchema, await provider.ask(address, accessToken));
    const primary = emails.find((one) => one.primary === true);
    if (primary?.verified === false) throw new SignInRefusal(UNVERIFIED);
    return primary?.email ?? null;
  }

  type Map = (registration: Registration, principal: Principal, answer: URLSearchParams) => Promise<MappedUser>;
  const basicOf = ({ mapperConfig }: Registration): BasicMapper => mapperConfig.basic as BasicMapper;
  const maps: Record<MapperType, Map> = {
    BASIC: async (registration, { attributes }) => {
      const mapper = basicOf(registration);
      return mapAttributes(mapper, textOf(attributes, mapper.emailAttributeKey), attributes);
    },
    APPLE: async (registration, principal, answer) => {
      const mapper = basicOf(registration);
      const attributes = withAppleName(principal.attributes, answer);
      return mapAttributes(mapper, textOf(attributes, mapper.emailAttributeKey ?? 'email'), attributes);
    },
    GITHUB: async (registration, { attributes, accessToken }) =>
      mapAttributes(basicOf(registration), await primaryEmailOfGithub(registration, accessToken), attributes),
    CUSTOM: async ({ mapperConfig }, principal) => askCustomMapper(mapperConfig.custom as CustomMapper, principal),
  };

  /** @throws SignInRefusal when it cannot be made out, or the provider does not vouch for the e-mail */
  return async function mapUser(
    registration: Registration,
    principal: Principal,
    answer: URLSearchParams,
  ): Promise<MappedUser> {
    try {
      const mapped = await maps[registration.mapperConfig.type](registration, principal, answer);
      const said = textOf(principal.attributes, 'email');
      if (saysUnverified(principal.attributes) && mapped.email?.toLowerCase() === said?.toLowerCase()) {
        throw new SignInRefusal(UNVERIFIED);
      }
      return mapped;
    } catch (error) {
      if (error instanceof SignInRefusal) throw error;
      throw new SignInRefusal(
        'Who you are could not be found out. Please try again, or tell your administrator.',
        error,
      );
    }
  };
}
