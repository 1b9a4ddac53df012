import { MailError } from './mail.ts';

/** What nodemailer's errors have. */
interface SmtpFailure {
  code?: string;
  /** Code of the server's answer, such as 550. */
  responseCode?: number;
  response?: string;
  message: string;
}

/** Longest part of an answer of a mail server that is repeated. */
const MAX_ANSWER_LENGTH = 300;

/** Says in words why a mail server did not take a mail. `place` is its host and port. */
export function describeSmtpFailure(error: unknown, place: string): MailError {
  const failure = error as SmtpFailure;
  const detail = (failure.response ?? failure.message).replace(/[\r\n\0]+/g, ' ').slice(0, MAX_ANSWER_LENGTH);
  return new MailError(`${reasonOf(failure, place)}: ${detail}`, { cause: error });
}

function reasonOf({ code, responseCode }: SmtpFailure, place: string): string {
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return `${place} refused the username or the password`;
    case 'EDNS':
      return `the address of ${place} was not found`;
    case 'ETLS':
      return `no encrypted connection to ${place}`;
    case 'ETIMEDOUT':
    case 'EABORT':
      return `${place} did not answer in time`;
    case 'EPROXY':
      return `the proxy did not connect to ${place}`;
    default:
      return responseCode === undefined ? `no connection to ${place}` : `${place} refused the mail`;
  }
}
