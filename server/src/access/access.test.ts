import { DEFAULT_SECURITY_SETTINGS } from '@signalbox/contract/security-settings';
import { describe, expect, it } from 'vitest';
import { isLoopback, requireSafeDemo } from '../config/demo-guard.ts';
import { readableLine } from '../config/log.ts';
import { parseUserAgent } from './client-info.ts';
import { passwordViolations } from './password-policy.ts';

describe('password rules', () => {
  const policy = DEFAULT_SECURITY_SETTINGS.passwordPolicy;

  it('name everything a password lacks', () => {
    const strict = { ...policy, minimumUppercaseLetters: 1, minimumDigits: 2, minimumSpecialCharacters: 1 };
    expect(passwordViolations('abc', strict)).toEqual([
      'Password must be 6 or more characters in length.',
      'Password must contain 1 or more uppercase characters.',
      'Password must contain 2 or more digit characters.',
      'Password must contain 1 or more special characters.',
    ]);
    expect(passwordViolations('Abcd12!', strict)).toEqual([]);
  });

  it('refuse passwords so long that hashing them would delay others', () => {
    expect(passwordViolations('x'.repeat(256), policy)).toHaveLength(1);
  });
});

describe('the client of a sign-in', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/96.0.4664.45 Safari/537.36',
      { browser: 'Chrome 96.0.4664', os: 'Linux', device: 'Other' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.0 Mobile/15E148 Safari/604.1',
      { browser: 'Safari 15.0', os: 'iOS', device: 'iPhone' },
    ],
    ['curl/8.0', { browser: 'Other', os: 'Other', device: 'Other' }],
  ])('is read from %s', (userAgent, client) => {
    expect(parseUserAgent(userAgent)).toEqual(client);
  });

  it.each([`Version/${'1'.repeat(60_000)}`, 'Version/1'.repeat(7000)])(
    'is read at once however long it is',
    (userAgent) => {
      const started = performance.now();
      expect(parseUserAgent(userAgent)).toEqual({ browser: 'Other', os: 'Other', device: 'Other' });
      expect(performance.now() - started).toBeLessThan(500);
    },
  );
});

describe('the demo', () => {
  it('listens on this machine only unless configured otherwise', () => {
    const settings = { demo: true, demoPublic: false };
    for (const bind of ['127.0.0.1', '127.8.0.1', 'localhost', '::1', '[::1]']) {
      expect(isLoopback(bind), bind).toBe(true);
      requireSafeDemo({ ...settings, bind });
    }
    for (const bind of ['0.0.0.0', '::', '192.168.0.1', 'example.com', '::11']) {
      expect(() => requireSafeDemo({ ...settings, bind }), bind).toThrow('SIGNALBOX_DEMO_PUBLIC');
    }
    requireSafeDemo({ bind: '0.0.0.0', demo: true, demoPublic: true });
    requireSafeDemo({ bind: '0.0.0.0', demo: false, demoPublic: false });
  });
});

describe('log lines', () => {
  it('cannot be forged with line breaks in values', () => {
    const line = readableLine(JSON.stringify({ time: 0, level: 30, msg: 'a\nb', name: 'x\ny', pid: 1, hostname: 'h' }));
    expect(line).toBe('1970-01-01T00:00:00.000Z INFO  a\\nb name=x\\ny\n');
  });
});
