import { rootCertificates } from 'node:tls';
import type { MailSettings, TlsVersion } from '@signalbox/contract/mail-settings';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';

const OLD_VERSIONS: readonly TlsVersion[] = ['TLSv1', 'TLSv1.1'];

/**
 * How nodemailer reaches the server.
 * @param authority further certificate authorities (PEM) that may have signed the server's certificate
 */
export function smtpOptions(settings: MailSettings, authority: string | undefined): SMTPTransportOptions {
  const { timeout, username, tlsVersion } = settings;
  return {
    host: settings.smtpHost.trim() || 'localhost',
    port: settings.smtpPort,
    secure: settings.smtpProtocol === 'smtps',
    requireTLS: settings.enableTls,
    ignoreTLS: !settings.enableTls,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    tls: {
      minVersion: tlsVersion,
      // OpenSSL 3 offers the ciphers of the old versions at its lowest level only.
      ...(OLD_VERSIONS.includes(tlsVersion) ? { ciphers: 'DEFAULT@SECLEVEL=0' } : {}),
      ...(authority === undefined ? {} : { ca: [...rootCertificates, authority] }),
    },
    ...(username ? { auth: { user: username, pass: settings.password } } : {}),
    ...(settings.enableProxy ? { proxy: proxyAddress(settings) } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function proxyAddress({ proxyHost, proxyPort, proxyUser, proxyPassword }: MailSettings): string {
  const address = new URL('http://localhost');
  address.hostname = proxyHost.trim();
  address.port = String(proxyPort);
  address.username = proxyUser;
  address.password = proxyPassword;
  return address.href;
}
