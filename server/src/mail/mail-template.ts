import type { MailKind } from '@signalbox/contract/mail-failure';
import type { Mail } from './mail.ts';

/** What a mail says; the template makes both forms of it. */
export interface MailContent {
  kind: MailKind;
  subject: string;
  /** What it says first, in large letters. */
  title: string;
  /** A sentence or more each. */
  paragraphs: readonly string[];
  /** What to do: a button, whose address is also readable for those who copy it. */
  button?: { label: string; link: string };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as the content of an element or of a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

function toHtml({ title, paragraphs, button, subject }: MailContent): string {
  const text = (content: string): string =>
    `<p style="margin:0 0 16px;font-size:15px;line-height:22px">${escapeHtml(content)}</p>`;
  const link = button && escapeHtml(button.link);
  const action = button
    ? `<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#2f5fd0;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:19px;color:#5b6472;word-break:break-all">${link}</p>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f4f6f9;${FONT}">
<div style="max-width:520px;margin:0 auto;padding:28px 28px 12px;border-radius:10px;background:#ffffff;color:#1b2330">
<p style="margin:0 0 20px;font-size:14px;font-weight:600;color:#2f5fd0">Signalbox</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(title)}</h1>
${paragraphs.map(text).join('\n')}
${action}
</div>
</body>
</html>
`;
}

function toText({ title, paragraphs, button }: MailContent): string {
  return [title, ...paragraphs, ...(button ? [`${button.label}:\n${button.link}`] : [])].join('\n\n').concat('\n');
}

/** Makes the mail in both forms. Everything is text: no value can bring markup or headers along. */
export function renderMail(to: string, content: MailContent): Mail {
  const subject = content.subject.replace(/[\r\n\0]+/g, ' ');
  return { kind: content.kind, to, subject, text: toText(content), html: toHtml({ ...content, subject }) };
}
