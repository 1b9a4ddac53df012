import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** A file that is chosen: its path, or its name and content. */
type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer };

/** The content of a dashboard as a file to choose. */
export function jsonFile(name: string, content: unknown): ChosenFile {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { name: `${name}.json`, mimeType: 'application/json', buffer: Buffer.from(text) };
}

/** Opens the dialog that imports dashboards, and chooses a file. */
export async function chooseDashboard(page: Page, file: ChosenFile) {
  await page.goto('/dashboards');
  await page.getByRole('button', { name: 'Import dashboard' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(file);
  return dialog;
}

/** Imports a dashboard as people do; its page is open after that. */
export async function importThroughDialog(page: Page, file: ChosenFile): Promise<void> {
  const dialog = await chooseDashboard(page, file);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.waitForURL(/\/dashboards\/[0-9a-f-]{36}/);
}

/** What the file of the open dashboard holds. */
export async function exportByButton(page: Page): Promise<unknown> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as a file' }).click(),
  ]);
  return JSON.parse(await readFile(await download.path(), 'utf8'));
}
