import type { DashboardInfo } from '@signalbox/contract/dashboard';

/** The customer that stands for everybody, where a dashboard is public. */
export function publicCustomerOf(dashboard: Pick<DashboardInfo, 'assignedCustomers'>) {
  return dashboard.assignedCustomers?.find((customer) => customer.public);
}

/** The address under which everybody sees a public dashboard; undefined when it is not public. */
export function publicLink(dashboard: Pick<DashboardInfo, 'id' | 'assignedCustomers'>, origin: string) {
  const visitor = publicCustomerOf(dashboard);
  return visitor ? `${origin}/dashboard/${dashboard.id.id}?publicId=${visitor.customerId.id}` : undefined;
}

/** The customers that a dashboard is assigned to, without the one that stands for everybody. */
export function namedCustomers(dashboard: Pick<DashboardInfo, 'assignedCustomers'>) {
  return (dashboard.assignedCustomers ?? []).filter((customer) => !customer.public);
}
