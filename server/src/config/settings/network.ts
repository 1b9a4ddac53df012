import { asAddressRanges, asOrigins, asText, asWebAddress, setting } from './definition.ts';

/** Whom the server believes, and whom it calls. */
export const NETWORK_SETTINGS = {
  trustedProxies: setting({
    env: 'SIGNALBOX_TRUSTED_PROXIES',
    default: '127.0.0.0/8,::1',
    meaning:
      'Addresses and ranges (CIDR) of the proxies whose `X-Forwarded-For`, `-Proto`, `-Host` and `-Port` are trusted; `none` trusts no proxy.',
    parse: asAddressRanges,
  }),
  outboundAllowed: setting({
    env: 'SIGNALBOX_OUTBOUND_ALLOWED',
    default: '',
    meaning:
      'Addresses and ranges (CIDR) that are not of the public internet and may nevertheless be called when an administrator, a rule node or the settings of a device of SNMP name them, such as `10.1.0.0/16` for an identity provider or the switches of the intranet. All other private, loopback, link-local and reserved addresses are refused, and for identity providers also connections without encryption (http) to any address that is not listed.',
    parse: asAddressRanges,
  }),
  embedOrigins: setting({
    env: 'SIGNALBOX_EMBED_ORIGINS',
    default: '',
    meaning:
      'Origins whose pages may show dashboards (`/dashboard/…`) in a frame, such as `https://intranet.example,https://*.shop.example`; `*` is any. Everything else refuses to be framed.',
    parse: asOrigins,
  }),
  updateCheckUrl: setting({
    env: 'SIGNALBOX_UPDATE_CHECK_URL',
    default: '',
    meaning:
      'Address that says what the newest version is, as JSON such as `{"version":"1.2.0","message":"What is new"}` (the message may be missing); read at most once a day, when a system administrator signs in. Without one nobody is asked.',
    parse: asWebAddress,
  }),
  mailAuthorities: setting({
    env: 'SIGNALBOX_MAIL_AUTHORITIES',
    default: '',
    meaning:
      'File (PEM) of certificate authorities that certificates of mail servers may be signed by, beside the well-known ones.',
    parse: asText,
  }),
};
