import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type ClientMetadata } from 'oidc-provider';
import { startWebServer } from './web-server.ts';

/** What the provider knows of a person; claims of OpenID, and any others. */
export type Claims = Record<string, unknown>;

/** A call of the custom mapper, as it arrived. */
export interface MapperCall {
  authorization: string | undefined;
  accessToken: string | undefined;
  body: { name: string; attributes: Claims };
}

export interface IdentityProvider {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Account → what is known of it. */
  people: Map<string, Claims>;
  /** What the e-mail call of GitHub answers. */
  githubEmails: { email: string; primary: boolean; verified: boolean }[];
  /** What the custom mapper answers. */
  mapped: unknown;
  mapperCalls: MapperCall[];
  /** Allows these addresses to be sent back to. */
  register(redirectUris: string[]): void;
  close(): Promise<void>;
}

export const CLIENT_ID = 'signalbox';
export const CLIENT_SECRET = 'the secret of the client';

const SIGN_IN_PAGE = /^\/interaction\/([^/?]+)/;
const page = (uid: string): string => `<!doctype html><html lang="en"><title>Harbour ID</title><main>
<h1>Harbour ID</h1><form method="post" action="/interaction/${uid}">
<label>Account <input name="account"></label><button>Continue</button></form></main></html>`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/**
 * Starts an OpenID provider on loopback, with the API of GitHub and a custom mapper beside it. It asks for the name of an
 * account, has no passwords, and insists on PKCE.
 */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const handler: { answer: (request: IncomingMessage, reply: ServerResponse) => unknown } = { answer: () => undefined };
  const server = await startWebServer((request, reply) => void handler.answer(request, reply));
  const url = server.http;
  const people = new Map<string, Claims>();
  let callback: (request: IncomingMessage, reply: ServerResponse) => unknown = () => undefined;
  let provider: Provider;

  const started: IdentityProvider = {
    url,
    people,
    githubEmails: [],
    mapped: {},
    mapperCalls: [],
    register(redirectUris) {
      const client = (id: string, method: ClientMetadata['token_endpoint_auth_method']): ClientMetadata => ({
        client_id: id,
        client_secret: CLIENT_SECRET,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        ...(method ? { token_endpoint_auth_method: method } : {}),
      });
      provider = new Provider(url, {
        clients: [client(CLIENT_ID, 'client_secret_basic'), client(`${CLIENT_ID}-post`, 'client_secret_post')],
        cookies: { keys: ['a key of the test'] },
        // Every claim that a person has, in the id token as in the answer about the user.
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'org'] },
        conformIdTokenClaims: false,
        scopes: ['openid', 'email', 'profile', 'read:user'],
        pkce: { required: () => true },
        // In s; it says so where they are missing.
        ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
        findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
        async loadExistingGrant({ oidc }) {
          const { accountId } = oidc.session ?? {};
          if (!oidc.client || !accountId) return undefined;
          const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
          grant.addOIDCScope(String(oidc.params?.scope ?? ''));
          await grant.save();
          return grant;
        },
      });
      callback = provider.callback();
    },
    close: server.close,
  };

  /** The account that an access token was given for. */
  async function accountOf(request: IncomingMessage): Promise<string | undefined> {
    const token = await provider.AccessToken.find((request.headers.authorization ?? '').replace('Bearer ', ''));
    return token?.accountId;
  }

  handler.answer = async (request, reply) => {
    const json = (value: unknown, status = 200) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const [path = ''] = (request.url ?? '').split('?');
    const uid = SIGN_IN_PAGE.exec(path)?.[1];
    if (uid && request.method === 'POST') {
      const accountId = new URLSearchParams(await bodyOf(request)).get('account') ?? '';
      const result = accountId
        ? { login: { accountId } }
        : { error: 'access_denied', error_description: 'The person went away' };
      await provider.interactionFinished(request, reply, result);
    } else if (uid) {
      reply.writeHead(200, { 'content-type': 'text/html' }).end(page(uid));
    } else if (path.startsWith('/github/')) {
      const account = await accountOf(request);
      if (!account) json({ message: 'Bad credentials' }, 401);
      else json(path.endsWith('/emails') ? started.githubEmails : { login: account, ...people.get(account) });
    } else if (path === '/mapper') {
      started.mapperCalls.push({
        authorization: request.headers.authorization,
        accessToken: request.headers['provider-access-token'] as string | undefined,
        body: JSON.parse(await bodyOf(request)),
      });
      json(started.mapped);
    } else if (path === '/moved') {
      reply.writeHead(307, { location: `${url}/mapper` }).end();
    } else callback(request, reply);
  };
  return started;
}
