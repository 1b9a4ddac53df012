import { useQuery } from '@tanstack/react-query';
import { Icon, type IconName } from '../controls/icon.tsx';

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

/** The name of an icon in this font: what another family calls it ("mdi:water-pump") is looked for under the same words. */
function iconName(name: string): string {
  return name.startsWith('mdi:') ? name.slice(4).replaceAll('-', '_') : name;
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

/** An icon that a configuration names as Material icons are called; `fallback`, or three dots, for an unknown one. */
export function NamedIcon({
  name: given,
  size = 16,
  color,
  fallback = 'more',
}: {
  name: string;
  size?: number;
  color?: string | undefined;
  fallback?: IconName;
}) {
  const name = iconName(given);
  const own = OWN[name];
  const sign = useQuery({
    queryKey: ['icon', name],
    queryFn: () => hasIcon(name),
    enabled: own === undefined && /^[a-z0-9_]{2,40}$/.test(name),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (own) return <Icon name={own} size={size} {...(color ? { color } : {})} />;
  if (sign.isFetching) return <span style={{ width: size, height: size, flex: 'none' }} />;
  if (!sign.data) return <Icon name={fallback} size={size} {...(color ? { color } : {})} />;
  return (
    <span
      aria-hidden="true"
      className="material-icons-outlined"
      style={{ fontSize: size, width: size, height: size, overflow: 'hidden', flex: 'none', color }}
    >
      {name}
    </span>
  );
}
