import type { CSSProperties } from 'react';

/** Properties that would take an element out of its place. */
const OF_PLACE = /^(position|zIndex|inset\w*|top|left|right|bottom)$/;
/** Values that have the browser fetch something; a comment or an escape may hide it. */
const FETCHING = /\b(url|src|image|image-set|element)\s*\(|\/\*|\\/i;

/** Only properties with plain values, none that would take an element out of its place or fetch anything. */
export function safeStyle(style: Readonly<Record<string, unknown>> | null | undefined): CSSProperties {
  const entries = Object.entries(style ?? {}).filter(
    ([name, value]) =>
      /^[a-zA-Z]+$/.test(name) &&
      !OF_PLACE.test(name) &&
      (typeof value === 'number' || (typeof value === 'string' && !FETCHING.test(value))),
  );
  return Object.fromEntries(entries) as CSSProperties;
}
