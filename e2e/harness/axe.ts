import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Its short form: pages compile it in half the time. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core looks for: rules by name, or those with a tag. */
export interface AxeRules {
  type: 'rule' | 'tag';
  values: readonly string[];
}

/** The levels A and AA of WCAG 2.2. */
export const WCAG: AxeRules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };

/** The parts of a violation that tests name. */
export interface Violation {
  id: string;
  help: string;
  nodes: { target: readonly unknown[]; any: readonly { message: string }[] }[];
}

/**
 * Finds what violates `rules` on the current page, but not inside its frames.
 * It is brought to a document once, for all checks of it: that takes as long as a check of a short page.
 */
export async function violationsOf(page: Page, rules: AxeRules): Promise<Violation[]> {
  // Without the text of elements, which nobody reads here: that would take a seventh of the time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${SOURCE};axe.configure({ noHtml: true });0`);
  return page.evaluate(async ({ type, values }) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    const { violations } = await here.run(document, {
      runOnly: { type, values: [...values] },
      // Frames are of another origin, which does not answer: it would wait for each in vain.
      iframes: false,
      // What does not violate anything is not described, which takes longer than finding what does.
      resultTypes: ['violations'],
    });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, any }) => ({ target, any: any.map(({ message }) => ({ message })) })),
    }));
  }, rules);
}
