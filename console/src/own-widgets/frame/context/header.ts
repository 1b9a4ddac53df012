import type { FrameHeader, Plain } from '../../protocol.ts';

/** A button as scripts describe it: `show` may leave it out. */
interface Button {
  name?: unknown;
  icon?: unknown;
  show?: unknown;
  onAction?: (event: Event) => unknown;
}

const text = (value: unknown) => (value === undefined || value === null ? null : String(value));

/** Tells the page what a script has set for the header of its widget: title, tooltip, buttons, or none at all. */
export function createHeader(context: () => Plain, put: (header: FrameHeader) => void) {
  let told = '';
  let shown: readonly Button[] = [];
  return {
    /** Says what is new; nothing is said as long as nothing was ever set. */
    tell() {
      const { widgetTitle, widgetTitleTooltip, hideTitlePanel, widgetActions } = context();
      const all = (Array.isArray(widgetActions) ? widgetActions : []) as Button[];
      shown = all.filter((button) => button && button.show !== false);
      const header: FrameHeader = {
        // An empty title is none of its own.
        title: text(widgetTitle) || null,
        tooltip: text(widgetTitleTooltip),
        isHidden: hideTitlePanel === true,
        buttons: shown.map(({ name, icon }) => ({ name: text(name) ?? '', icon: text(icon) ?? '' })),
      };
      const isPlain = header.title === null && header.tooltip === null && !header.isHidden && shown.length === 0;
      const now = JSON.stringify(header);
      if (now === told || (told === '' && isPlain)) return;
      told = now;
      put(header);
    },
    press(index: number) {
      shown[index]?.onAction?.(new Event('click'));
    },
  };
}
