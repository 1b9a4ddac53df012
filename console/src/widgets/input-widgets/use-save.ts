import { useRef, useState } from 'react';
import { errorText } from '../../controls/error-text.ts';

/** How saving stands. */
export type SaveState = { kind: 'idle' } | { kind: 'saving' } | { kind: 'saved' } | { kind: 'failed'; text: string };

/** Saves once at a time and says what became of it. */
export function useSave() {
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  const isSaving = useRef(false);
  return {
    state,
    /** Forgets what became of the last attempt. */
    clear: () => setState((now) => (now.kind === 'saving' || now.kind === 'idle' ? now : { kind: 'idle' })),
    /** @returns whether it was saved; false too when another attempt is under way */
    async save(work: () => Promise<unknown>): Promise<boolean> {
      if (isSaving.current) return false;
      isSaving.current = true;
      setState({ kind: 'saving' });
      try {
        await work();
        setState({ kind: 'saved' });
        return true;
      } catch (error) {
        setState({ kind: 'failed', text: errorText(error) });
        return false;
      } finally {
        isSaving.current = false;
      }
    },
  };
}
