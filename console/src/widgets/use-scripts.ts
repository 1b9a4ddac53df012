import { useEffect, useState } from 'react';
import type { ScriptHome, Scripts } from './sandbox/scripts.ts';

/** The scripts of a dashboard when they are needed: undefined until loaded. What cannot be loaded fails the widget. */
export function useScripts(needed: boolean, home: ScriptHome): Scripts | undefined {
  const [scripts, setScripts] = useState<Scripts>();
  useEffect(() => {
    if (!needed) return;
    let current = true;
    home.join().then(
      (loaded) => {
        if (current) setScripts(loaded);
      },
      (error: unknown) => {
        if (!current) return;
        setScripts(() => {
          throw error;
        });
      },
    );
    return () => {
      current = false;
      setScripts(undefined);
      home.leave();
    };
  }, [needed, home]);
  return scripts;
}
