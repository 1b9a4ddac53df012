import type { SendMailOptions } from 'nodemailer';
import { type ComposedMail, MailError } from './mail.ts';

/** Recipients of a mail in all. */
const MAX_RECIPIENTS = 100;
/** One mail address, with or without a name. */
const ADDRESS =
  /^(?:[^<>,;:@\r\n\0]*|"[^"\\\r\n\0]*"\s*)<([^\s<>,;:@"]+@[^\s<>,;:@"]+)>$|^([^\s<>,;:@"]+@[^\s<>,;:@"]+)$/;

/** The single address of `text`. @throws MailError when it is not one, or several */
function addressOf(text: string): string {
  const found = ADDRESS.exec(text.trim());
  const address = found?.[1] ?? found?.[2];
  if (!address) throw new MailError(`'${text}' is not a mail address`);
  return address;
}

/** Everybody who gets a mail, by address alone. @throws MailError naming what is no address */
export function recipientsOf({ to, cc, bcc }: ComposedMail): string[] {
  const all = [...to, ...cc, ...bcc];
  if (all.length > MAX_RECIPIENTS) throw new MailError(`a mail can go to ${MAX_RECIPIENTS} people at most`);
  return all.map(addressOf);
}

/** What nodemailer sends. @throws MailError when the sender or a recipient is no address */
export function composedMessage(
  mail: ComposedMail & { from: string },
  signal: AbortSignal,
): SendMailOptions & { signal: AbortSignal } {
  addressOf(mail.from);
  recipientsOf(mail);
  const { from, to, cc, bcc, subject, body, isHtml, images, attachments = [] } = mail;
  return {
    from,
    to,
    cc,
    bcc,
    subject,
    ...(isHtml ? { html: body } : { text: body }),
    attachments: [...images.map((image) => ({ ...image, filename: image.cid })), ...attachments],
    headers: { 'Auto-Submitted': 'auto-generated' },
    signal,
  };
}
