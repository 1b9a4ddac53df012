import * as z from 'zod/mini';
import { route } from './route.ts';

/** What a mail of the installation is for. */
export const MAIL_KINDS = [
  'ACTIVATION',
  'ACTIVATED',
  'PASSWORD_RESET',
  'PASSWORD_CHANGED',
  'LOCKOUT',
  'USAGE',
  'TEST',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** A mail that did not reach the mail server. */
export const mailFailureSchema = z.object({
  /** Epoch ms. */
  createdTime: z.number(),
  kind: z.enum(MAIL_KINDS),
  /** Address it was for. */
  recipient: z.string(),
  /** In words. */
  reason: z.string(),
});
export type MailFailure = z.infer<typeof mailFailureSchema>;

/** How many of them are kept. */
export const MAX_MAIL_FAILURES = 100;

export const mailFailureRoutes = {
  getMailFailures: route({
    method: 'GET',
    path: '/api/admin/mailFailures',
    tag: 'administration',
    summary: `The last ${MAX_MAIL_FAILURES} mails that could not be sent, the newest first`,
    access: ['SYS_ADMIN'],
    reply: z.array(mailFailureSchema),
  }),
};
