import { cleanHtml } from './clean-html.ts';

/** Markup of users within a line, cleaned. */
export function CleanLine({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned
  return <span dangerouslySetInnerHTML={{ __html: cleanHtml(html) }} />;
}
