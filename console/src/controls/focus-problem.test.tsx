// @vitest-environment jsdom
import { createTheme, ThemeProvider } from '@mui/material';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { focusProblem } from './focus-problem.ts';
import { TextInput } from './text-input.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

it('goes to the first field with a problem, if there is one', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const draw = (error: string | undefined) =>
    act(async () =>
      root.render(
        <ThemeProvider theme={createTheme()}>
          <TextInput label="Good" help="as it should be" />
          <TextInput label="Wrong" error={error} />
          <TextInput label="Wrong, too" error={error} />
        </ThemeProvider>,
      ),
    );
  const isFound = () => act(async () => focusProblem(place));
  await draw(undefined);
  expect(await isFound()).toBe(false);
  await draw('10 or less');
  expect(await isFound()).toBe(true);
  expect((document.activeElement as HTMLInputElement).labels?.[0]?.textContent).toBe('Wrong');
  expect(focusProblem(null)).toBe(false);
  await act(async () => root.unmount());
  place.remove();
});
