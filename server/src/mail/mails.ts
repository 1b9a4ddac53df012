import type { Mail } from './mail.ts';
import { renderMail } from './mail-template.ts';

/**
 * All mails of the installation. They quote nothing that people have written but addresses: who may name a user could
 * otherwise send any text to anyone in the name of the installation.
 */
export const mails = {
  /** @param link where the first password is chosen */
  activation: (to: string, link: string): Mail =>
    renderMail(to, {
      subject: 'Your account activation on Signalbox',
      title: 'Welcome to Signalbox',
      paragraphs: [`An account was made for ${to}. Choose a password to use it.`],
      button: { label: 'Choose a password', link },
    }),

  activated: (to: string, signInPage: string): Mail =>
    renderMail(to, {
      subject: 'Signalbox - your account has been activated',
      title: 'Your account is ready',
      paragraphs: [`Sign in with your e-mail address, ${to}, and the password that you have chosen.`],
      button: { label: 'Sign in', link: signInPage },
    }),

  /** @param link where the new password is chosen, valid for `hours` */
  passwordReset: (to: string, link: string, hours: number): Mail =>
    renderMail(to, {
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
      subject: 'Signalbox - User account has been locked',
      title: 'Too many wrong passwords',
      paragraphs: [
        `Too many wrong passwords were tried for the account ${account}. For ${minutes} minutes it is locked for the address that they came from; enabling it again lifts the lock.`,
        'Devices on which the user has signed in before are not affected.',
      ],
    }),

  test: (to: string): Mail =>
    renderMail(to, {
      subject: 'Test message from Signalbox',
      title: 'Mail works',
      paragraphs: ['These settings of outgoing mail are right: this mail was sent with them.'],
    }),
};
