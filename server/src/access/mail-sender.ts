import type { Logger } from 'pino';

/** A mail to one person; plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail. @throws Error when it could not be handed over */
export interface MailSender {
  send(mail: Mail): Promise<void>;
}

/**
 * Without a mail server, what would have been sent is written to the log, where the administrator of the machine can
 * pass the link on.
 */
export function createLoggingMailSender(log: Logger): MailSender {
  return {
    async send({ to, subject, text }) {
      log.warn({ to, subject, text }, 'no mail server is configured; this mail was not sent');
    },
  };
}
