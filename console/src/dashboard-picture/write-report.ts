import type { ReportInput } from '@signalbox/contract/report';
import { errorText } from '../controls/error-text.ts';
import { saveFile } from '../controls/save-file.ts';
import { exportDashboard } from './export-dashboard.ts';

/** What the server's browser asks for. */
export type WantedReport = Pick<ReportInput, 'format' | 'paper' | 'orientation'>;

/** ms until the dashboard stands on the page, and between two looks at it. */
const PATIENCE = 60_000;
const LOOK_AGAIN = 100;

async function dashboardOnPage(): Promise<HTMLElement> {
  for (const until = performance.now() + PATIENCE; performance.now() < until; ) {
    const dashboard = document.querySelector<HTMLElement>('[data-dashboard]');
    if (dashboard?.querySelector('[data-dashboard-grid]')) return dashboard;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
  throw new Error('The dashboard did not open in time.');
}

/** Saves the dashboard of this page as the server's browser wants it, or says on the page why it cannot. */
export async function writeReport(
  { format, paper, orientation }: WantedReport,
  title: string,
  timeText: string,
): Promise<void> {
  try {
    const { name, content } = await exportDashboard(await dashboardOnPage(), {
      format: format === 'PNG' ? 'png' : 'pdf',
      layout: { paper, orientation, pages: 'pages' },
      title,
      timeText,
      signal: AbortSignal.timeout(2 * PATIENCE),
      onProgress: () => undefined,
    });
    saveFile(name, content);
  } catch (error) {
    document.documentElement.dataset.reportError = errorText(error);
  }
}
