// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { startTranslations } from '../../i18n/i18n.ts';
import type { DataRow } from '../model.ts';
import { completeLegend } from '../runtime/legend.ts';
import { Legend } from './legend.tsx';

startTranslations();
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const row = (label: string) => ({ dataKey: { label, color: '#123456', settings: {} }, data: [] }) as unknown as DataRow;

it('a legend marks what is compared with as it is drawn: dashed', () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  act(() =>
    root.render(
      <Legend
        rows={[row('Now'), row('Before')]}
        comparedFrom={1}
        config={completeLegend(undefined, true)}
        widget={{}}
        hidden={new Set()}
        onToggle={() => undefined}
      />,
    ),
  );
  const marks = [...place.querySelectorAll('button i')].map((mark) => mark.getAttribute('style') ?? '');
  act(() => root.unmount());
  expect(marks.map((style) => style.includes('repeating-linear-gradient'))).toEqual([false, true]);
});
