import { useRef, useState } from 'react';

/** What is in a file, or what is wrong with it, in words. */
export type ReadFile<Content> = { content: Content } | { problem: string };

/**
 * The file that was chosen last, and what is in it. One that was read more slowly than a later one is dropped.
 * @param parts.read what is in the text of a file; one that throws cannot be read
 */
export function useChosenFile<Content>(parts: {
  /** Bytes; of a larger one nothing is read. */
  maxBytes: number;
  /** Said of what is larger, of what cannot be read, and where no file was chosen. */
  tooLarge: string;
  unreadable: string;
  needed: string;
  read: (text: string) => ReadFile<Content>;
}) {
  const [chosen, setChosen] = useState<{ name: string; content?: Content; problem?: string }>({ name: '' });
  const latest = useRef<Promise<ReadFile<Content>>>(undefined);

  async function read(file: File): Promise<ReadFile<Content>> {
    if (file.size > parts.maxBytes) return { problem: parts.tooLarge };
    try {
      return parts.read(await file.text());
    } catch {
      return { problem: parts.unreadable };
    }
  }

  return {
    ...chosen,
    async choose(file: File): Promise<void> {
      const reading = read(file);
      latest.current = reading;
      setChosen({ name: file.name });
      const found = await reading;
      if (latest.current === reading) setChosen({ name: file.name, ...found });
    },
    /** What is in it once it has been read: whoever is quicker waits. Undefined where there is nothing, which is said. */
    async ready(): Promise<Content | undefined> {
      if (!latest.current) setChosen({ name: '', problem: parts.needed });
      for (;;) {
        const reading = latest.current;
        const found = await reading;
        // Another one may have been chosen meanwhile.
        if (latest.current === reading) return found && 'content' in found ? found.content : undefined;
      }
    },
  };
}
