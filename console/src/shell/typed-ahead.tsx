import { useEffect } from 'react';

/**
 * Takes the keys that are pressed while the palette is on its way: what is typed is for its field.
 * @param onText told how the text of the field changes
 */
export function TypedAhead({ onText }: { onText: (change: (text: string) => string) => void }): null {
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      const { key } = event;
      const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isText && key !== 'Backspace') return;
      event.preventDefault();
      event.stopPropagation();
      onText((text) => (isText ? text + key : text.slice(0, -1)));
    };
    window.addEventListener('keydown', take, { capture: true });
    return () => window.removeEventListener('keydown', take, { capture: true });
  }, [onText]);
  return null;
}
