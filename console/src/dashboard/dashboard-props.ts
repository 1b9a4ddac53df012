import type { ReactNode } from 'react';
import type { FindChoices } from '../controls/choice.ts';
import type { DashboardConfiguration } from './configuration.ts';

export interface DashboardViewProps {
  dashboard: { id: { id: string }; title: string; configuration: unknown };
  /** Fills the window without the shell. */
  singlePage: boolean;
  hideToolbar: boolean;
  embedded: boolean;
  onExport: () => void;
  /** Finds other dashboards to switch to; undefined where one stays with this one. */
  dashboards: FindChoices | undefined;
  onOpenDashboard: (id: string, newTab: boolean, state?: string) => void;
  /** For viewers without the shell around the dashboard. */
  userMenu?: ReactNode;
}

export interface OpenDashboardProps extends DashboardViewProps {
  upgraded: DashboardConfiguration;
  /** Server time minus browser time, ms; undefined until it is known. */
  serverOffset: number | undefined;
  fullScreen: boolean;
  onFullScreen: () => void;
  /** Shown inside another dashboard: what the view begins with, as address text; it leaves the address alone. */
  own?: string;
}
