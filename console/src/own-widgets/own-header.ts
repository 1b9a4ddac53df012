import type { WidgetHeader } from '../dashboard/widget-header.ts';
import type { FrameHeader } from './protocol.ts';

/** Buttons that a widget may put into its header. */
const MOST_BUTTONS = 12;
const LONGEST_TEXT = 500;

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : null);

/** What a frame wants of the header of its widget; it may send anything. */
export function headerOf(header: FrameHeader, press: (index: number) => void): WidgetHeader {
  return {
    title: text(header.title),
    tooltip: text(header.tooltip),
    isHidden: header.isHidden === true,
    buttons: header.buttons.slice(0, MOST_BUTTONS).map((button, index) => ({
      name: text(button?.name) || '…',
      icon: text(button?.icon) ?? '',
      run: () => press(index),
    })),
  };
}
