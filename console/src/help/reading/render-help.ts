import { anchorOf } from '@signalbox/contract/help-text';
import DOMPurify from 'dompurify';
import { Marked } from 'marked';

/** How a text is drawn. */
export interface HelpDrawing {
  /** Added to the levels of headings: a text within a dialog begins one below that. */
  below: number;
  /** On the buttons beside code. */
  copy: string;
}

/** Marks code to be copied in texts of others; ours can all be. */
const COPY_MARK = /^\s*\{:copy-code\}\s*$/gm;

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * A text as HTML: headings with `data-anchor`, code with a button `data-copy`, tables that scroll by themselves. It is
 * cleaned, since the texts may be those of another server.
 */
export function helpHtml(markdown: string, { below, copy }: HelpDrawing): string {
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const [, title, name] = /^(.*?)\s*\{#([\w-]+)\}$/.exec(this.parser.parseInline(tokens)) ?? [];
        const level = Math.min(depth + below, 6);
        const anchor = name ?? anchorOf(text);
        return `<h${level} data-anchor="${escaped(anchor)}" data-depth="${depth}" tabindex="-1">${title ?? this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      code({ text, lang }) {
        const label = escaped(copy);
        return (
          `<div class="code"><pre tabindex="0" dir="ltr"><code data-language="${escaped(lang ?? '')}">${escaped(text)}</code></pre>` +
          `<button type="button" data-copy="">${label}</button></div>\n`
        );
      },
    },
    hooks: {
      postprocess: (html) =>
        html.replaceAll('<table>', '<div class="table" tabindex="0"><table>').replaceAll('</table>', '</table></div>'),
    },
  });
  const html = marked.parse(markdown.replace(COPY_MARK, ''), { async: false });
  return DOMPurify.sanitize(html, { FORBID_TAGS: ['style', 'form', 'iframe'], FORBID_ATTR: ['style'] });
}
