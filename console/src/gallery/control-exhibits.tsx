import { Box, MenuItem } from '@mui/material';
import { LiveError } from '../api/failure.ts';
import { RequestError } from '../api/http.ts';
import { Ago, Instant } from '../controls/ago.tsx';
import { CopyButton, CopyIconButton } from '../controls/copy-button.tsx';
import { Fact } from '../controls/fact.tsx';
import { FailureState, OutdatedBar } from '../controls/failure-state.tsx';
import { FileButton } from '../controls/file-button.tsx';
import { ImageInput } from '../controls/image-input.tsx';
import { NumberInput } from '../controls/number-input.tsx';
import { RatesInput } from '../controls/rates-input.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { Sparkline } from '../controls/sparkline.tsx';
import { EmptyState, SkeletonLines } from '../controls/states.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
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

/** A picture of one colour. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="#2f5bea"/></svg>')}`;

function NumberExhibits() {
  return (
    <>
      <Exhibit title="Number">
        <Specimen name="Filled">
          <Kept initial={7.5 as number | null}>
            {(value, onChange) => <NumberInput label="Pressure, bar" value={value} onChange={onChange} />}
          </Kept>
        </Specimen>
        <Specimen name="Wrong">
          <NumberInput label="Pressure, bar" required error="Enter a number" value={null} onChange={() => undefined} />
        </Specimen>
        <Specimen name="Disabled">
          <NumberInput label="Pressure, bar" disabled value={3} onChange={() => undefined} />
        </Specimen>
      </Exhibit>
      <Exhibit title="Switch">
        <Specimen name="On, with help">
          <Kept initial={true}>
            {(value, onChange) => (
              <SwitchInput label="Pump at night" help="From 22:00 to 6:00" checked={value} onChange={onChange} />
            )}
          </Kept>
        </Specimen>
        <Specimen name="Off, wrong">
          <SwitchInput label="Pump at night" error="The tank is full" checked={false} onChange={() => undefined} />
        </Specimen>
        <Specimen name="Disabled">
          <SwitchInput label="Pump at night" disabled checked onChange={() => undefined} />
        </Specimen>
      </Exhibit>
      <Exhibit title="Limits of a rate">
        <Specimen name="Several">
          <Kept initial={['100:1', '2000:60'] as readonly string[]}>
            {(value, onChange) => (
              <RatesInput
                label="Messages of a pump"
                emptyWords="No limit"
                value={value}
                onChange={onChange}
                onBlur={() => undefined}
              />
            )}
          </Kept>
        </Specimen>
        <Specimen name="None">
          <Kept initial={[] as readonly string[]}>
            {(value, onChange) => (
              <RatesInput
                label="Messages of a hall"
                emptyWords="No limit"
                value={value}
                onChange={onChange}
                onBlur={() => undefined}
              />
            )}
          </Kept>
        </Specimen>
      </Exhibit>
      <Exhibit title="Picture">
        <Specimen name="Chosen">
          <Kept initial={PICTURE}>
            {(value, onChange) => <ImageInput label="Picture of the pump" value={value} onChange={onChange} />}
          </Kept>
        </Specimen>
        <Specimen name="None, with help">
          <Kept initial="">
            {(value, onChange) => (
              <ImageInput label="Picture of the hall" help="Shown in lists" value={value} onChange={onChange} />
            )}
          </Kept>
        </Specimen>
        <Specimen name="Wrong">
          <ImageInput label="Picture of the roof" error="Choose a picture" value="" onChange={() => undefined} />
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
      <NumberExhibits />
      <StateExhibits />
    </>
  );
}
