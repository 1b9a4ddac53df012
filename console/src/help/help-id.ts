import { HELP_ID } from '@signalbox/contract/help-text';

/** Where in the help something is explained. */
export interface HelpPlace {
  /** Of the page. */
  id: string;
  /** Name of a heading on it. */
  anchor?: string | undefined;
}

/** `functions/hierarchy#nodeIconFunction` → page and heading. */
export function placeOfHelp(helpId: string): HelpPlace {
  const [id = '', anchor] = helpId.split('#');
  return anchor ? { id, anchor } : { id };
}

const withAnchor = (address: string, anchor: string | undefined) => (anchor ? `${address}#${anchor}` : address);

/** The address of a text on the page of the help. */
export const helpAddress = ({ id, anchor }: HelpPlace): string => withAnchor(`/help/${id}`, anchor);

/** Whether an id is one of ours, not an address of a site. */
export const isHelpId = (helpId: string): boolean => HELP_ID.test(placeOfHelp(helpId).id);

/**
 * Where a help link leads: to our page of the help, or to a site where the id is the address of one (specification §2);
 * undefined for everything else, such as scripts.
 */
export function linkOfHelp(helpId: string, host: string): string | undefined {
  if (isHelpId(helpId)) return helpAddress(placeOfHelp(helpId));
  const address = helpId.replace('{host}', host);
  return /^https?:\/\/[^\s]+$/.test(address) ? address : undefined;
}

/** The place that a link within the help leads to: `/help/nodes/log#settings`, `#settings` of the same page. */
export function placeOfLink(href: string, from: HelpPlace): HelpPlace | undefined {
  if (href.startsWith('#')) return { id: from.id, anchor: href.slice(1) };
  const [, path, anchor] = /^\/help\/([^#?]+)(?:#(.+))?$/.exec(href) ?? [];
  return path !== undefined && HELP_ID.test(path) ? { id: path, anchor } : undefined;
}
