import DOMPurify from 'dompurify';

const FORBIDDEN = {
  FORBID_TAGS: ['script', 'iframe', 'object', 'embed', 'form', 'meta', 'link', 'base', 'style'],
  FORBID_ATTR: ['srcdoc', 'formaction', 'ping'],
  ALLOW_DATA_ATTR: true,
};

/** Markup of users with everything taken out that could run or leave the page. */
export function cleanHtml(html: string): string {
  return DOMPurify.sanitize(html, FORBIDDEN);
}
