import { type OAuth2Info, type OAuth2Template, oauth2Routes } from '@signalbox/contract/oauth2';
import { call } from './client.ts';

const QUIET = { ignoreErrors: true, ignoreLoading: true } as const;

/** The identity providers of the installation. */
export function readOAuth2Config(): Promise<OAuth2Info> {
  return call(oauth2Routes.getOAuth2Config, {}, QUIET);
}

export function saveOAuth2Config(body: OAuth2Info, basedOn?: string): Promise<OAuth2Info> {
  return call(oauth2Routes.saveOAuth2Config, { query: { basedOn }, body }, { ignoreErrors: true });
}

/** What is known of identity providers in advance. */
export function readOAuth2Templates(): Promise<OAuth2Template[]> {
  return call(oauth2Routes.getOAuth2Templates, {}, QUIET);
}

/** The path that identity providers send browsers back to. */
export function readLoginProcessingUrl(): Promise<string> {
  return call(oauth2Routes.getLoginProcessingUrl, {}, QUIET);
}
