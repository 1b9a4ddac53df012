import { useQuery } from '@tanstack/react-query';
import { Icon, type IconName } from './icon.tsx';

/** The console's own drawings for names that are used most; they need nothing to be loaded. */
const OWN: Readonly<Record<string, IconName>> = {
  add: 'add',
  close: 'close',
  delete: 'delete',
  edit: 'edit',
  file_download: 'download',
  fullscreen: 'fullscreen',
  info: 'info',
  more_horiz: 'more',
  more_vert: 'more',
  search: 'search',
  settings: 'settings',
  show_chart: 'chart',
  timeline: 'chart',
  visibility: 'visibility',
};

const FAMILY = 'Material Icons Outlined';

/** How an icon is drawn: by the icon font, or as a path of 24 by 24. */
type Sign = { path: string } | { letters: string };

/** Of another family ("mdi:water-pump"); what it does not have is looked for in the font under the same words. */
async function signOf(name: string): Promise<Sign | null> {
  const ofMdi = name.startsWith('mdi:') ? name.slice(4) : undefined;
  if (ofMdi !== undefined) {
    const { mdiPath } = await import('./mdi-icons.ts');
    const path = await mdiPath(ofMdi);
    if (path !== undefined) return { path };
  }
  const letters = ofMdi?.replaceAll('-', '_') ?? name;
  return (await hasIcon(letters)) ? { letters } : null;
}

/** Whether the icon font, loaded on first use, has an icon of this name. */
async function hasIcon(name: string): Promise<boolean> {
  await import('material-icons/iconfont/outlined.css');
  await document.fonts.load(`24px "${FAMILY}"`);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return false;
  context.font = `24px "${FAMILY}"`;
  // A known name is one glyph of 24 px; an unknown one is as wide as its letters.
  return context.measureText(name).width <= 25;
}

/** How an icon is drawn; null: there is none of that name. Undefined while it is looked up. */
export function useIconSign(name: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['icon', name],
    queryFn: () => signOf(name),
    enabled: isWanted && /^([a-z0-9_]{2,40}|mdi:[a-z0-9-]{1,60})$/.test(name),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** An icon that a configuration names as Material icons are called; `fallback`, or three dots, for an unknown one. */
export function NamedIcon({
  name,
  size = 16,
  color,
  fallback = 'more',
}: {
  name: string;
  size?: number;
  color?: string | undefined;
  fallback?: IconName;
}) {
  const own = OWN[name];
  const sign = useIconSign(name, own === undefined);
  if (own) return <Icon name={own} size={size} {...(color ? { color } : {})} />;
  if (sign.isFetching) return <span style={{ width: size, height: size, flex: 'none' }} />;
  if (!sign.data) return <Icon name={fallback} size={size} {...(color ? { color } : {})} />;
  if ('path' in sign.data) {
    return (
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="currentColor"
        style={{ flex: 'none', color }}
      >
        <path d={sign.data.path} />
      </svg>
    );
  }
  return (
    <span
      aria-hidden="true"
      className="material-icons-outlined"
      style={{ fontSize: size, width: size, height: size, overflow: 'hidden', flex: 'none', color }}
    >
      {sign.data.letters}
    </span>
  );
}
