import { notifyError } from '../../app/notices.ts';
import { errorText } from '../../controls/error-text.ts';

/** Saves a dashboard as a file. What that takes is loaded only now. */
export function exportDashboard(dashboard: { title: string }): void {
  import('./download.ts')
    .then(({ downloadDashboard }) => downloadDashboard(dashboard))
    .catch((error: unknown) => notifyError(errorText(error)));
}
