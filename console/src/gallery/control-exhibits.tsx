import { Box, MenuItem } from '@mui/material';
import { LiveError } from '../api/failure.ts';
import { RequestError } from '../api/http.ts';
import { Ago, Instant } from '../controls/ago.tsx';
import { CopyButton, CopyIconButton } from '../controls/copy-button.tsx';
import { Fact } from '../controls/fact.tsx';
import { FailureState, OutdatedBar } from '../controls/failure-state.tsx';
import { FileButton } from '../controls/file-button.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { Sparkline } from '../controls/sparkline.tsx';
import { EmptyState, SkeletonLines } from '../controls/states.tsx';
import { PasswordInput, TextInput } from '../controls/text-input.tsx';
import { Exhibit, Kept, Specimen } from './exhibit.tsx';

const STARTED = Date.now();
const MINUTE = 60_000;

const answer = (status: number) =>
  new RequestError(status, 'The disk of the server is full', 'GET', '/api/pumps', undefined, { body: {} });

const FAILURES: readonly [name: string, error: unknown][] = [
  ['Offline', answer(0)],
  ['Server away', answer(503)],
  ['Too many requests', answer(429)],
  ['Forbidden', answer(403)],
  ['Gone', answer(404)],
  ['Failed', answer(500)],
  ['Not live', new LiveError({ errorCode: 2, errorMsg: 'The subscription failed' })],
];

/** A line with a hole in it. */
const POINTS = Array.from({ length: 40 }, (_, index) => ({
  ts: index < 25 ? index * MINUTE : (index + 30) * MINUTE,
  value: Math.sin(index / 3),
}));

function InputExhibits() {
  return (
    <>
      <Exhibit title="Text">
        <Specimen name="Filled">
          <Kept initial="Pump 7">
            {(value, onChange) => (
              <TextInput label="Name" value={value} onChange={(event) => onChange(event.target.value)} />
            )}
          </Kept>
        </Specimen>
        <Specimen name="Required, with help">
          <TextInput label="Name" required help="What people call it" defaultValue="" />
        </Specimen>
        <Specimen name="Wrong">
          <TextInput label="Name" required error="Required" defaultValue="" />
        </Specimen>
        <Specimen name="Disabled">
          <TextInput label="Name" disabled defaultValue="Pump 7" />
        </Specimen>
        <Specimen name="Several lines">
          <TextInput label="Description" multiline minRows={3} defaultValue={'Fills the tank.\nLoud.'} />
        </Specimen>
        <Specimen name="Password">
          <PasswordInput label="Password" autoComplete="off" defaultValue="secret words" />
        </Specimen>
      </Exhibit>
      <Exhibit title="Select">
        <Specimen name="Chosen">
          <Kept initial="one">
            {(value, onChange) => (
              <SelectInput label="Scope" value={value} onChange={onChange} help="Who sees it">
                <MenuItem value="one">Server attributes</MenuItem>
                <MenuItem value="other">Client attributes</MenuItem>
              </SelectInput>
            )}
          </Kept>
        </Specimen>
        <Specimen name="Wrong">
          <SelectInput label="Scope" value="one" error="Not this one" onChange={() => undefined}>
            <MenuItem value="one">Server attributes</MenuItem>
          </SelectInput>
        </Specimen>
        <Specimen name="Disabled">
          <SelectInput label="Scope" value="one" disabled onChange={() => undefined}>
            <MenuItem value="one">Server attributes</MenuItem>
          </SelectInput>
        </Specimen>
      </Exhibit>
      <Exhibit title="Buttons">
        <Specimen name="Copy">
          <CopyButton text="pump" name="Name" />
          <CopyIconButton text="pump" name="Id" />
        </Specimen>
        <Specimen name="File">
          <FileButton label="Choose a file" accept=".json" onFile={() => undefined} />
        </Specimen>
      </Exhibit>
    </>
  );
}

function StateExhibits() {
  return (
    <>
      <Exhibit title="Nothing, loading, failed">
        <Specimen name="Nothing">
          <EmptyState icon="devices" title="No pumps yet" text="They appear here when they are added." />
        </Specimen>
        <Specimen name="Loading">
          <SkeletonLines count={4} />
        </Specimen>
        {FAILURES.map(([name, error]) => (
          <Specimen key={name} name={name}>
            <FailureState error={error} title="The pumps could not be loaded" onRetry={() => undefined} />
          </Specimen>
        ))}
        <Specimen name="Out of date">
          <OutdatedBar error={answer(503)} onRetry={() => undefined} />
        </Specimen>
      </Exhibit>
      <Exhibit title="Values">
        <Specimen name="Facts">
          <Box component="dl" sx={{ m: 0 }}>
            <Fact label="Name">Pump 7</Fact>
            <Fact label="Description" onEdit={() => undefined}>
              Fills the tank
            </Fact>
          </Box>
        </Specimen>
        <Specimen name="Times">
          <Ago ts={STARTED - 3 * MINUTE} /> · <Instant ts={STARTED} />
        </Specimen>
        <Specimen name="Line with a gap">
          <Sparkline points={POINTS} color="var(--accent)" width={240} height={40} bucket={MINUTE} />
        </Specimen>
      </Exhibit>
    </>
  );
}

/** Controls without choices, and what stands in place of what is not there. */
export function ControlExhibits() {
  return (
    <>
      <InputExhibits />
      <StateExhibits />
    </>
  );
}
