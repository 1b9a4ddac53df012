import { NamedIcon } from '../../controls/named-icon.tsx';

/** Plain drawings for the names that the templates of identity providers use, on a grid of 24. */
const DRAWINGS: Readonly<Record<string, string>> = {
  'google-logo': 'M20.5 12H12.5M20.5 12A8.5 8.5 0 1 1 17.5 5.5',
  'github-logo':
    'M9.5 21v-3.2c-3.5.8-4.3-1.5-4.3-1.5M14.5 21v-3.7c0-1-.3-1.5-.7-1.9 2.5-.3 5-1.3 5-5.4a4.2 4.2 0 0 0-1.2-3 4 4 0 0 0-.1-3s-1-.3-3.1 1.2a10.6 10.6 0 0 0-5.6 0C6.7 3.7 5.7 4 5.7 4a4 4 0 0 0-.1 3 4.2 4.2 0 0 0-1.2 3c0 4.1 2.5 5.1 5 5.4-.3.3-.6.9-.7 1.6',
  'facebook-logo': 'M10.5 21v-8H8M10.5 13h4.5M10.5 13V7.5A3.5 3.5 0 0 1 14 4h2',
  'apple-logo':
    'M12 8c1-.6 2.3-1 3.6-1 1.7 0 3.2.9 4 2.3-3.3 2.2-2.6 6.7.7 8-1 2.5-2.8 4.2-4.5 4.2-1.4 0-2-.7-3.6-.7s-2.3.7-3.7.7C5.8 21.5 3.5 17.5 3.5 13.2 3.5 9.5 5.7 7 8.3 7c1.4 0 2.7.5 3.7 1ZM12 6c0-2 1.3-3.6 3.3-4',
  'microsoft-logo': 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
};

/** The icon of an identity provider: of a well-known one, or one that is named as Material icons are; else a key. */
export function ProviderIcon({ name }: { name: string | null }) {
  const drawing = DRAWINGS[(name ?? '').replace(/^mdi:(\w+)$/, '$1-logo')];
  if (drawing === undefined) return <NamedIcon name={name ?? ''} fallback="key" />;
  return (
    <svg
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      data-icon={name}
      style={{ flex: 'none' }}
    >
      <path d={drawing} />
    </svg>
  );
}
