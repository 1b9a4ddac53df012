import * as z from 'zod/mini';

const text = (max: number) =>
  z.pipe(
    z.optional(
      z.nullable(z.string().check(z.maxLength(max), z.regex(/^[^\r\n\0]*$/, { error: 'holds a line break' }))),
    ),
    z.transform((value) => value ?? ''),
  );

/** A whole number, which clients send as text or as a number; empty is `fallback`. */
function wholeNumber(min: number, max: number, fallback: number) {
  const digitsOf = (value: string | number | null | undefined): string => String(value ?? '').trim();
  const isInRange = (digits: string): boolean =>
    /^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max;
  return z.pipe(
    z.optional(z.nullable(z.union([z.string(), z.number()]))).check(
      z.refine((value) => digitsOf(value) === '' || isInRange(digitsOf(value)), {
        error: `must be a whole number from ${min} to ${max}`,
      }),
    ),
    z.transform((value) => (digitsOf(value) === '' ? fallback : Number(digitsOf(value)))),
  );
}

const flag = z.pipe(
  z.optional(z.nullable(z.boolean())),
  z.transform((value) => value ?? false),
);

export const TLS_VERSIONS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;
export type TlsVersion = (typeof TLS_VERSIONS)[number];

export const DEFAULT_SMTP_PORT = 25;
/** ms */
export const DEFAULT_MAIL_TIMEOUT = 10_000;

/** `ops@example.com` or `Operations <ops@example.com>`: one address, with or without a name. */
const MAIL_FROM =
  /^(?:[^<>,;:@\r\n\0]*|"[^"\\\r\n\0]*"\s*)<[^\s<>,;:@"]+@[^\s<>,;:@"]+>$|^[^\s<>,;:@"]+@[^\s<>,;:@"]+$/;

/** The admin setting `mail`: how mails leave the installation. Secrets are written, never read back. */
export const mailSettingsSchema = z.object({
  mailFrom: z.string().check(
    z.maxLength(255),
    z.refine((value) => MAIL_FROM.test(value.trim()), { error: 'must be one address, with or without a name' }),
  ),
  /** smtps: encrypted from the first byte. */
  smtpProtocol: z.pipe(
    z.optional(z.nullable(z.enum(['smtp', 'smtps']))),
    z.transform((value) => value ?? 'smtp'),
  ),
  smtpHost: text(255),
  smtpPort: wholeNumber(1, 65_535, DEFAULT_SMTP_PORT),
  /** For connecting, for the greeting and for each answer; ms. */
  timeout: wholeNumber(1, 999_999, DEFAULT_MAIL_TIMEOUT),
  /** Encrypts after the greeting (STARTTLS); a server that cannot is refused. */
  enableTls: flag,
  /** Lowest accepted version. */
  tlsVersion: z.pipe(
    z.optional(z.nullable(z.enum(TLS_VERSIONS))),
    z.transform((value) => value ?? 'TLSv1.2'),
  ),
  username: text(255),
  password: text(1024),
  /** The server is reached through an HTTP proxy (CONNECT). */
  enableProxy: flag,
  proxyHost: text(255),
  proxyPort: wholeNumber(1, 65_535, 3128),
  proxyUser: text(255),
  proxyPassword: text(1024),
});
export type MailSettings = z.infer<typeof mailSettingsSchema>;

/** Members of the setting that never leave the server. */
export const MAIL_SECRETS = ['password', 'proxyPassword'] as const;
