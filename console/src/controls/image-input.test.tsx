// @vitest-environment jsdom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import { ImageInput } from './image-input.tsx';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let place: HTMLElement;
let value: string;

function Form() {
  const [image, setImage] = useState('');
  value = image;
  return <ImageInput label="Image" value={image} onChange={setImage} />;
}

beforeEach(async () => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(() => root.render(<Form />));
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
});

async function choose(bytes: number, type: string): Promise<void> {
  const input = place.querySelector('input') as HTMLInputElement;
  const file = new File([new Uint8Array(bytes)], 'picture', { type });
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  await act(async () => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

describe('an image', () => {
  it('is shown, and can be taken away', async () => {
    await choose(512 * 1024, 'image/png');
    await expect.poll(() => act(() => value)).toMatch(/^data:image\/png;base64,/);
    expect(place.querySelector('img')?.src).toBe(value);
    const remove = [...place.querySelectorAll('button')].find((button) => button.textContent === 'Remove the image');
    await act(() => remove?.click());
    expect([value, place.querySelector('img')]).toEqual(['', null]);
  });

  it('of more than 512 kB is refused', async () => {
    await choose(512 * 1024 + 1, 'image/png');
    expect(place.textContent).toContain('The file is larger than 512 kB');
    expect(value).toBe('');
  });

  it('is not taken from a file of another kind', async () => {
    await choose(10, 'text/html');
    expect(place.textContent).toContain('This file is not an image');
    expect(value).toBe('');
  });
});
