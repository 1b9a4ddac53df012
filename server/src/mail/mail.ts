import { ErrorCode } from '@signalbox/contract/error';
import type { MailKind } from '@signalbox/contract/mail-failure';
import { ApiError } from '../http/errors.ts';

/** A mail to one person, in both forms. */
export interface Mail {
  kind: MailKind;
  /** An address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail that a rule chain has written, or that has files. */
export interface ComposedMail {
  /** null: the sender of the mail server's settings. */
  from: string | null;
  /** Addresses, with or without names. */
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  body: string;
  isHtml: boolean;
  /** Pictures in the body, by their content id. */
  images: { cid: string; contentType: string; content: Buffer }[];
  attachments?: { filename: string; contentType: string; content: Buffer }[];
}

/** Hands mails over to the mail server of the installation. */
export interface MailSender {
  /**
   * Resolves when the mail server has accepted the mail.
   * @throws Error saying why it has not
   */
  send(mail: Mail): Promise<void>;
}

/** A mail was not handed over; the message says why, for administrators. */
export class MailError extends Error {
  override readonly name: string = 'MailError';
}

/** No mail server was set up yet: the mail is in the log of the server. */
export class NoMailServerError extends MailError {
  override readonly name = 'NoMailServerError';

  constructor() {
    super('no mail server is set up; the text of the mail is in the log of the server');
  }
}

/** The wire's error for a mail that was not sent: 500 / 2. */
export function mailFailure(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(500, ErrorCode.general, `Unable to send mail: ${(error as Error).message}`);
}
