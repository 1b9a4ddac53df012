// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import { isPassing, LiveError } from '../api/failure.ts';
import { RequestError } from '../api/http.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { errorText, failureLine } from './error-text.ts';
import { Loaded, type Loading } from './loaded.tsx';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const answer = (status: number, message?: string) =>
  new RequestError(status, message ?? 'as it came', 'GET', '/api/x', undefined, {
    body: message === undefined ? '' : { message },
  });

async function seen(from: Loading<string>) {
  const place = document.createElement('div');
  await act(() =>
    createRoot(place).render(
      <Loaded from={from} title="The list could not be loaded" forbiddenTitle="Not this list">
        {(data) => data}
      </Loaded>,
    ),
  );
  const details = place.querySelector('details');
  details?.remove();
  return {
    text: place.textContent ?? '',
    role: place.firstElementChild?.getAttribute('role'),
    button: place.querySelector('button'),
  };
}

const FAILURES = [
  ['no answer', answer(0), 'Unable to connect', 'alert', true],
  [
    'a part that could not be fetched',
    new Error('Importing a module script failed.'),
    'Unable to connect',
    'alert',
    true,
  ],
  ['a server without its database', answer(503, 'Nope'), 'The server is not available right now', 'alert', true],
  ['a proxy without a server', answer(502), 'The server is not available right now', 'alert', true],
  ['too many requests', answer(429, 'Too many requests!'), 'Too many requests', 'alert', true],
  ['a refusal', answer(403, 'No'), 'Not this list', 'alert', false],
  ['a refusal of the live connection', new LiveError({ errorCode: 3 }), 'Not this list', 'alert', false],
  ['what is gone', answer(404, "Requested item wasn't found!"), 'The list could not be loaded', 'alert', false],
  ['a broken server', answer(500, 'Cause'), 'The list could not be loadedCause', 'alert', false],
  [
    'a broken live connection',
    new LiveError({ errorCode: 1, errorMsg: 'Cause' }),
    'The list could not be loadedCause',
    'alert',
    false,
  ],
] as const;

describe('what could not be loaded', () => {
  it.each(FAILURES)('says of %s what it is, and whether it passes', async (_name, error, words, role, passes) => {
    const refetch = vi.fn();
    const { text, role: shownRole, button } = await seen({ data: undefined, error, refetch });
    expect(text).toContain(words);
    expect(shownRole).toBe(role);
    expect(isPassing(error)).toBe(passes);
    button?.click();
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('stays as it was when it cannot be loaded again, unless it was taken away', async () => {
    const refetch = () => {};
    expect((await seen({ data: 'Rows', error: answer(500, 'Cause'), refetch })).text).toMatch(
      /may be out of date.*Rows/,
    );
    expect((await seen({ data: 'Rows', error: null, refetch })).text).toBe('Rows');
    for (const status of [403, 404]) {
      expect((await seen({ data: 'Rows', error: answer(status, 'No'), refetch })).text).not.toContain('Rows');
    }
  });
});

describe('a failure in one line', () => {
  it("is the server's reason, or what is known of the failure", () => {
    expect(errorText(answer(403, 'Only its owner may do this'))).toBe('Only its owner may do this');
    expect(errorText(answer(429, 'Too many calls wait for this device'))).toBe('Too many calls wait for this device');
    expect(errorText(answer(404))).toBe('This no longer exists');
    expect(errorText(answer(504, 'x'))).toBe('The server is not available right now');
    expect(failureLine(answer(403, 'x'))).toBe('You are not permitted to see this');
    expect(failureLine(answer(500, 'x'))).toBe('x');
  });
});
