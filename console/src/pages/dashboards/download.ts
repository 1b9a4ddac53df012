import { exported, exportFileName } from '../../dashboard/exchange.ts';

/** Saves a dashboard as a file of the person. */
export function downloadDashboard(dashboard: { title: string }): void {
  const file = new Blob([`${JSON.stringify(exported(dashboard), null, 2)}\n`], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = exportFileName(dashboard.title);
  link.click();
  URL.revokeObjectURL(address);
}
