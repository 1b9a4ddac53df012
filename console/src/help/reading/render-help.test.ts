// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { helpHtml } from './render-help.ts';

const draw = (markdown: string, below = 0) => {
  const element = document.createElement('div');
  element.innerHTML = helpHtml(markdown, { below, copy: 'Copy the code' });
  return element;
};

describe('a drawn help text', () => {
  it('has headings that links find', () => {
    const text = draw('# Charts\n\n## Line chart {#basic_timeseries}\n\n### What it returns', 1);
    const headings = [...text.querySelectorAll('[data-anchor]')];
    expect(headings.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['H2', 'Charts'],
      ['H3', 'Line chart'],
      ['H4', 'What it returns'],
    ]);
    expect(headings.map((one) => one.getAttribute('data-anchor'))).toEqual([
      'charts',
      'basic_timeseries',
      'what-it-returns',
    ]);
  });

  it('has code as it is written, with a button that copies it', () => {
    const text = draw('```json\n{"a": "<b>"}\n```\n{:copy-code}');
    expect(text.querySelector('pre code')?.textContent).toBe('{"a": "<b>"}');
    expect(text.querySelector('button[data-copy]')?.textContent).toBe('Copy the code');
    expect(text.textContent).not.toContain('copy-code');
  });

  it('runs nothing, whoever wrote it', () => {
    const text = draw('<img src=x onerror="alert(1)"> [x](javascript:alert(1)) <script>alert(1)</script>');
    expect(text.innerHTML).not.toMatch(/onerror|javascript:|<script/);
  });

  it('keeps parts that can be opened', () => {
    const text = draw('<details>\n<summary>Settings</summary>\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n</details>');
    expect(text.querySelector('details summary')?.textContent).toBe('Settings');
    expect(text.querySelector('details .table table td')?.textContent).toBe('1');
  });
});
