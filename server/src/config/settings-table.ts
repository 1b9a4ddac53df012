import { SETTINGS } from './settings.ts';

/** The settings as a Markdown table, as in README.md (a test keeps the two in step). */
export function settingsTable(): string {
  const rows = Object.values(SETTINGS).map((setting) => {
    const unit = 'unit' in setting && setting.unit ? ` ${setting.unit}` : '';
    const standard = setting.default === '' ? '—' : `\`${String(setting.default)}\`${unit}`;
    return `| \`${setting.env}\` | ${standard} | ${setting.meaning} |`;
  });
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
