import * as z from 'zod/mini';

/** A count that applies when it is above zero; null or absent: no such rule. */
const rule = z.pipe(
  z.optional(z.nullable(z.int().check(z.gte(0), z.lte(100_000)))),
  z.transform((value) => value ?? null),
);

/** Rules of new passwords. Periods in days. */
export const passwordPolicySchema = z.object({
  minimumLength: rule,
  minimumUppercaseLetters: rule,
  minimumLowercaseLetters: rule,
  minimumDigits: rule,
  minimumSpecialCharacters: rule,
  passwordExpirationPeriodDays: rule,
  passwordReuseFrequencyDays: rule,
  /** Only there when it was set; 3.3.2 does not have it. */
  allowWhitespaces: z.optional(z.boolean()),
});
export type PasswordPolicy = z.infer<typeof passwordPolicySchema>;

export const securitySettingsSchema = z.object({
  passwordPolicy: passwordPolicySchema,
  /**
   * More failed sign-ins than this in a row lock the name for a while (see the server's sign-in). 0 never locks; null
   * has a limit of the server's own.
   */
  maxFailedLoginAttempts: rule,
  userLockoutNotificationEmail: z.pipe(
    z.optional(z.nullable(z.string().check(z.maxLength(255)))),
    z.transform((value) => value ?? null),
  ),
});
export type SecuritySettings = z.infer<typeof securitySettingsSchema>;

/** Settings in force until others are saved. */
export const DEFAULT_SECURITY_SETTINGS: SecuritySettings = {
  passwordPolicy: {
    minimumLength: 6,
    minimumUppercaseLetters: null,
    minimumLowercaseLetters: null,
    minimumDigits: null,
    minimumSpecialCharacters: null,
    passwordExpirationPeriodDays: null,
    passwordReuseFrequencyDays: null,
  },
  maxFailedLoginAttempts: null,
  userLockoutNotificationEmail: null,
};
