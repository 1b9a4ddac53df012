import { authRoutes } from '@signalbox/contract/auth';
import { LOGIN_PROCESSING_URL, OAUTH2_PLATFORMS, oauth2Routes as routes } from '@signalbox/contract/oauth2';
import type { FastifyRequest } from 'fastify';
import { badRequest } from '../http/errors.ts';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { OAuth2Settings } from './oauth2-settings.ts';
import type { OAuth2SignIn } from './oauth2-sign-in.ts';
import type { OAuth2Store } from './oauth2-store.ts';
import { placeOf } from './sign-in-place.ts';

export interface OAuth2RouteParts {
  store: Pick<OAuth2Store, 'listOffered'>;
  settings: OAuth2Settings;
  signIn: OAuth2SignIn;
  /** The address that a client called, with its port. */
  addressOf: (request: FastifyRequest) => string;
}

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** The fields of a form. @throws ApiError 400 / 31 when the body is not one */
function readForm({ headers, body }: FastifyRequest): URLSearchParams {
  if (!FORM_TYPE.test(headers['content-type'] ?? '')) throw badRequest('The request body must be a form.');
  return new URLSearchParams((body as Buffer | null | undefined)?.toString() ?? '');
}

/** Answers the calls about other identity providers, and sends browsers there and back. */
export function oauth2Routes({ store, settings, signIn, addressOf }: OAuth2RouteParts): RouteImplementation[] {
  return [
    implement(authRoutes.getOAuth2Clients, async ({ query: { pkgName, platform }, raw }) => {
      const place = placeOf(addressOf(raw));
      if (!place) return [];
      const offered = await store.listOffered(place, {
        pkgName: pkgName || undefined,
        // Unknown platforms are ignored.
        platform: OAUTH2_PLATFORMS.find((known) => known === platform),
      });
      return offered.map(({ id, loginButtonLabel, loginButtonIcon }) => ({
        name: loginButtonLabel,
        icon: loginButtonIcon,
        url: `/oauth2/authorization/${id}`,
      }));
    }),
    implement(routes.getOAuth2Config, ({ user }) => settings.get(user)),
    implement(routes.saveOAuth2Config, ({ user, body }) => settings.save(user, body)),
    implement(routes.getLoginProcessingUrl, async () => LOGIN_PROCESSING_URL),
    implement(routes.getOAuth2Templates, ({ user }) => settings.listTemplates(user)),
    implement(routes.saveOAuth2Template, ({ user, body }) => settings.saveTemplate(user, body)),
    implement(routes.deleteOAuth2Template, async ({ user, params }) => {
      await settings.deleteTemplate(user, params.templateId);
      return undefined;
    }),
    implement(routes.startOAuth2SignIn, async ({ params, query, raw, reply }) => {
      await signIn.start(raw, reply, params.registrationId, query);
      return undefined;
    }),
    implement(routes.finishOAuth2SignIn, async ({ raw, reply }) => {
      const at = raw.url.indexOf('?');
      await signIn.finish(raw, reply, new URLSearchParams(at < 0 ? '' : raw.url.slice(at + 1)));
      return undefined;
    }),
    implement(routes.finishOAuth2SignInByForm, async ({ raw, reply }) => {
      await signIn.finish(raw, reply, readForm(raw));
      return undefined;
    }),
  ];
}
