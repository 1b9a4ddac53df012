import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';
import { settingsTable } from './settings-table.ts';

describe('settings', () => {
  it('have their defaults when nothing is set', () => {
    expect(readSettings({})).toMatchObject({
      httpPort: 8080,
      mqttPort: 1883,
      coapPort: 5683,
      bind: '127.0.0.1',
      demo: false,
    });
  });

  it('are read from the environment', () => {
    expect(readSettings({ SIGNALBOX_HTTP_PORT: '9000', SIGNALBOX_DEMO: 'on' })).toMatchObject({
      httpPort: 9000,
      demo: true,
    });
  });

  it('accept a list of origins', () => {
    const environment = { SIGNALBOX_EMBED_ORIGINS: 'https://a.example/, http://*.b.example:8443,*' };
    expect(readSettings(environment).embedOrigins).toBe('https://a.example,http://*.b.example:8443,*');
  });

  it('read the database from DATABASE_URL too', () => {
    expect(readSettings({ DATABASE_URL: 'postgres://db/x' }).databaseUrl).toBe('postgres://db/x');
    const both = { DATABASE_URL: 'postgres://db/a', SIGNALBOX_DATABASE_URL: 'postgresql://db/b' };
    expect(readSettings(both).databaseUrl).toBe('postgresql://db/b');
  });

  it.each([
    ['SIGNALBOX_HTTP_PORT', '80a'],
    ['SIGNALBOX_HTTP_PORT', '70000'],
    ['SIGNALBOX_DEMO', 'perhaps'],
    ['SIGNALBOX_TRUSTED_PROXIES', '10.0.0.0/8,proxy.example'],
    ['SIGNALBOX_EMBED_ORIGINS', 'intranet.example'],
    ['SIGNALBOX_EMBED_ORIGINS', "https://a.example; script-src 'unsafe-inline'"],
    ['SIGNALBOX_LOG_LEVEL', 'loud'],
    ['SIGNALBOX_DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['SIGNALBOX_ACCESS_TOKEN_LIFETIME', '-1'],
  ])('name the variable when %s is %s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });

  it('are all in the README', () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(settingsTable());
  });
});
