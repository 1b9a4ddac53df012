import { type ComponentType, useEffect, useState } from 'react';

/** The icon of an identity provider, in its place. Most servers have none, so the drawings come with the first one. */
export function ClientIcon({ name }: { name: string | null }) {
  const [Icon, setIcon] = useState<ComponentType<{ name: string | null }>>();
  useEffect(() => {
    import('./provider-icon.tsx').then(
      ({ ProviderIcon }) => setIcon(() => ProviderIcon),
      // The button says what it is in words too.
      () => undefined,
    );
  }, []);
  return <span style={{ width: 16, height: 16, display: 'inline-flex' }}>{Icon && <Icon name={name} />}</span>;
}
