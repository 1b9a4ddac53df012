/** How a well-known provider takes mails. */
export interface MailPreset {
  id: string;
  /** A name of its own, the same in every language. */
  label: string;
  smtpHost: string;
  smtpPort: string;
}

/** All of them take mails at 587 with STARTTLS. */
export const MAIL_PRESETS: readonly MailPreset[] = [
  { id: 'microsoft', label: 'Microsoft 365', smtpHost: 'smtp.office365.com', smtpPort: '587' },
  { id: 'gmail', label: 'Gmail', smtpHost: 'smtp.gmail.com', smtpPort: '587' },
  { id: 'mailgun', label: 'Mailgun', smtpHost: 'smtp.mailgun.org', smtpPort: '587' },
  { id: 'sendgrid', label: 'SendGrid', smtpHost: 'smtp.sendgrid.net', smtpPort: '587' },
  { id: 'brevo', label: 'Brevo', smtpHost: 'smtp-relay.brevo.com', smtpPort: '587' },
  { id: 'postmark', label: 'Postmark', smtpHost: 'smtp.postmarkapp.com', smtpPort: '587' },
];

/** Choice of a server that is no preset. */
export const OWN_SERVER = 'own';

/** The provider that a host belongs to. */
export function presetOf(host: string): string {
  return MAIL_PRESETS.find(({ smtpHost }) => smtpHost === host.trim().toLowerCase())?.id ?? OWN_SERVER;
}
