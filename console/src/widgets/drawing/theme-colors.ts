import { createContext, useContext, useSyncExternalStore } from 'react';

/** The colours of the theme as charts need them: values, not variables, because canvases know no variables. */
export interface ChartColors {
  surface: string;
  text: string;
  text2: string;
  text3: string;
  line: string;
  line2: string;
  accent: string;
}

function read(): ChartColors {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    surface: of('--surface'),
    text: of('--text'),
    text2: of('--text-2'),
    text3: of('--text-3'),
    line: of('--line'),
    line2: of('--line-2'),
    accent: of('--accent'),
  };
}

let colors: ChartColors | undefined;
const listeners = new Set<() => void>();
let observer: MutationObserver | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  observer ??= new MutationObserver(() => {
    colors = read();
    for (const each of listeners) each();
  });
  if (listeners.size === 1) observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      observer?.disconnect();
      // Without an observer a change of the mode goes unnoticed.
      colors = undefined;
    }
  };
}

/** The colours of a widget that has a ground or a text of its own. */
export const OwnColors = createContext<ChartColors | undefined>(undefined);

/** The colours of the mode in use, which change with it; within a widget with colours of its own, those. */
export function useChartColors(): ChartColors {
  const own = useContext(OwnColors);
  const theme = useSyncExternalStore(subscribe, () => {
    colors ??= read();
    return colors;
  });
  return own ?? theme;
}
