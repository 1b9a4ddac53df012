import type { FrameLocator, Locator, Page } from 'playwright-core';

/** A controller that runs one line when its widget begins. */
export const scriptWith = (line: string): string =>
  `self.onInit = function () {\n  ${line}\n  self.ctx.detectChanges();\n};\n`;

/** The parts of the editor of widget types on a page. */
export function widgetEditor(page: Page) {
  const toolbar: Locator = page.getByRole('toolbar', { name: 'Widget type' });
  const preview: Locator = page.getByRole('region', { name: 'Preview', exact: true });
  const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
  return {
    toolbar,
    preview,
    field,
    /** What the widget at work shows. */
    drawn: (): FrameLocator => preview.frameLocator('iframe'),
    save: toolbar.getByRole('button', { name: 'Save', exact: true }),
    /** Writes code in place of what an editor has. */
    async write(name: string, code: string): Promise<void> {
      await field(name).click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(code);
    },
    isSaved: (): Promise<void> => toolbar.getByText('no changes').waitFor(),
  };
}
