import { Box } from '@mui/material';
import { useState } from 'react';
import { HistoryPlayer } from '../controls/history-player.tsx';
import type { Playing } from '../controls/history-steps.ts';
import { DateRangeEditor } from '../time-window/date-range-editor.tsx';
import { IntervalEditor } from '../time-window/interval-editor.tsx';
import { DAY, HOUR, MINUTE, SECOND } from '../time-window/intervals.ts';
import { LimitEditor } from '../time-window/limit-editor.tsx';
import type { TimeWindow } from '../time-window/model.ts';
import { TimeWindowChip } from '../time-window/time-window-chip.tsx';
import { TimeWindowPanel } from '../time-window/time-window-panel.tsx';
import { TimezoneSelect } from '../time-window/timezone-select.tsx';
import { Exhibit, Kept, Specimen } from './exhibit.tsx';

const STARTED = Date.UTC(2026, 4, 2, 10);
const TIMES = Array.from({ length: 60 }, (_, minute) => STARTED + minute * MINUTE);

const LIVE: TimeWindow = {
  selectedTab: 0,
  realtime: { realtimeType: 0, timewindowMs: 12 * HOUR, interval: 5 * MINUTE },
  aggregation: { type: 'AVG', limit: 250 },
};
const MONTHLY: TimeWindow = {
  selectedTab: 1,
  timezone: 'Europe/Kyiv',
  history: { historyType: 2, quickInterval: 'PREVIOUS_YEAR', interval: 30 * DAY, intervalType: 'MONTH' },
  aggregation: { type: 'SUM', limit: 250 },
};

const PANELS: readonly (readonly [
  name: string,
  value: TimeWindow,
  props: { isEdit?: boolean; historyOnly?: boolean },
])[] = [
  ['Live', LIVE, {}],
  ['By the calendar', MONTHLY, {}],
  ['While a dashboard is edited', LIVE, { isEdit: true }],
  ['Hidden from viewers', { ...LIVE, hideAggregation: true, hideTimezone: true }, {}],
  ['Raw values, history only', { ...MONTHLY, aggregation: { type: 'NONE', limit: 100 } }, { historyOnly: true }],
];

function Player(props: { times: readonly number[]; anchors?: readonly number[]; at?: number }) {
  const [playing, setPlaying] = useState<Playing>({ at: props.at ?? 0, isPlaying: false, speed: 1 });
  return (
    <HistoryPlayer
      label="Player"
      times={props.times}
      anchors={props.anchors ?? []}
      playing={playing}
      onChange={setPlaying}
    />
  );
}

function Length(props: { initial: number | null; problem?: string }) {
  return (
    <Kept initial={props.initial}>
      {(value, onChange) => (
        <IntervalEditor
          label="Length"
          value={value}
          min={SECOND}
          max={30 * DAY}
          problem={props.problem}
          textOf={(length) => `${length / SECOND} s`}
          onChange={onChange}
        />
      )}
    </Kept>
  );
}

function Period(props: { problem?: string }) {
  return (
    <Kept initial={{ from: '2026-05-02T10:00:00', to: '2026-05-03T10:00:00' }}>
      {(value, onChange) => (
        <DateRangeEditor
          {...value}
          fromProblem={undefined}
          toProblem={props.problem}
          onChange={(edit) => onChange({ ...value, ...edit })}
        />
      )}
    </Kept>
  );
}

/** Of widgets: there is room for all the words in the first one alone. */
const NARROW = [280, 140] as const;

/** What chooses times, and what plays them. */
export function TimeExhibits() {
  return (
    <>
      <Exhibit title="History player">
        <Specimen name="At the start">
          <Player times={TIMES} />
        </Specimen>
        <Specimen name="At the end, with anchors">
          <Player times={TIMES} at={59} anchors={[STARTED + 20 * MINUTE, STARTED + 40 * MINUTE]} />
        </Specimen>
        <Specimen name="Without values">
          <Player times={[]} />
        </Specimen>
      </Exhibit>
      <Exhibit title="Time window">
        {PANELS.map(([name, value, more]) => (
          <Box key={name} sx={{ gridColumn: { md: 'span 2' }, minWidth: 0 }}>
            <Specimen name={name}>
              <TimeWindowPanel
                value={value}
                maxDatapoints={500}
                aggregation
                timezone
                isEdit={false}
                {...more}
                onUpdate={() => undefined}
                onCancel={() => undefined}
              />
            </Specimen>
          </Box>
        ))}
        <Specimen name="Button">
          <Kept initial={LIVE}>
            {(value, onChange) => <TimeWindowChip value={value} onChange={onChange} aggregation narrow />}
          </Kept>
        </Specimen>
        {NARROW.map((width) => (
          <Specimen key={width} name={`Button of a widget, ${width} px wide`}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, width, maxWidth: '100%' }}>
              <Box
                component="span"
                sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
              >
                Pressure of the pumps
              </Box>
              <Kept initial={LIVE}>
                {(value, onChange) => (
                  <TimeWindowChip value={value} onChange={onChange} aggregation compact narrow within={`${width}`} />
                )}
              </Kept>
            </Box>
          </Specimen>
        ))}
        <Specimen name="Button that is fixed">
          <TimeWindowChip value={{ ...LIVE, hideInterval: true }} onChange={() => undefined} />
        </Specimen>
      </Exhibit>
      <Exhibit title="Lengths, periods and zones">
        <Specimen name="Usual length">
          <Length initial={5 * MINUTE} />
        </Specimen>
        <Specimen name="Length in parts">
          <Length initial={90 * MINUTE + 7 * SECOND} />
        </Specimen>
        <Specimen name="Wrong length">
          <Length initial={null} problem="Enter a length" />
        </Specimen>
        <Specimen name="Period">
          <Period />
        </Specimen>
        <Specimen name="Wrong period">
          <Period problem="The end must be after the start" />
        </Specimen>
        <Specimen name="Number of values">
          <Kept initial="200">
            {(value, onChange) => <LimitEditor value={value} max={500} problem={undefined} onChange={onChange} />}
          </Kept>
        </Specimen>
        <Specimen name="Zone of the browser">
          <Kept initial={null as string | null}>
            {(value, onChange) => <TimezoneSelect value={value} onChange={onChange} />}
          </Kept>
        </Specimen>
        <Specimen name="Chosen zone">
          <Kept initial={'Pacific/Apia' as string | null}>
            {(value, onChange) => <TimezoneSelect value={value} onChange={onChange} />}
          </Kept>
        </Specimen>
        <Specimen name="Disabled zone">
          <TimezoneSelect value="UTC" disabled onChange={() => undefined} />
        </Specimen>
      </Exhibit>
    </>
  );
}
