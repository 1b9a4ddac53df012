import './bars.ts';
import { useEffect, useState } from 'react';
import { type ChartProps, TimeSeriesChart } from './time-series-chart.tsx';

export function TimeBarChart(props: ChartProps) {
  const byCalendar = props.data.calendar !== undefined;
  const [calendarBars, setCalendarBars] = useState(false);
  useEffect(() => {
    // Without it, bars of the calendar are drawn like others: at their places, all of one width.
    if (byCalendar)
      import('./calendar-bars-chart.ts').then(
        () => setCalendarBars(true),
        () => undefined,
      );
  }, [byCalendar]);
  return <TimeSeriesChart {...props} kind="bar" calendarBars={calendarBars} />;
}
