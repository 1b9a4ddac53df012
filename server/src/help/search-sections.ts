import { anchorOf, HELP_HEADING, type HelpSection } from '@signalbox/contract/help-text';

/** Markdown without its marks, for the search. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^```\w*$/gm, ' ')
    .replace(/^\|[ :|-]+\|$/gm, ' ')
    .replace(/<\/?[a-z]+>/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|`|\|/g, ' ')
    .replace(/^[-*>] /gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The parts of a page between its headings; headings in code are none. */
export function sectionsOf(page: string, markdown: string): HelpSection[] {
  const sections: { anchor?: string; title: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const heading = isCode ? null : HELP_HEADING.exec(line);
    if (!heading) {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    const [, level = '', title = '', name] = heading;
    const plain = plainText(title);
    sections.push({
      ...(level.length > 1 || sections.length > 0 ? { anchor: name ?? anchorOf(plain) } : {}),
      title: plain,
      lines: [],
    });
  }
  return sections.map(({ lines, ...section }) => ({ page, ...section, text: plainText(lines.join('\n')) }));
}
