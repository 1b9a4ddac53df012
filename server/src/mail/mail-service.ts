import type { MailFailure } from '@signalbox/contract/mail-failure';
import { type MailSettings, mailSettingsSchema } from '@signalbox/contract/mail-settings';
import nodemailer from 'nodemailer';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { tooManyRequests } from '../http/errors.ts';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';
import { createKeyRate } from '../storage/key-rate.ts';
import { composedMessage, recipientsOf } from './composed-mail.ts';
import { DEFAULT_MAIL_SETTINGS } from './default-mail-settings.ts';
import { type ComposedMail, type Mail, MailError, type MailSender, NoMailServerError } from './mail.ts';
import { describeSmtpFailure } from './smtp-failure.ts';
import { smtpOptions } from './smtp-options.ts';

export const MAIL_SETTINGS_KEY = 'mail';

/** Maximum number of connections to the mail server. */
const MAX_CONNECTIONS = 3;
/** Maximum number of mails that wait or are being sent. */
const MAX_PENDING = 1000;
/** Mails that may go to one address: 10 in a minute, 60 in an hour. */
const RATE_PER_RECIPIENT = '10:60,60:3600';
const MAX_RECIPIENTS = 10_000;
/** Longest time from handing a mail over until the server has it, its wait included; ms. */
const SEND_LIMIT = 60_000;
/** How long the server waits for its mails when it stops; ms. */
const CLOSE_LIMIT = 5000;
/** One mail address, which no server can read as several or as a header. */
const SINGLE_ADDRESS = /^[^\s<>,;:@"()[\]\\]+@[^\s<>,;:@"()[\]\\]+$/;

export interface MailServiceParts {
  settings: Pick<AdminSettingStore, 'find'>;
  log: Logger;
  /** Keeps what could not be sent, for administrators. */
  onFailed: (failure: MailFailure) => Promise<void>;
  /** Further certificate authorities (PEM) of mail servers. */
  authority?: string | undefined;
  /** ms; by default a minute */
  sendLimit?: number;
}

type Transport = ReturnType<typeof createPool>;

function createPool(settings: MailSettings, authority: string | undefined) {
  return nodemailer.createTransport({
    ...smtpOptions(settings, authority),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // What could not be handed over is reported; whoever asked for it may try again.
    maxRequeues: 1,
  });
}

/** The settings as they are stored or sent. @throws MailError naming the member that cannot be used */
function parseSettings(value: unknown): MailSettings {
  const parsed = z.safeParse(mailSettingsSchema, value);
  if (parsed.success) return parsed.data;
  const member = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new MailError(`the settings of outgoing mail cannot be used${member ? `, see '${member}'` : ''}`);
}

const DEFAULTS = JSON.stringify(parseSettings(DEFAULT_MAIL_SETTINGS));

/** Whether these are the settings of an installation whose administrator has not chosen a mail server yet. */
function areDefaults(settings: MailSettings): boolean {
  return JSON.stringify(settings) === DEFAULTS;
}

/**
 * Sends mails by the setting `mail`, over a few connections that are kept for a while. What waits is bounded, and so is
 * the time that a mail takes.
 */
export function createMailService({ settings, log, onFailed, authority, sendLimit = SEND_LIMIT }: MailServiceParts) {
  /** The connections, and the settings (JSON) they were made with. */
  let pool: { made: string; transport: Transport } | undefined;
  const pending = new Set<Promise<unknown>>();
  const mayGetMore = createKeyRate(RATE_PER_RECIPIENT, MAX_RECIPIENTS);

  function poolOf(chosen: MailSettings): Transport {
    const made = JSON.stringify(chosen);
    if (pool?.made !== made) {
      pool?.transport.close();
      pool = { made, transport: createPool(chosen, authority) };
    }
    return pool.transport;
  }

  /** Hands a mail to `transport`. @throws MailError */
  async function deliver(transport: Transport, { mailFrom, smtpHost, smtpPort }: MailSettings, mail: Mail) {
    if (!SINGLE_ADDRESS.test(mail.to)) throw new MailError(`'${mail.to}' is not a mail address`);
    if (pending.size >= MAX_PENDING) throw new MailError('too many mails are waiting to be sent');
    const sending = transport.sendMail({
      from: mailFrom,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(sendLimit),
    });
    pending.add(sending);
    try {
      await sending;
    } catch (error) {
      throw describeSmtpFailure(error, `${smtpHost || 'localhost'}:${smtpPort}`);
    } finally {
      pending.delete(sending);
    }
  }

  async function sendByStored(mail: Mail): Promise<void> {
    const { to, subject, text } = mail;
    if (!mayGetMore(to.toLowerCase())) throw tooManyRequests(`Too many mails to ${to}; please try again later.`);
    const chosen = parseSettings((await settings.find(MAIL_SETTINGS_KEY))?.value ?? DEFAULT_MAIL_SETTINGS);
    if (areDefaults(chosen)) {
      log.warn({ to, subject, text }, 'no mail server is set up; this mail was not sent');
      throw new NoMailServerError();
    }
    await deliver(poolOf(chosen), chosen, mail);
  }

  const sender: MailSender = {
    async send(mail) {
      try {
        await sendByStored(mail);
      } catch (error) {
        const failure = { createdTime: Date.now(), kind: mail.kind, recipient: mail.to };
        await onFailed({ ...failure, reason: (error as Error).message }).catch((unkept: unknown) => {
          log.error({ err: unkept, ...failure }, 'a mail that could not be sent was not kept');
        });
        throw error;
      }
    },
  };

  return {
    ...sender,

    /** Whom mails are from that name nobody: the sender of the settings. */
    async systemSender(): Promise<string> {
      return parseSettings((await settings.find(MAIL_SETTINGS_KEY))?.value ?? DEFAULT_MAIL_SETTINGS).mailFrom;
    },

    /** Sends with settings that are being tried out, over a connection of their own. @throws MailError */
    async sendWith(tried: unknown, mail: Mail): Promise<void> {
      const chosen = parseSettings(tried);
      const transport = createPool(chosen, authority);
      try {
        await deliver(transport, chosen, mail);
      } finally {
        transport.close();
      }
    },

    /** Sends what a rule chain has written, or a report, by the mail server of the installation. @throws MailError saying why not */
    async sendComposed(mail: ComposedMail, signal: AbortSignal): Promise<void> {
      for (const recipient of recipientsOf(mail)) {
        if (!mayGetMore(recipient.toLowerCase())) throw new MailError(`too many mails to ${recipient}`);
      }
      const chosen = parseSettings((await settings.find(MAIL_SETTINGS_KEY))?.value ?? DEFAULT_MAIL_SETTINGS);
      if (areDefaults(chosen)) throw new MailError('no mail server is set up');
      if (pending.size >= MAX_PENDING) throw new MailError('too many mails are waiting to be sent');
      const limit = AbortSignal.any([signal, AbortSignal.timeout(sendLimit)]);
      const sending = poolOf(chosen).sendMail(composedMessage({ ...mail, from: mail.from || chosen.mailFrom }, limit));
      pending.add(sending);
      try {
        await sending;
      } catch (error) {
        throw describeSmtpFailure(error, `${chosen.smtpHost || 'localhost'}:${chosen.smtpPort}`);
      } finally {
        pending.delete(sending);
      }
    },

    /** Waits a little for what is being sent, then closes the connections. */
    async close(): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_LIMIT);
      });
      await Promise.race([Promise.allSettled(pending), limit]);
      clearTimeout(timer);
      pool?.transport.close();
      pool = undefined;
    },
  };
}

export type MailService = ReturnType<typeof createMailService>;
