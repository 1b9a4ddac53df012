import { saveFile } from '../../controls/save-file.ts';
import { exported, exportFileName } from '../../dashboard/exchange.ts';

/** Saves a dashboard as a file of the person. */
export function downloadDashboard(dashboard: { title: string }): void {
  const text = `${JSON.stringify(exported(dashboard), null, 2)}\n`;
  saveFile(exportFileName(dashboard.title), new Blob([text], { type: 'application/json' }));
}
