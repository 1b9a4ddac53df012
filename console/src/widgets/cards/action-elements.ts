/** The action elements of the format. One that does not end is found too, so that it is looked through once. */
const LINK = /<link-act\s+name=(?:"([^"]*)"|'([^']*)')\s*>(.*?)(<\/link-act>|$)/gis;
const BUTTON = /<button-act\s+name=(?:"([^"]*)"|'([^']*)')\s*>(.*?)(<\/button-act>|$)/gis;

/** Makes the two action elements of the format into elements that a click handler finds. */
export function withActionElements(html: string): string {
  const elementOf =
    (tag: 'a' | 'button') =>
    (whole: string, double: string | undefined, single: string | undefined, text: string, end: string): string =>
      end ? actionElement(tag, double ?? single ?? '', text) : whole;
  return html.replace(LINK, elementOf('a')).replace(BUTTON, elementOf('button'));
}

function actionElement(tag: 'a' | 'button', name: string, text: string): string {
  const safe = name.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const more = tag === 'a' ? ' href="#" role="button"' : ' type="button"';
  return `<${tag} class="tb-custom-action" data-action-name="${safe}"${more}>${text}</${tag}>`;
}
