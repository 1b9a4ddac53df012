import type {
  ClientRegistration,
  OAuth2Info,
  OAuth2ParamsInfo,
  OAuth2Platform,
  OAuth2Template,
} from '@signalbox/contract/oauth2';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { newEntityId } from '../storage/ids.ts';

/** Where a sign-in takes place: what a browser calls, or an app from there. */
export interface SignInPlace {
  scheme: 'http' | 'https';
  /** Host, with its port unless it is the default one; lower case. */
  host: string;
}

/** Narrows the providers of a place. */
export interface ClientFilter {
  /** Only groups with this app. */
  pkgName?: string | undefined;
  platform?: OAuth2Platform | undefined;
}

/** A provider with the id by which sign-ins name it. */
export interface Registration extends ClientRegistration {
  id: string;
}

/** What of a template is stored as it is. */
export type TemplateInfo = Omit<OAuth2Template, 'id' | 'createdTime' | 'name'>;

/** What tells providers apart when a configuration is replaced: those that stay keep their ids. */
const identityOf = ({ clientId, authorizationUri }: ClientRegistration): string => `${clientId} ${authorizationUri}`;

/** Names under which domains may list the host: with the default port written out, too. */
function namesOf({ scheme, host }: SignInPlace): string[] {
  const hasPort = /:\d+$/.test(host);
  return hasPort ? [host] : [host, `${host}:${scheme === 'https' ? 443 : 80}`];
}

/** Condition for providers that are offered at a place. */
function offeredAt(place: SignInPlace, { pkgName, platform }: ClientFilter) {
  const app = sql<SqlBool>`EXISTS (SELECT 1 FROM oauth2_mobile
    WHERE oauth2_mobile.params_id = oauth2_registration.params_id AND pkg_name = ${pkgName ?? ''})`;
  const platforms = sql`oauth2_registration.info -> 'platforms'`;
  return sql<SqlBool>`(SELECT enabled FROM oauth2_config)
    AND EXISTS (SELECT 1 FROM oauth2_domain WHERE oauth2_domain.params_id = oauth2_registration.params_id
      AND lower(name) = ANY(${namesOf(place)}) AND scheme IN (${place.scheme.toUpperCase()}, 'MIXED'))
    AND ${pkgName === undefined ? sql<SqlBool>`true` : app}
    AND ${
      platform === undefined
        ? sql<SqlBool>`true`
        : sql<SqlBool>`(${platforms} IN ('null', '[]') OR ${platforms} @> ${JSON.stringify([platform])}::jsonb)`
    }`;
}

/** The identity providers of the installation and their templates. They belong to no tenant. */
export function createOAuth2Store(db: Database) {
  const registrations = () =>
    db
      .selectFrom('oauth2_registration')
      .innerJoin('oauth2_params', 'oauth2_params.id', 'oauth2_registration.params_id')
      .select(['oauth2_registration.id', 'oauth2_registration.params_id', 'oauth2_registration.info'])
      .orderBy('oauth2_params.position')
      .orderBy('oauth2_registration.position');

  return {
    async find(): Promise<OAuth2Info> {
      const [config, groups, domains, apps, providers] = await Promise.all([
        db.selectFrom('oauth2_config').select('enabled').executeTakeFirstOrThrow(),
        db.selectFrom('oauth2_params').select('id').orderBy('position').execute(),
        db.selectFrom('oauth2_domain').selectAll().orderBy('position').execute(),
        db.selectFrom('oauth2_mobile').selectAll().orderBy('position').execute(),
        registrations().execute(),
      ]);
      const of =
        (groupId: string) =>
        ({ params_id }: { params_id: string }): boolean =>
          params_id === groupId;
      return {
        enabled: config.enabled,
        oauth2ParamsInfos: groups.map(({ id }) => ({
          domainInfos: domains.filter(of(id)).map(({ scheme, name }) => ({
            scheme: scheme as OAuth2ParamsInfo['domainInfos'][number]['scheme'],
            name,
          })),
          mobileInfos: apps.filter(of(id)).map((app) => ({ pkgName: app.pkg_name, appSecret: app.app_secret })),
          clientRegistrations: providers.filter(of(id)).map(({ info }) => info),
        })),
      };
    },

    /** Replaces everything. Providers that stay keep their ids, so that sign-ins under way go on. */
    async replace({ enabled, oauth2ParamsInfos }: OAuth2Info): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        // Held first: of replacements that come together, one follows the other.
        await transaction.updateTable('oauth2_config').set({ enabled }).execute();
        const before = await transaction.selectFrom('oauth2_registration').select(['id', 'info']).execute();
        const known = Map.groupBy(before, ({ info }) => identityOf(info));
        await transaction.deleteFrom('oauth2_params').execute();
        for (const [position, group] of oauth2ParamsInfos.entries()) {
          const params_id = newEntityId().id;
          await transaction.insertInto('oauth2_params').values({ id: params_id, position }).execute();
          const domains = group.domainInfos.map((domain, at) => ({ params_id, position: at, ...domain }));
          await transaction.insertInto('oauth2_domain').values(domains).execute();
          const apps = group.mobileInfos.map(({ pkgName, appSecret }, at) => ({
            params_id,
            position: at,
            pkg_name: pkgName,
            app_secret: appSecret,
          }));
          if (apps.length > 0) await transaction.insertInto('oauth2_mobile').values(apps).execute();
          const providers = group.clientRegistrations.map((info, at) => ({
            id: known.get(identityOf(info))?.shift()?.id ?? newEntityId().id,
            params_id,
            position: at,
            info: JSON.stringify(info),
          }));
          await transaction.insertInto('oauth2_registration').values(providers).execute();
        }
      });
    },

    /** Providers that are offered at a place, in their order. */
    async listOffered(place: SignInPlace, filter: ClientFilter): Promise<Registration[]> {
      const rows = await registrations().where(offeredAt(place, filter)).execute();
      return rows.map(({ id, info }) => ({ ...info, id }));
    },

    /** One provider, if it is offered at the place. */
    async findOffered(id: string, place: SignInPlace, filter: ClientFilter): Promise<Registration | undefined> {
      const row = await registrations()
        .where('oauth2_registration.id', '=', id)
        .where(offeredAt(place, filter))
        .executeTakeFirst();
      return row && { ...row.info, id: row.id };
    },

    /** Secret of an app that may use the provider. */
    async findAppSecret(registrationId: string, pkgName: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('oauth2_mobile')
        .innerJoin('oauth2_registration', 'oauth2_registration.params_id', 'oauth2_mobile.params_id')
        .select('app_secret')
        .where('oauth2_registration.id', '=', registrationId)
        .where('pkg_name', '=', pkgName)
        .executeTakeFirst();
      return row?.app_secret;
    },

    async listTemplates(): Promise<OAuth2Template[]> {
      const rows = await db.selectFrom('oauth2_template').selectAll().orderBy('provider_id').execute();
      return rows.map(toTemplate);
    },

    /** @throws a unique violation when another template has the provider's name */
    async insertTemplate(info: TemplateInfo): Promise<OAuth2Template> {
      const { id, createdTime } = newEntityId();
      const row = await db
        .insertInto('oauth2_template')
        .values({ id, created_time: createdTime, provider_id: info.providerId, info: JSON.stringify(info) })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toTemplate(row);
    },

    /** Undefined when it is gone. @throws a unique violation when another template has the provider's name */
    async updateTemplate(id: string, info: TemplateInfo): Promise<OAuth2Template | undefined> {
      const row = await db
        .updateTable('oauth2_template')
        .set({ provider_id: info.providerId, info: JSON.stringify(info) })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row && toTemplate(row);
    },

    /** False when there was none. */
    async deleteTemplate(id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('oauth2_template').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

export type OAuth2Store = ReturnType<typeof createOAuth2Store>;

/** The members in the order of 3.3.2. */
function toTemplate(row: { id: string; created_time: number; info: TemplateInfo }): OAuth2Template {
  const { info } = row;
  return {
    id: { id: row.id },
    createdTime: row.created_time,
    additionalInfo: info.additionalInfo,
    providerId: info.providerId,
    mapperConfig: info.mapperConfig,
    authorizationUri: info.authorizationUri,
    accessTokenUri: info.accessTokenUri,
    scope: info.scope,
    userInfoUri: info.userInfoUri,
    userNameAttributeName: info.userNameAttributeName,
    jwkSetUri: info.jwkSetUri,
    clientAuthenticationMethod: info.clientAuthenticationMethod,
    comment: info.comment,
    loginButtonIcon: info.loginButtonIcon,
    loginButtonLabel: info.loginButtonLabel,
    helpLink: info.helpLink,
    name: info.providerId,
  };
}
