import { EMAIL_ADDRESS } from '@signalbox/contract/email';
import { badRequest } from '../http/errors.ts';

/** @throws ApiError 400 / 31 unless `email` has the form of an e-mail address */
export function requireEmail(email: string): void {
  if (!EMAIL_ADDRESS.test(email)) throw badRequest(`Invalid email address format '${email}'!`);
}
