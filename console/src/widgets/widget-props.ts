import type { ActionDescriptor, DataEntity, Widget, WidgetData } from './model.ts';
import type { DataPageLink } from './runtime/entity-query.ts';
import type { Scripts } from './sandbox/scripts.ts';

/** What every widget component gets. */
export interface WidgetProps {
  widget: Widget;
  data: WidgetData;
  /** Inner size, px. */
  width: number;
  height: number;
  locale: string;
  /** Present when the widget's settings have functions. */
  scripts: Scripts | undefined;
  /** Shows a stretch of time as history, epoch ms; and the way back. */
  onZoom: (start: number, end: number) => void;
  onResetZoom: () => void;
  /** Runs what is configured for a click. */
  onAction: (action: ActionDescriptor, entity: DataEntity | null) => void;
  /** Asks for another page; only for widgets that page on the server. */
  onPage: (pageLink: DataPageLink) => void;
  /** Values over the dashboard's time for the same keys, when the widget asked for a trend. */
  trend?: WidgetData | undefined;
  /** The same keys over the time that the widget's settings compare with; only for history. */
  comparison?: WidgetData | undefined;
}
