import type { Authority } from '@signalbox/contract/authority';
import type { IconName } from '../controls/icon.tsx';

export interface MenuEntry {
  /** Key of the name. */
  name: string;
  path: string;
  icon: IconName;
  authorities: readonly Authority[];
}

/** Every entry of the side menu, in the order of the specification. Those without a page or the authority for it are left out. */
const ENTRIES: readonly MenuEntry[] = [
  { name: 'home.home', path: '/home', icon: 'home', authorities: ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] },
  { name: 'tenant.tenants', path: '/tenants', icon: 'tenants', authorities: ['SYS_ADMIN'] },
  { name: 'customer.customers', path: '/customers', icon: 'customers', authorities: ['TENANT_ADMIN'] },
  { name: 'user.users', path: '/users', icon: 'user', authorities: ['TENANT_ADMIN'] },
  { name: 'device.devices', path: '/devices', icon: 'devices', authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'] },
  {
    name: 'dashboard.dashboards',
    path: '/dashboards',
    icon: 'dashboards',
    authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
  },
  { name: 'audit.page', path: '/auditLogs', icon: 'clock', authorities: ['TENANT_ADMIN'] },
];

/** The menu of an authority, limited to paths that have a page. */
export function menuOf(authority: string, pagePaths: ReadonlySet<string>): MenuEntry[] {
  return ENTRIES.filter(
    (entry) => pagePaths.has(entry.path) && entry.authorities.some((allowed) => allowed === authority),
  );
}
