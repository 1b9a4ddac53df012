import net, { isIP } from 'node:net';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { sendEmail } from '@signalbox/contract/rule-nodes/external/send-email';
import nodemailer from 'nodemailer';
import * as z from 'zod/mini';
import { composedMessage } from '../../../mail/composed-mail.ts';
import type { ComposedMail } from '../../../mail/mail.ts';
import { smtpOptions } from '../../../mail/smtp-options.ts';
import { type AddressGuard, RefusedAddressError } from '../../../outbound/address-guard.ts';
import { COUNTER } from '../../../usage/usage-meter.ts';
import { implementRuleNode, type RuleNodeServices } from '../define-rule-node.ts';
import { firstIssue } from '../first-issue.ts';
import { callingOutside } from './call-outside.ts';

/** Connections of a node to its own mail server. */
const CONNECTIONS = 3;
/** Addresses of one e-mail: it counts once. */
const MAX_RECIPIENTS = 100;

const list = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((text): string[] =>
    (text ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
);
const text = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value) => value ?? ''),
);
/** The payload of SEND_EMAIL. */
const emailSchema = z.object({
  from: text,
  to: list,
  cc: list,
  bcc: list,
  subject: text,
  body: text,
  html: z.optional(z.nullable(z.boolean())),
  images: z.optional(z.nullable(z.record(z.string(), z.string()))),
});

export const sendEmailNode = implementRuleNode(sendEmail, {
  start({ useSystemSmtpSettings, ...own }, services, place) {
    const { mail, usage } = services;
    const server = useSystemSmtpSettings ? undefined : ownServer(own, services);
    return callingOutside(place, {
      sends(message) {
        const { from, to, cc, bcc, subject, body } = composedOf(message.data);
        const details = { from: from ?? '', cc: cc.join(', '), bcc: bcc.join(', '), subject };
        return { to: to.join(', '), details, text: body };
      },
      async call(message, { signal }) {
        const used = usage.of(message.tenantId);
        if (!used.mayUse('EMAIL')) throw new Error('No more e-mails may be sent: the limit of the tenant is reached');
        const composed = composedOf(message.data);
        if (server) await server.send(composed, signal);
        else await mail.sendComposed(composed, signal);
        used.add(COUNTER.emails);
        return SUCCESS;
      },
      check(message) {
        if (message.type !== 'SEND_EMAIL')
          throw new Error(`Not expected msg type [${message.type}] for SendEmail Node`);
        const { to, cc, bcc } = composedOf(message.data);
        if (to.length === 0) throw new Error('Email destination can not be blank');
        if (to.length + cc.length + bcc.length > MAX_RECIPIENTS) {
          throw new Error(`An e-mail goes to at most ${MAX_RECIPIENTS} addresses`);
        }
      },
      ...(server ? { stop: server.close } : {}),
    });
  },
});

function composedOf(data: string): ComposedMail {
  const parsed = emailSchema.safeParse(JSON.parse(data));
  if (!parsed.success) throw new Error(firstIssue('The message is no e-mail:', parsed.error));
  const { from, html, images, ...email } = parsed.data;
  return {
    ...email,
    from: from.trim() || null,
    isHtml: html === true,
    images: Object.entries(images ?? {}).map(([cid, address]) => ({ cid, ...imageOf(address) })),
  };
}

/** The picture in a data address. @throws Error when it is not one */
function imageOf(address: string): { contentType: string; content: Buffer } {
  const found = /^data:([\w.+/-]+);base64,([A-Za-z0-9+/=]*)$/.exec(address);
  if (!found) throw new Error('An image of the e-mail is not a data address');
  return { contentType: found[1] as string, content: Buffer.from(found[2] as string, 'base64') };
}

type OwnSettings = Omit<ReturnType<(typeof sendEmail)['configuration']['parse']>, 'useSystemSmtpSettings'>;

/** The mail server that the node names itself. Its connections pass the guard. */
function ownServer(settings: OwnSettings, { addressGuard, mail: system }: RuleNodeServices) {
  const options = smtpOptions({ ...settings, mailFrom: '' }, undefined);
  const transport = nodemailer.createTransport({
    ...options,
    pool: true,
    maxConnections: CONNECTIONS,
    maxRequeues: 1,
    // Through a proxy it is the proxy that is called.
    ...(settings.enableProxy
      ? { proxy: guardedProxy(settings, addressGuard) }
      : {
          getSocket: (_options: unknown, done: (error: Error | null, socket?: { connection: net.Socket }) => void) =>
            connect(settings.smtpHost, settings.smtpPort, settings.timeout, addressGuard, done),
        }),
  });
  return {
    async send(mail: ComposedMail, signal: AbortSignal): Promise<void> {
      const from = mail.from ?? (await system.systemSender());
      await transport.sendMail(composedMessage({ ...mail, from }, signal));
    },
    close: () => transport.close(),
  };
}

/** Opens a connection to an address that may be called. */
function connect(
  host: string,
  port: number,
  timeout: number,
  guard: AddressGuard,
  done: (error: Error | null, socket?: { connection: net.Socket }) => void,
): void {
  if (isIP(host) && !guard.allows(host)) {
    done(new RefusedAddressError(host));
    return;
  }
  const socket = net.connect({ host, port, lookup: guard.lookupOf(guard.allows) });
  const failed = (error: Error): void => done(error);
  socket.setTimeout(timeout, () => socket.destroy(new Error(`${host}:${port} did not answer in time`)));
  socket.once('error', failed);
  socket.once('connect', () => {
    socket.setTimeout(0);
    socket.off('error', failed);
    done(null, { connection: socket });
  });
}

/** The address of the proxy. @throws Error when it may not be called: names of proxies must be of public networks */
function guardedProxy({ proxyHost, proxyPort, proxyUser, proxyPassword }: OwnSettings, guard: AddressGuard): string {
  const host = proxyHost.trim();
  // The mail client resolves names of proxies itself, so only addresses can be checked.
  if (!isIP(host)) throw new Error('The proxy must be given by its IP address');
  if (!guard.allows(host)) throw new RefusedAddressError(host);
  const address = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${proxyPort}`);
  address.username = proxyUser;
  address.password = proxyPassword;
  return address.href;
}
