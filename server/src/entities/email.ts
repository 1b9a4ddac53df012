import { badRequest } from '../http/errors.ts';

const EMAIL = /^[A-Z0-9._%+-]+@[A-Z0-9.-]+\.[A-Z]{2,}$/i;

/** @throws ApiError 400 / 31 unless `email` has the form of an e-mail address */
export function requireEmail(email: string): void {
  if (!EMAIL.test(email)) throw badRequest(`Invalid email address format '${email}'!`);
}
