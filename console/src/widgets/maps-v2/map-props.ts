import type { WidgetProps } from '../widget-type.ts';

/** What the widgets of maps get. */
export type MapProps = WidgetProps<{ picture: 'latest' }, 'latest' | 'timeseries'>;
