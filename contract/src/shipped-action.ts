/** What the actions do that widget types of the system are shipped with, and that are functions on the wire. */
export type ShippedAction = `${'ADD' | 'EDIT' | 'DELETE'}_${'DEVICE' | 'ASSET'}`;

/** The members of a stored action that say what it does. */
export interface ActionCode {
  type: string;
  customHtml?: string | null | undefined;
  customFunction?: string | null | undefined;
}

/**
 * Fingerprint of the code of each action that was ever shipped → what it does. The code alone tells: names, icons and ids
 * may be changed, and stay when somebody writes another function. When shipped code changes, its old line stays.
 */
const SHIPPED: Readonly<Record<string, ShippedAction>> = {
  aa556deb5f20f987: 'ADD_DEVICE',
  e8b044d86354d97c: 'EDIT_DEVICE',
  fc93192a5be6983e: 'DELETE_DEVICE',
  '3f7dabd45f475fd8': 'ADD_ASSET',
  bed3fba9b2f59745: 'EDIT_ASSET',
  '17a925aaa5b29f36': 'DELETE_ASSET',
};

/** FNV-1a of a text, 32 bits, from a start of its own. */
function hashFrom(start: number, text: string): string {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Tells the code of actions apart; blanks between its words do not count. No protection against somebody who tries. */
export function codeFingerprint({ type, customHtml, customFunction }: ActionCode): string {
  const text = [type, customHtml, customFunction].map((part) => (part ?? '').replace(/\s+/g, ' ').trim()).join('\n');
  return hashFrom(0x811c9dc5, text) + hashFrom(0x1f3d5b79, text);
}

/** What a shipped action does; undefined for functions that people wrote, and for all other actions. */
export function shippedActionOf(action: ActionCode): ShippedAction | undefined {
  if (action.type !== 'custom' && action.type !== 'customPretty') return undefined;
  const fingerprint = codeFingerprint(action);
  return Object.hasOwn(SHIPPED, fingerprint) ? SHIPPED[fingerprint] : undefined;
}
