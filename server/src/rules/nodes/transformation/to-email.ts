import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { toEmail } from '@signalbox/contract/rule-nodes/transformation/to-email';
import type { Message } from '../../../messages/message.ts';
import { implementRuleNode, transformMessage } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';

export const toEmailNode = implementRuleNode(toEmail, {
  start(configuration) {
    const from = textOf(configuration.fromTemplate);
    const to = textOf(configuration.toTemplate);
    const cc = textOf(configuration.ccTemplate);
    const bcc = textOf(configuration.bccTemplate);
    const subject = textOf(configuration.subjectTemplate);
    const body = textOf(configuration.bodyTemplate);
    const { mailBodyType } = configuration;
    const html = textOf(mailBodyType === 'dynamic' ? configuration.isHtmlTemplate : mailBodyType);
    return {
      handle(message) {
        const email = {
          from: from(message),
          to: to(message),
          cc: cc(message),
          bcc: bcc(message),
          subject: subject(message),
          body: body(message),
          images: imagesOf(message),
          html: html(message)?.toLowerCase() === 'true',
        };
        const change = { type: 'SEND_EMAIL', data: JSON.stringify(email) };
        return { relation: SUCCESS, message: transformMessage(message, change) };
      },
    };
  },
});

/** The filled template; null where there is none. */
function textOf(template: string | null): (message: Message) => string | null {
  return template ? compileTemplate(template) : () => null;
}

/** Name of each image → its data address. */
function imagesOf({ metadata: { images } }: Message): Record<string, string> | null {
  if (!images) return null;
  const parsed: unknown = JSON.parse(images);
  const isMap = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  if (!isMap || !Object.values(parsed).every((value) => typeof value === 'string')) {
    throw new Error('The images of an e-mail must be an object of names and data addresses');
  }
  return parsed as Record<string, string>;
}
