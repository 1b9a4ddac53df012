import { queryOptions, useQuery } from '@tanstack/react-query';
import { getDashboardVersion } from '../api/dashboard-versions.ts';
import { upgradedConfiguration } from '../dashboard/upgrade.ts';
import type { EditedDashboard } from './model/edited-dashboard.ts';

/** A version as it is edited. It never changes, so it is read once. */
export const dashboardVersion = (dashboardId: string, number: number) =>
  queryOptions({
    queryKey: ['dashboard version', dashboardId, number],
    queryFn: async (): Promise<EditedDashboard> => {
      const { content } = await getDashboardVersion(dashboardId, number);
      const { title, configuration } = content;
      return { title, configuration: upgradedConfiguration(configuration, title) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const useDashboardVersion = (dashboardId: string, number: number) =>
  useQuery(dashboardVersion(dashboardId, number));
