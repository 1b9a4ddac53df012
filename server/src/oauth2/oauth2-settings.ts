import type { OAuth2Info, OAuth2Template, OAuth2TemplateInput } from '@signalbox/contract/oauth2';
import { requirePermission } from '../access/permissions.ts';
import { badRequest, isUniqueViolation, notFound } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { OAuth2Store } from './oauth2-store.ts';

const MAX_TEMPLATES = 200;

/** What system administrators set up: identity providers and their templates. Secrets are theirs to read. */
export function createOAuth2Settings(store: OAuth2Store) {
  return {
    async get(user: SecurityUser): Promise<OAuth2Info> {
      requirePermission(user, 'OAUTH2_CONFIGURATION', 'READ');
      return store.find();
    },

    async save(user: SecurityUser, info: OAuth2Info): Promise<OAuth2Info> {
      requirePermission(user, 'OAUTH2_CONFIGURATION', 'WRITE');
      await store.replace(info);
      return store.find();
    },

    async listTemplates(user: SecurityUser): Promise<OAuth2Template[]> {
      requirePermission(user, 'OAUTH2_TEMPLATE', 'READ');
      return store.listTemplates();
    },

    async saveTemplate(user: SecurityUser, { id, ...info }: OAuth2TemplateInput): Promise<OAuth2Template> {
      requirePermission(user, 'OAUTH2_TEMPLATE', 'WRITE');
      try {
        if (id) {
          const saved = await store.updateTemplate(id.id, info);
          if (!saved) throw notFound();
          return saved;
        }
        if ((await store.listTemplates()).length >= MAX_TEMPLATES) {
          throw badRequest(`There can be at most ${MAX_TEMPLATES} templates!`);
        }
        return await store.insertTemplate(info);
      } catch (error) {
        if (!isUniqueViolation(error, 'oauth2_template_provider')) throw error;
        throw badRequest(`Validation error: providerId: there is a template '${info.providerId}' already`);
      }
    },

    async deleteTemplate(user: SecurityUser, id: string): Promise<void> {
      requirePermission(user, 'OAUTH2_TEMPLATE', 'DELETE');
      if (!(await store.deleteTemplate(id))) throw notFound();
    },
  };
}

export type OAuth2Settings = ReturnType<typeof createOAuth2Settings>;
