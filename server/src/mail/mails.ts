import type { UsageState } from '@signalbox/contract/api-usage';
import type { Mail } from './mail.ts';
import { renderMail } from './mail-template.ts';

/** What a tenant may or may not go on using. */
export interface UsageNews {
  /** Its name in sentences: `Messages of devices`. */
  what: string;
  state: UsageState;
  used: readonly { count: number; limit: number }[];
}

const USAGE_WORDS: Readonly<Record<UsageState, { subject: string; text: string }>> = {
  ENABLED: { subject: 'available again', text: 'Your limit of this month is no longer reached, and all goes on.' },
  WARNING: {
    subject: 'limit nearly reached',
    text: 'You have used most of what you may use this month. Once the limit is reached, it stops until the month ends or the limit is raised.',
  },
  DISABLED: {
    subject: 'limit reached',
    text: 'You have used all that you may use this month. It has stopped until the month ends or the limit is raised.',
  },
};

/**
 * All mails of the installation. They quote nothing that people have written but addresses: who may name a user could
 * otherwise send any text to anyone in the name of the installation.
 */
export const mails = {
  /** @param link where the first password is chosen */
  activation: (to: string, link: string): Mail =>
    renderMail(to, {
      kind: 'ACTIVATION',
      subject: 'Your account activation on Signalbox',
      title: 'Welcome to Signalbox',
      paragraphs: [`An account was made for ${to}. Choose a password to use it.`],
      button: { label: 'Choose a password', link },
    }),

  activated: (to: string, signInPage: string): Mail =>
    renderMail(to, {
      kind: 'ACTIVATED',
      subject: 'Signalbox - your account has been activated',
      title: 'Your account is ready',
      paragraphs: [`Sign in with your e-mail address, ${to}, and the password that you have chosen.`],
      button: { label: 'Sign in', link: signInPage },
    }),

  /** @param link where the new password is chosen, valid for `hours` */
  passwordReset: (to: string, link: string, hours: number): Mail =>
    renderMail(to, {
      kind: 'PASSWORD_RESET',
      subject: 'Signalbox - Password reset has been requested',
      title: 'Choose a new password',
      paragraphs: [
        `A new password was requested for the account ${to}. The link works once, within ${hours} hours.`,
        'If you did not ask for it, ignore this mail: your password stays as it is.',
      ],
      button: { label: 'Choose a new password', link },
    }),

  passwordChanged: (to: string): Mail =>
    renderMail(to, {
      kind: 'PASSWORD_CHANGED',
      subject: 'Signalbox - your account password has been reset',
      title: 'Your password was changed',
      paragraphs: [
        `The password of the account ${to} was changed, and its other sessions have ended.`,
        'If this was not you, tell your administrator at once.',
      ],
    }),

  /** @param account whose sign-in is locked, for `minutes` */
  lockout: (to: string, account: string, minutes: number): Mail =>
    renderMail(to, {
      kind: 'LOCKOUT',
      subject: 'Signalbox - User account has been locked',
      title: 'Too many wrong passwords',
      paragraphs: [
        `Too many wrong passwords were tried for the account ${account}. For ${minutes} minutes it is locked for the address that they came from; enabling it again lifts the lock.`,
        'Devices on which the user has signed in before are not affected.',
      ],
    }),

  /** @param link to the page with the usage of the tenant */
  usage: (to: string, { what, state, used }: UsageNews, link: string): Mail => {
    const counts = used.map(({ count, limit }) => `${count.toLocaleString('en')} of ${limit.toLocaleString('en')}`);
    const soFar = counts.length > 0 ? ` Used this month: ${counts.join(' and ')}.` : '';
    return renderMail(to, {
      kind: 'USAGE',
      subject: `Signalbox - ${what}: ${USAGE_WORDS[state].subject}`,
      title: `${what}: ${USAGE_WORDS[state].subject}`,
      paragraphs: [`${USAGE_WORDS[state].text}${soFar}`],
      button: { label: 'Show the usage', link },
    });
  },

  test: (to: string): Mail =>
    renderMail(to, {
      kind: 'TEST',
      subject: 'Test message from Signalbox',
      title: 'Mail works',
      paragraphs: ['These settings of outgoing mail are right: this mail was sent with them.'],
    }),
};
