import { expect, it } from 'vitest';
import { isLocalLink, shareTargets } from './share-targets.ts';

it('the link and the title of a dashboard reach every place whole, whatever is in them', () => {
  const link = 'https://console.example/dashboard/d?publicId=c&state=a+b';
  const title = 'Tides & "waves" <1>';
  for (const { name, address } of shareTargets(link, title)) {
    const { protocol, searchParams } = new URL(address);
    expect(['https:', 'mailto:'], name).toContain(protocol);
    expect([...searchParams.values()], name).toContain(link);
    if (searchParams.size > 1) expect([...searchParams.values()], name).toContain(title);
    expect(address, name).not.toMatch(/[<>" ]/);
  }
});

it.each([
  ['', true],
  ['http://localhost:8080/dashboard/d', true],
  ['http://127.0.0.1/dashboard/d', true],
  ['http://[::1]:8080/dashboard/d', true],
  ['https://console.example/dashboard/d', false],
  ['https://localhost.example/dashboard/d', false],
])('whether only this machine can follow “%s”: %s', (link, isLocal) => {
  expect(isLocalLink(link)).toBe(isLocal);
});
