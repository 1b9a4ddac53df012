import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { launchOptions } from '../harness/browser.ts';

const NAME = '--disable-features=';

it('the browser of tests leaves off what Playwright leaves off', async () => {
  const server = await chromium.launchServer(launchOptions(true));
  try {
    const [playwright, ...more] = server
      .process()
      .spawnargs.filter((argument) => argument.startsWith(NAME))
      .map((argument) => argument.slice(NAME.length).split(','));
    expect(playwright).toContain('PaintHolding');
    expect(more).toHaveLength(1);
    expect(more[0]).toEqual(expect.arrayContaining(playwright ?? []));
  } finally {
    await server.close();
  }
});
