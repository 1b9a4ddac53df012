import { page } from './console.ts';

/** Begins to edit the open dashboard. */
export const editDashboard = (): Promise<void> => page.getByRole('button', { name: 'Edit the dashboard' }).click();

/** A button of the toolbar of the editor. */
export const editorTool = (name: string) =>
  page.getByRole('toolbar', { name: 'Dashboard editor tools' }).getByRole('button', { name, exact: true });

/** What a widget is taken, selected and moved by. */
export const widgetHandle = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}, \\d+ by`) });

/** Saves what is edited, and waits until that is done. */
export async function saveDashboard(): Promise<void> {
  await editorTool('Save').click();
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor();
}
