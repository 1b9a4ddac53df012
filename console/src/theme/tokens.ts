/**
 * The colours of the console. Each becomes a CSS variable of the same name on the root element
 * (`surface2` → `--surface-2`), in the set of the mode in use. Components use only these.
 */
export interface Tokens {
  bg: string;
  surface: string;
  surface2: string;
  line: string;
  line2: string;
  text: string;
  text2: string;
  text3: string;
  accent: string;
  accentSoft: string;
  accentText: string;
  onAccent: string;
  ok: string;
  okSoft: string;
  critical: string;
  criticalSoft: string;
  major: string;
  majorSoft: string;
  minor: string;
  minorSoft: string;
  warning: string;
  warningSoft: string;
  /** Series colours of charts, in order of use. */
  c1: string;
  c2: string;
  c3: string;
  c4: string;
  shadow: string;
  shadow2: string;
}

export const LIGHT: Tokens = {
  bg: '#f5f6f8',
  surface: '#ffffff',
  surface2: '#fafbfc',
  line: '#e3e6eb',
  line2: '#eef0f3',
  text: '#171b22',
  text2: '#596273',
  text3: '#656e7e',
  accent: '#2f5bea',
  accentSoft: '#e9effe',
  accentText: '#2449c4',
  onAccent: '#ffffff',
  ok: '#18794e',
  okSoft: '#e3f5ea',
  critical: '#c62828',
  criticalSoft: '#fdecec',
  major: '#b54708',
  majorSoft: '#fff1e2',
  minor: '#8a6100',
  minorSoft: '#fdf5d6',
  warning: '#5d6b14',
  warningSoft: '#f2f6d9',
  c1: '#2f5bea',
  c2: '#0d8a72',
  c3: '#b54708',
  c4: '#7a4fd0',
  shadow: '0 1px 2px rgba(16, 24, 40, 0.05)',
  shadow2: '0 8px 28px rgba(16, 24, 40, 0.14)',
};

export const DARK: Tokens = {
  bg: '#0f1217',
  surface: '#171b22',
  surface2: '#1c212a',
  line: '#2a313c',
  line2: '#222833',
  text: '#e8ebf0',
  text2: '#a4adbb',
  text3: '#8b95a5',
  accent: '#7c9cff',
  accentSoft: '#1f2a4a',
  accentText: '#a9beff',
  onAccent: '#0d1330',
  ok: '#5bd39a',
  okSoft: '#12301f',
  critical: '#ff8a80',
  criticalSoft: '#3b1718',
  major: '#ffb26b',
  majorSoft: '#3a2410',
  minor: '#f0cf5c',
  minorSoft: '#332a0c',
  warning: '#c9d76a',
  warningSoft: '#282d0e',
  c1: '#7c9cff',
  c2: '#4fd1b5',
  c3: '#ffb26b',
  c4: '#b79cff',
  shadow: 'none',
  shadow2: '0 10px 30px rgba(0, 0, 0, 0.5)',
};

/** Name of the CSS variable of a token. */
function tokenVariable(name: keyof Tokens): string {
  return `--${name.replace(/([a-z])(\d)/, '$1-$2').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The tokens as a CSS declaration block. `c1`…`c4` keep their short names. */
export function tokenStyles(tokens: Tokens): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tokens).map(([name, value]) => [
      /^c\d$/.test(name) ? `--${name}` : tokenVariable(name as keyof Tokens),
      value as string,
    ]),
  );
}
