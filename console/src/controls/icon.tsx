import type { ReactNode } from 'react';

/** Drawn on a grid of 24, stroked in the colour of the text. */
const SHAPES = {
  home: <path d="M4 11l8-7 8 7v9H4z" />,
  devices: (
    <>
      <rect x="3" y="5" width="12" height="14" rx="2" />
      <path d="M18 9a4 4 0 010 6M20.5 6.5a8 8 0 010 11" />
    </>
  ),
  otaUpdates: (
    <path d="M7 17a4.500 4.500 0 01-.5-9 6 6 0 0111.300 1.500A3.800 3.800 0 0117.500 17M12 11v9M8.500 16.500L12 20l3.500-3.500" />
  ),
  entityViews: (
    <>
      <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  assets: <path d="M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9" />,
  dashboards: (
    <>
      <rect x="4" y="4" width="7" height="9" rx="1" />
      <rect x="13" y="4" width="7" height="5" rx="1" />
      <rect x="4" y="15" width="7" height="5" rx="1" />
      <rect x="13" y="11" width="7" height="9" rx="1" />
    </>
  ),
  widgets: <path d="M4 4h7v7H4zM4 14h7v6H4zM14 14h6v6h-6zM17 2.500l4.500 4.500-4.500 4.500L12.500 7z" />,
  customers: (
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M3 20c0-4 3-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 010 7M21 20c0-3-1.5-5-4-5.7" />
    </>
  ),
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7" />
    </>
  ),
  tenants: <path d="M4 20V5h9v15M13 10h7v10M2.5 20h19M7 9h3M7 13h3M16 14h1.5M7 17h3" />,
  rules: (
    <>
      <circle cx="5" cy="12" r="2" />
      <circle cx="19" cy="6" r="2" />
      <circle cx="19" cy="18" r="2" />
      <path d="M7 12h4l6-6M11 12l6 6" />
    </>
  ),
  profile: <path d="M6 3h12v18H6zM9 8h6M9 12h6M9 16h3" />,
  search: (
    <>
      <circle cx="11" cy="11" r="6" />
      <path d="M20 20l-4.5-4.5" />
    </>
  ),
  add: <path d="M12 5v14M5 12h14" />,
  drag: (
    <>
      <circle cx="9" cy="6" r="1" />
      <circle cx="15" cy="6" r="1" />
      <circle cx="9" cy="12" r="1" />
      <circle cx="15" cy="12" r="1" />
      <circle cx="9" cy="18" r="1" />
      <circle cx="15" cy="18" r="1" />
    </>
  ),
  more: (
    <>
      <circle cx="12" cy="5" r="1" />
      <circle cx="12" cy="12" r="1" />
      <circle cx="12" cy="19" r="1" />
    </>
  ),
  close: <path d="M6 6l12 12M18 6L6 18" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  fullscreen: <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />,
  fullscreenExit: <path d="M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 8v4l3 2" />
    </>
  ),
  copy: (
    <>
      <rect x="8" y="8" width="12" height="12" rx="2" />
      <path d="M4 16V4h12" />
    </>
  ),
  edit: <path d="M4 20l4-1L19 8l-3-3L5 16z" />,
  delete: <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5" />,
  refresh: <path d="M20 11a8 8 0 10-2.3 6M20 4v6h-6" />,
  visibility: (
    <>
      <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  visibilityOff: (
    <path d="M4 4l16 16M9.5 5.500A9 9 0 0112 5c6 0 10 7 10 7a17 17 0 01-3 3.700M6 7.500A17 17 0 002 12s4 7 10 7a9 9 0 004-1M10 10a3 3 0 004 4" />
  ),
  sortUp: <path d="M12 19V5M6 11l6-6 6 6" />,
  sortDown: <path d="M12 5v14M6 13l6 6 6-6" />,
  chevronDown: <path d="M6 9l6 6 6-6" />,
  chevronUp: <path d="M6 15l6-6 6 6" />,
  chevronLeft: <path d="M15 6l-6 6 6 6" />,
  chevronRight: <path d="M9 6l6 6-6 6" />,
  zoomOut: (
    <>
      <circle cx="11" cy="11" r="6" />
      <path d="M20 20l-4.5-4.5M8.5 11h5" />
    </>
  ),
  first: <path d="M17 6l-6 6 6 6M7 6v12" />,
  last: <path d="M7 6l6 6-6 6M17 6v12" />,
  check: <path d="M5 12l5 5 9-10" />,
  columns: <path d="M4 5h16v14H4zM10 5v14M15 5v14" />,
  filter: <path d="M4 6h16M7 12h10M10 18h4" />,
  key: (
    <>
      <circle cx="8" cy="15" r="4" />
      <path d="M11 12l9-9M16 7l3 3M13 10l2 2" />
    </>
  ),
  link: (
    <path d="M10 14a4 4 0 005.7 0l3.5-3.500a4 4 0 00-5.7-5.700L12 6.300M14 10a4 4 0 00-5.7 0l-3.5 3.500a4 4 0 005.7 5.700L12 17.7" />
  ),
  share: (
    <>
      <circle cx="6" cy="12" r="2.5" />
      <circle cx="18" cy="6" r="2.5" />
      <circle cx="18" cy="18" r="2.5" />
      <path d="M8.2 10.900l7.6-3.800M8.2 13.100l7.6 3.8" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="11" width="14" height="9" rx="2" />
      <path d="M8 11V8a4 4 0 018 0v3" />
    </>
  ),
  assign: (
    <>
      <circle cx="10" cy="8" r="4" />
      <path d="M3 20c0-4 3-6 7-6M18 13v7M15 16.500h6" />
    </>
  ),
  unassign: (
    <>
      <circle cx="10" cy="8" r="4" />
      <path d="M3 20c0-4 3-6 7-6M15 17h6" />
    </>
  ),
  logout: <path d="M14 4h5v16h-5M4 12h11M11 8l4 4-4 4" />,
  light: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.600L7 7M17 17l1.4 1.400M18.4 5.600L17 7M7 17l-1.4 1.4" />
    </>
  ),
  dark: <path d="M20 14a8 8 0 01-10-10 8 8 0 1010 10z" />,
  system: <path d="M4 5h16v11H4zM9 20h6M12 16v4" />,
  density: <path d="M4 5h16M4 10h16M4 15h16M4 20h16" />,
  keyboard: <path d="M3 6h18v12H3zM7 10h.010M11 10h.010M15 10h.010M7 14h10" />,
  help: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.500 9.500a2.500 2.500 0 114 2c-.9.7-1.500 1.200-1.500 2.300M12 17h.01" />
    </>
  ),
  openInNew: <path d="M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9" />,
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5M12 8h.01" />
    </>
  ),
  success: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M8 12l3 3 5-6" />
    </>
  ),
  warning: <path d="M12 4l9 16H3zM12 10v4M12 17h.01" />,
  error: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v6M12 16.500h.01" />
    </>
  ),
  back: <path d="M20 12H5M11 6l-6 6 6 6" />,
  undo: <path d="M9 7L4 12l5 5M4 12h10a6 6 0 010 12" transform="translate(0 -2)" />,
  redo: <path d="M15 7l5 5-5 5M20 12H10a6 6 0 000 12" transform="translate(0 -2)" />,
  upload: <path d="M12 16V5m0 0L8 9m4-4l4 4M5 20h14" />,
  camera: (
    <>
      <path d="M4 8h3l2-3h6l2 3h3v11H4z" />
      <circle cx="12" cy="13" r="3.5" />
    </>
  ),
  download: <path d="M12 4v11m0 0l-4-4m4 4l4-4M5 20h14" />,
  message: <path d="M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5" />,
  mail: <path d="M3 6h18v12H3zM3 7l9 7 9-7" />,
  play: <path d="M7 5l12 7-12 7z" />,
  pause: <path d="M8 5v14M16 5v14" />,
  settings: (
    <>
      <circle cx="12" cy="12" r="3" />
      <path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2.1 2.100M16.3 16.300l2.1 2.100M18.4 5.600l-2.1 2.100M7.7 16.300l-2.1 2.1" />
    </>
  ),
  edges: (
    <>
      <rect x="3" y="13" width="18" height="7" rx="2" />
      <path d="M7 16.500h.01M11 16.500h.01M17 13V9M13.500 7a5 5 0 017 0M11.500 4.500a8 8 0 0111 0" />
    </>
  ),
  edgeManagement: (
    <>
      <circle cx="12" cy="12" r="2" />
      <path d="M8 8a5.500 5.500 0 000 8M16 8a5.500 5.500 0 010 8M5.500 5a9.500 9.500 0 000 14M18.500 5a9.500 9.500 0 010 14" />
    </>
  ),
  connectivity: <path d="M3 9a13 13 0 0118 0M6 13a8.5 8.5 0 0112 0M9 16.500a4.5 4.5 0 016 0M12 20h.01" />,
  table: <path d="M4 5h16v14H4zM4 10h16M4 15h16M10 10v9" />,
  chart: <path d="M4 19h16M5 15l5-6 4 4 5-7" />,
  bug: (
    <>
      <rect x="8" y="8" width="8" height="12" rx="4" />
      <path d="M9.5 8a2.500 2.500 0 015 0M12 11v9M4 14h4M16 14h4M5 8l3 2.500M19 8l-3 2.500M5 20l3-2.500M19 20l-3-2.500" />
    </>
  ),
  arrange: <path d="M3 9h6v6H3zM15 3h6v6h-6zM15 15h6v6h-6zM9 12h3M12 12V6h3M12 12v6h3" />,
  paste: <path d="M8 4H5v17h14V4h-3M8 3h8v4H8zM9 12h6M9 16h6" />,
  folder: <path d="M3 7V6a1 1 0 011-1h5l2 2.500h9a1 1 0 011 1V18a1 1 0 01-1 1H4a1 1 0 01-1-1V7z" />,
  flag: <path d="M6 21V4h11l-2 4 2 4H6" />,
  bookmark: <path d="M7 4h10v16l-5-4-5 4z" />,
  code: <path d="M8 7l-5 5 5 5M16 7l5 5-5 5" />,
  alarm: <path d="M6 16V11a6 6 0 0112 0v5l2 2H4zM10 21h4" />,
  logo: (
    <>
      <path d="M4 17V9a5 5 0 0110 0v6a3 3 0 006 0V7" />
      <circle cx="4" cy="19" r="1.5" fill="currentColor" />
      <circle cx="20" cy="5" r="1.5" fill="currentColor" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

/** Point along the line of reading: mirrored where that goes from right to left. */
const DIRECTED: ReadonlySet<IconName> = new Set([
  'back',
  'chevronLeft',
  'chevronRight',
  'first',
  'last',
  'logout',
  'redo',
  'undo',
]);

/** A line icon; decorative, so the control around it carries the name. `size` in px. */
export function Icon({ name, size = 18, color }: { name: IconName; size?: number; color?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(DIRECTED.has(name) ? { className: 'directed' } : {})}
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none', ...(color ? { color } : {}) }}
    >
      {SHAPES[name]}
    </svg>
  );
}
