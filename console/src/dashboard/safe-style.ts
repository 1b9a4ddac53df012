import type { CSSProperties } from 'react';

/** Only properties with plain values, and none that would take an element out of its place. */
export function safeStyle(style: Readonly<Record<string, unknown>> | null | undefined): CSSProperties {
  const entries = Object.entries(style ?? {}).filter(
    ([name, value]) =>
      !/^(position|zIndex|inset|top|left|right|bottom)$/.test(name) &&
      (typeof value === 'string' || typeof value === 'number'),
  );
  return Object.fromEntries(entries) as CSSProperties;
}
