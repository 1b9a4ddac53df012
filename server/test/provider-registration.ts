import { CLIENT_ID, CLIENT_SECRET, type IdentityProvider } from './identity-provider.ts';

/** A mapper that takes e-mail and names from the claims, and the tenant from the domain of the e-mail. */
export const BASIC_MAPPING = {
  emailAttributeKey: 'email',
  firstNameAttributeKey: 'given_name',
  lastNameAttributeKey: 'family_name',
  tenantNameStrategy: 'DOMAIN',
  tenantNamePattern: null,
  customerNamePattern: null,
  defaultDashboardName: null,
  alwaysFullScreen: false,
};

/** The body of `/api/oauth2/config` that offers the provider of a test alone, on `host`. */
export function configurationOf(
  provider: IdentityProvider,
  host: string,
  {
    mobileInfos = [],
    registration = {},
    mapper = {},
  }: { mobileInfos?: object[]; registration?: object; mapper?: object },
) {
  return {
    enabled: true,
    oauth2ParamsInfos: [
      {
        domainInfos: [{ scheme: 'HTTP', name: host }],
        mobileInfos,
        clientRegistrations: [
          {
            clientId: CLIENT_ID,
            clientSecret: CLIENT_SECRET,
            authorizationUri: `${provider.url}/auth`,
            accessTokenUri: `${provider.url}/token`,
            userInfoUri: `${provider.url}/me`,
            jwkSetUri: `${provider.url}/jwks`,
            scope: ['openid', 'email', 'profile'],
            userNameAttributeName: 'email',
            clientAuthenticationMethod: 'BASIC',
            loginButtonLabel: 'Harbour',
            additionalInfo: { providerName: 'Custom' },
            ...registration,
            mapperConfig: {
              allowUserCreation: true,
              activateUser: false,
              type: 'BASIC',
              basic: BASIC_MAPPING,
              ...mapper,
            },
          },
        ],
      },
    ],
  };
}
