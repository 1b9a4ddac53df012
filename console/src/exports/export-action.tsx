import type { PlannedCall } from '../api/client.ts';
import { openDialog } from '../app/dialogs.ts';

/** What is to be exported. */
export interface ListToExport {
  /** Beginning of the name of the file. */
  name: string;
  total: number | undefined;
  list: PlannedCall;
  columns: readonly { path: string; title: string }[];
  /** Whether somebody can turn its columns on and off where it is shown. */
  hasChoice: boolean;
}

/** Opens the export of a list. */
export async function openExport(list: ListToExport): Promise<void> {
  const { ExportDialog } = await import('./export-dialog.tsx');
  await openDialog((close) => <ExportDialog {...list} close={close} />);
}
