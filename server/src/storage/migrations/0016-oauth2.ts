/** Sign-in by other identity providers: what they are, on which domains and in which apps, and users who come by them. */

/** Templates of a new installation. What they say can be changed by later migrations and by administrators. */
const TEMPLATES = [
  {
    id: '1a6f0d00-c7a1-11f0-8001-5b1c6f0e2a01',
    info: {
      additionalInfo: null,
      providerId: 'Google',
      mapperConfig: mapper('BASIC', { email: 'email', first: 'given_name', last: 'family_name' }),
      authorizationUri: 'https://accounts.google.com/o/oauth2/v2/auth',
      accessTokenUri: 'https://oauth2.googleapis.com/token',
      scope: ['openid', 'email', 'profile'],
      userInfoUri: 'https://openidconnect.googleapis.com/v1/userinfo',
      userNameAttributeName: 'email',
      jwkSetUri: 'https://www.googleapis.com/oauth2/v3/certs',
      clientAuthenticationMethod: 'BASIC',
      comment:
        'Create an OAuth client of the type “Web application” in the Google Cloud console, under APIs and services.',
      loginButtonIcon: 'google-logo',
      loginButtonLabel: 'Google',
      helpLink: 'https://developers.google.com/identity/openid-connect/openid-connect',
    },
  },
  {
    id: '1a6f0d00-c7a1-11f0-8002-5b1c6f0e2a01',
    info: {
      additionalInfo: null,
      providerId: 'Github',
      mapperConfig: mapper('GITHUB', { email: null, first: 'name', last: null }),
      authorizationUri: 'https://github.com/login/oauth/authorize',
      accessTokenUri: 'https://github.com/login/oauth/access_token',
      scope: ['read:user', 'user:email'],
      userInfoUri: 'https://api.github.com/user',
      userNameAttributeName: 'login',
      jwkSetUri: null,
      clientAuthenticationMethod: 'BASIC',
      comment:
        'Register an OAuth app in the developer settings of your account or organisation. People enter with the primary e-mail of their GitHub account, which it must have verified.',
      loginButtonIcon: 'github-logo',
      loginButtonLabel: 'Github',
      helpLink: 'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app',
    },
  },
  {
    id: '1a6f0d00-c7a1-11f0-8003-5b1c6f0e2a01',
    info: {
      additionalInfo: null,
      providerId: 'Facebook',
      mapperConfig: mapper('BASIC', { email: 'email', first: 'first_name', last: 'last_name' }),
      authorizationUri: 'https://www.facebook.com/v2.8/dialog/oauth',
      accessTokenUri: 'https://graph.facebook.com/v2.8/oauth/access_token',
      scope: ['email', 'public_profile'],
      userInfoUri: 'https://graph.facebook.com/me?fields=id,name,first_name,last_name,email',
      userNameAttributeName: 'email',
      jwkSetUri: null,
      clientAuthenticationMethod: 'BASIC',
      comment: 'Create an app in Meta for Developers and add the product “Facebook Login” to it.',
      loginButtonIcon: 'facebook-logo',
      loginButtonLabel: 'Facebook',
      helpLink: 'https://developers.facebook.com/docs/facebook-login/web',
    },
  },
  {
    id: '1a6f0d00-c7a1-11f0-8004-5b1c6f0e2a01',
    info: {
      additionalInfo: null,
      providerId: 'Apple',
      mapperConfig: mapper('APPLE', { email: 'email', first: 'firstName', last: 'lastName' }),
      authorizationUri: 'https://appleid.apple.com/auth/authorize?response_mode=form_post',
      accessTokenUri: 'https://appleid.apple.com/auth/token',
      scope: ['email', 'openid', 'name'],
      userInfoUri: null,
      userNameAttributeName: 'email',
      jwkSetUri: 'https://appleid.apple.com/auth/keys',
      clientAuthenticationMethod: 'POST',
      comment:
        'Create a Services ID in your Apple developer account. The client secret is a token that you sign with your key; it is valid for six months at most.',
      loginButtonIcon: 'apple-logo',
      loginButtonLabel: 'Apple',
      helpLink: 'https://developer.apple.com/sign-in-with-apple/get-started/',
    },
  },
];

function mapper(type: string, keys: { email: string | null; first: string; last: string | null }) {
  return {
    allowUserCreation: false,
    activateUser: false,
    type,
    basic: {
      emailAttributeKey: keys.email,
      firstNameAttributeKey: keys.first,
      lastNameAttributeKey: keys.last,
      tenantNameStrategy: 'DOMAIN',
      tenantNamePattern: null,
      customerNamePattern: null,
      defaultDashboardName: null,
      alwaysFullScreen: false,
    },
    custom: null,
  };
}

const quoted = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

export const sql = `
CREATE TABLE oauth2_config (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  enabled boolean NOT NULL
);
INSERT INTO oauth2_config (enabled) VALUES (false);

-- A group of providers, offered on the same domains and in the same apps.
CREATE TABLE oauth2_params (
  id uuid PRIMARY KEY,
  position integer NOT NULL
);

CREATE TABLE oauth2_domain (
  params_id uuid NOT NULL REFERENCES oauth2_params (id) ON DELETE CASCADE,
  position integer NOT NULL,
  scheme text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (params_id, position)
);
CREATE INDEX oauth2_domain_name ON oauth2_domain (lower(name));

CREATE TABLE oauth2_mobile (
  params_id uuid NOT NULL REFERENCES oauth2_params (id) ON DELETE CASCADE,
  position integer NOT NULL,
  pkg_name text NOT NULL,
  app_secret text NOT NULL,
  PRIMARY KEY (params_id, position)
);

CREATE TABLE oauth2_registration (
  id uuid PRIMARY KEY,
  params_id uuid NOT NULL REFERENCES oauth2_params (id) ON DELETE CASCADE,
  position integer NOT NULL,
  info jsonb NOT NULL
);

CREATE TABLE oauth2_template (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  provider_id text NOT NULL,
  info jsonb NOT NULL,
  CONSTRAINT oauth2_template_provider UNIQUE (provider_id)
);
${TEMPLATES.map(
  ({ id, info }) => `INSERT INTO oauth2_template (id, created_time, provider_id, info)
VALUES ('${id}', extract(epoch FROM now())::bigint * 1000, '${info.providerId}', ${quoted(info)});`,
).join('\n')}

-- Disabled by an administrator. Users who come by a provider may not have a password, so that enabled does not tell.
ALTER TABLE user_credentials ADD COLUMN suspended boolean NOT NULL DEFAULT false;
UPDATE user_credentials SET suspended = true WHERE NOT enabled AND password_hash IS NOT NULL;
`;
