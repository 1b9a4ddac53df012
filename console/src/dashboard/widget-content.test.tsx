// @vitest-environment jsdom
import { createTheme, ThemeProvider } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import type { Widget } from '../widgets/model.ts';
import type { WidgetType } from '../widgets/widget-type.ts';
import './texts/texts.ts';
import type { ContentProps } from './followed-widget.tsx';
import { WidgetContent } from './widget-content.tsx';

vi.mock('./followed-widget.tsx', () => ({
  FollowedWidget: () => {
    throw new TypeError('no such setting');
  },
}));

startTranslations();
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const widget = { id: 'w', type: 'latest', bundleAlias: 'pumps', typeAlias: 'gauge', config: {} } as unknown as Widget;

/** What stands in place of a widget whose type is read with this result. */
async function shown(type: Partial<UseQueryResult<WidgetType | null>>, of = widget): Promise<HTMLElement> {
  const place = document.createElement('div');
  const props = { widget: of } as ContentProps;
  await act(() =>
    createRoot(place, { onCaughtError: () => undefined }).render(
      <ThemeProvider theme={createTheme()}>
        <WidgetContent {...props} type={type as UseQueryResult<WidgetType | null>} />
      </ThemeProvider>,
    ),
  );
  return place;
}

it('names the type that there is none of', async () => {
  const { textContent } = await shown({ isError: false, data: null });
  expect(textContent).toContain('Widget type not found');
  expect(textContent).toContain('pumps / gauge');
});

it('says that a widget does not name its type', async () => {
  const unnamed = { id: 'w', type: 'latest', config: {} } as unknown as Widget;
  const { textContent } = await shown({ isError: false, data: null }, unnamed);
  expect(textContent).toContain('does not say of which type this widget is');
  expect(textContent).not.toContain('undefined');
});

it('says why its type could not be loaded, and tries again', async () => {
  const refetch = vi.fn();
  const place = await shown({ isError: true, error: new Error('The server is away'), refetch });
  expect(place.textContent).toContain('Error loading widget');
  expect(place.textContent).toContain('The server is away');
  await act(() => place.querySelector('button')?.click());
  expect(refetch).toHaveBeenCalledOnce();
});

it('says what failed in drawing it, and the page goes on', async () => {
  const place = await shown({ isError: false, data: { load: vi.fn() } as unknown as WidgetType });
  expect(place.querySelector('[role="alert"]')?.textContent).toContain('TypeError: no such setting');
  expect(place.querySelector('button')?.textContent).toBe('Try again');
});
