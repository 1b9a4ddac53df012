import { createContext } from 'react';

/** A button that a widget adds to its own header. */
export interface WidgetHeaderButton {
  name: string;
  /** As Material icons are called. */
  icon: string;
  run: () => void;
}

/** What a widget shows in its header instead of what is configured, and beside it. */
export interface WidgetHeader {
  /** Null: as configured. */
  title: string | null;
  tooltip: string | null;
  /** Neither a title nor actions. */
  isHidden: boolean;
  buttons: readonly WidgetHeaderButton[];
}

/** Takes what the widget within wants of its header; undefined: what is configured again. */
export const WidgetHeaderContext = createContext<(header: WidgetHeader | undefined) => void>(() => {});
