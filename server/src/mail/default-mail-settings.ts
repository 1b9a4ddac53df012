/** The setting `mail` of a new installation, as on the wire of 3.3.2; no mail is sent with it. */
export const DEFAULT_MAIL_SETTINGS = {
  mailFrom: 'Signalbox <sysadmin@localhost.localdomain>',
  smtpProtocol: 'smtp',
  smtpHost: 'localhost',
  smtpPort: '25',
  timeout: '10000',
  enableTls: false,
  username: '',
  tlsVersion: 'TLSv1.2',
  enableProxy: false,
  showChangePassword: false,
};
