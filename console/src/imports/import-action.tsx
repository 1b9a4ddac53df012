import type { ImportedType } from '@signalbox/contract/bulk-import';
import { openDialog } from '../app/dialogs.ts';

/** Opens the import of a kind; resolves to whether anything was, or may have been, imported. */
export async function openImport(type: ImportedType, title: string): Promise<boolean> {
  const { ImportDialog } = await import('./import-dialog.tsx');
  return (await openDialog<boolean>((close) => <ImportDialog type={type} title={title} close={close} />)) ?? false;
}
