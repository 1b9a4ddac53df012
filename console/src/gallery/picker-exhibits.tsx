import { useMemo } from 'react';
import { notify } from '../app/notices.ts';
import { ChipsInput } from '../controls/chips-input.tsx';
import type { Choice, FindChoices } from '../controls/choice.ts';
import { choicesOf } from '../controls/entity-choices.ts';
import { EntityListPicker } from '../controls/entity-list-picker.tsx';
import { EntityPicker } from '../controls/entity-picker.tsx';
import { errorText } from '../controls/error-text.ts';
import { EntityTypeList, EntityTypeSelect } from '../controls/pickers/entity-type-pickers.tsx';
import { GatewayPicker } from '../controls/pickers/gateway-picker.tsx';
import { KeysInput } from '../controls/pickers/keys-input.tsx';
import { QueuePicker } from '../controls/pickers/queue-picker.tsx';
import { RelationTypeInput } from '../controls/pickers/relation-type-input.tsx';
import { SubtypeInput, SubtypeListInput, SubtypeSelect } from '../controls/pickers/subtype-pickers.tsx';
import { SuggestedInput } from '../controls/suggested-input.tsx';
import { DashboardPicker } from '../dashboard/dashboard-picker.tsx';
import { Exhibit, Kept, Specimen } from './exhibit.tsx';
import {
  findLong,
  findMany,
  findNever,
  findNothing,
  loadNever,
  loadNoTexts,
  loadTexts,
  makeFailing,
  makeFailingTexts,
} from './gallery-data.ts';

const KINDS = ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'CUSTOMER', 'DASHBOARD'] as const;
const PUMP: Choice = { id: '7', label: 'Pump 000007' };

/** The states that a field with choices can be in, by what it finds. Each control has its own: one of them fails once. */
function useSources(): readonly [name: string, find: FindChoices][] {
  return useMemo(
    () => [
      ['A hundred thousand', findMany],
      ['Loading', findNever],
      ['No matches', findNothing],
      ['Failed, with another attempt', makeFailing()],
      ['Long names', findLong],
    ],
    [],
  );
}

/** The same for those that offer texts. */
function useTextSources(): readonly [name: string, load: () => Promise<readonly string[]>][] {
  return useMemo(
    () => [
      ['With suggestions', loadTexts],
      ['Loading', loadNever],
      ['Nothing in use', loadNoTexts],
      ['Failed, with another attempt', makeFailingTexts()],
    ],
    [],
  );
}

function EntityPickerExhibit() {
  const sources = useSources();
  return (
    <Exhibit title="Entity picker">
      {sources.map(([name, find]) => (
        <Specimen key={name} name={name}>
          <Kept initial={null as Choice | null}>
            {(value, onChange) => (
              <EntityPicker label="Pump" kind={`gallery ${name}`} value={value} load={find} onChange={onChange} />
            )}
          </Kept>
        </Specimen>
      ))}
      <Specimen name="Chosen, required, with help">
        <Kept initial={PUMP as Choice | null}>
          {(value, onChange) => (
            <EntityPicker
              label="Pump"
              kind="gallery chosen"
              required
              help="Which one fills the tank"
              value={value}
              load={findMany}
              onChange={onChange}
            />
          )}
        </Kept>
      </Specimen>
      <Specimen name="Required, nothing chosen">
        <Kept initial={null as Choice | null}>
          {(value, onChange) => (
            <EntityPicker
              label="Pump"
              kind="gallery required"
              required
              error={value ? undefined : 'Choose a pump'}
              value={value}
              load={findMany}
              onChange={onChange}
            />
          )}
        </Kept>
      </Specimen>
      <Specimen name="No longer there">
        <Kept initial={{ id: 'x', label: '1f0d6e3a-52b0-4a35-9d1e', isGone: true } as Choice | null}>
          {(value, onChange) => (
            <EntityPicker label="Pump" kind="gallery gone" value={value} load={findMany} onChange={onChange} />
          )}
        </Kept>
      </Specimen>
      <Specimen name="Disabled">
        <EntityPicker
          label="Pump"
          kind="gallery off"
          disabled
          value={PUMP}
          load={findMany}
          onChange={() => undefined}
        />
      </Specimen>
      <Specimen name="Devices of this server">
        <Kept initial={null as Choice | null}>
          {(value, onChange) => (
            <EntityPicker
              label="Device"
              kind="gallery devices"
              value={value}
              load={choicesOf('DEVICE')}
              onChange={onChange}
            />
          )}
        </Kept>
      </Specimen>
    </Exhibit>
  );
}

function EntityListExhibit() {
  const sources = useSources();
  return (
    <Exhibit title="Entity list">
      {sources.map(([name, find]) => (
        <Specimen key={name} name={name}>
          <Kept initial={[PUMP] as readonly Choice[]}>
            {(value, onChange) => (
              <EntityListPicker
                label="Pumps"
                listLabel="Chosen pumps"
                kind={`gallery list ${name}`}
                value={value}
                load={find}
                onChange={onChange}
              />
            )}
          </Kept>
        </Specimen>
      ))}
      <Specimen name="Required, nothing chosen">
        <EntityListPicker
          label="Pumps"
          listLabel="Chosen pumps"
          kind="gallery list required"
          required
          error="Choose at least one pump"
          value={[]}
          load={findMany}
          onChange={() => undefined}
        />
      </Specimen>
      <Specimen name="Disabled">
        <EntityListPicker
          label="Pumps"
          listLabel="Chosen pumps"
          kind="gallery list off"
          disabled
          value={[PUMP]}
          load={findMany}
          onChange={() => undefined}
        />
      </Specimen>
    </Exhibit>
  );
}

function TypeExhibit() {
  const sources = useTextSources();
  return (
    <>
      <Exhibit title="Entity type and type list">
        <Specimen name="One kind">
          <Kept initial={'DEVICE' as (typeof KINDS)[number]}>
            {(value, onChange) => <EntityTypeSelect label="Kind" types={KINDS} value={value} onChange={onChange} />}
          </Kept>
        </Specimen>
        <Specimen name="One kind, disabled">
          <EntityTypeSelect label="Kind" types={KINDS} value="ASSET" disabled onChange={() => undefined} />
        </Specimen>
        <Specimen name="Several kinds">
          <Kept initial={['DEVICE'] as readonly (typeof KINDS)[number][]}>
            {(value, onChange) => (
              <EntityTypeList label="Kinds" types={KINDS} required checked value={value} onChange={onChange} />
            )}
          </Kept>
        </Specimen>
      </Exhibit>
      <Exhibit title="Subtype">
        <Specimen name="Select, with all">
          <Kept initial="">
            {(value, onChange) => (
              <SubtypeSelect entityType="ASSET" withAll value={value} load={loadTexts} onChange={onChange} />
            )}
          </Kept>
        </Specimen>
        <Specimen name="Select, of this server">
          <Kept initial="">
            {(value, onChange) => <SubtypeSelect entityType="DEVICE" withAll value={value} onChange={onChange} />}
          </Kept>
        </Specimen>
        {sources.map(([name, load]) => (
          <Specimen key={name} name={`Input: ${name}`}>
            <Kept initial="">
              {(value, onChange) => (
                <SubtypeInput entityType="EDGE" required value={value} load={load} onChange={onChange} />
              )}
            </Kept>
          </Specimen>
        ))}
        <Specimen name="Input: too long, and empty">
          <Kept initial={'x'.repeat(256)}>
            {(value, onChange) => (
              <SubtypeInput
                entityType="ENTITY_VIEW"
                required
                checked
                value={value}
                load={loadTexts}
                onChange={onChange}
              />
            )}
          </Kept>
        </Specimen>
        <Specimen name="List">
          <Kept initial={['Boiler'] as readonly string[]}>
            {(value, onChange) => (
              <SubtypeListInput entityType="DEVICE" value={value} load={loadTexts} onChange={onChange} />
            )}
          </Kept>
        </Specimen>
      </Exhibit>
    </>
  );
}

function TextExhibit() {
  const sources = useTextSources();
  const keys = useTextSources();
  return (
    <>
      <Exhibit title="Text with suggestions">
        {sources.map(([name, load]) => (
          <Specimen key={name} name={name}>
            <Kept initial="">
              {(value, onChange) => (
                <SuggestedInput label="Type" kind={`gallery ${name}`} value={value} load={load} onChange={onChange} />
              )}
            </Kept>
          </Specimen>
        ))}
        <Specimen name="Wrong">
          <SuggestedInput
            label="Type"
            kind="gallery wrong"
            value="Pump"
            error="There is a pump already"
            load={loadTexts}
            onChange={() => undefined}
          />
        </Specimen>
        <Specimen name="Disabled">
          <SuggestedInput
            label="Type"
            kind="gallery off"
            value="Pump"
            disabled
            load={loadTexts}
            onChange={() => undefined}
          />
        </Specimen>
      </Exhibit>
      <Exhibit title="Keys">
        {keys.map(([name, load]) => (
          <Specimen key={name} name={name}>
            <Kept initial={[] as readonly string[]}>
              {(value, onChange) => (
                <KeysInput
                  label="Telemetry keys"
                  entity={{ entityType: 'DEVICE', id: `gallery ${name}` }}
                  of="timeseries"
                  value={value}
                  load={load}
                  onChange={onChange}
                />
              )}
            </Kept>
          </Specimen>
        ))}
        <Specimen name="Several">
          <Kept
            initial={['temperature', 'humidity', 'a key that is longer than there is room for'] as readonly string[]}
          >
            {(value, onChange) => (
              <ChipsInput
                label="Telemetry keys"
                kind="gallery keys"
                value={value}
                load={loadTexts}
                onChange={onChange}
              />
            )}
          </Kept>
        </Specimen>
        <Specimen name="Disabled">
          <ChipsInput
            label="Telemetry keys"
            kind="gallery keys off"
            disabled
            value={['temperature']}
            load={loadTexts}
            onChange={() => undefined}
          />
        </Specimen>
      </Exhibit>
    </>
  );
}

function OtherExhibit() {
  const sources = useSources();
  const dashboards = useSources();
  const texts = useTextSources();
  return (
    <>
      <Exhibit title="Gateway">
        {sources.slice(0, 4).map(([name, find]) => (
          <Specimen key={name} name={name}>
            <Kept initial={null as Choice | null}>
              {(value, onChange) => (
                <GatewayPicker
                  required
                  value={value}
                  load={find}
                  onChange={onChange}
                  onFailed={(error) => notify({ message: errorText(error), type: 'error' })}
                />
              )}
            </Kept>
          </Specimen>
        ))}
        <Specimen name="Of this server">
          <Kept initial={null as Choice | null}>
            {(value, onChange) => (
              <GatewayPicker
                value={value}
                onChange={onChange}
                onFailed={(error) => notify({ message: errorText(error), type: 'error' })}
              />
            )}
          </Kept>
        </Specimen>
      </Exhibit>
      <Exhibit title="Queue">
        {texts.map(([name, load]) => (
          <Specimen key={name} name={name}>
            <Kept initial={null as string | null}>
              {(value, onChange) => <QueuePicker value={value} load={load} onChange={onChange} />}
            </Kept>
          </Specimen>
        ))}
        <Specimen name="Of this server">
          <Kept initial={'Main' as string | null}>
            {(value, onChange) => <QueuePicker required value={value} onChange={onChange} />}
          </Kept>
        </Specimen>
      </Exhibit>
      <Exhibit title="Relation type">
        <Specimen name="Usual ones">
          <Kept initial="">
            {(value, onChange) => <RelationTypeInput required checked value={value} onChange={onChange} />}
          </Kept>
        </Specimen>
        <Specimen name="With others in use">
          <Kept initial="Feeds">
            {(value, onChange) => <RelationTypeInput required value={value} types={['Feeds']} onChange={onChange} />}
          </Kept>
        </Specimen>
      </Exhibit>
      <Exhibit title="Dashboard">
        {dashboards.map(([name, find]) => (
          <Specimen key={name} name={name}>
            <DashboardPicker
              dashboard={{ id: { id: PUMP.id }, title: PUMP.label }}
              find={find}
              iconOnly={false}
              onPick={() => undefined}
            />
          </Specimen>
        ))}
        <Specimen name="On a phone">
          <DashboardPicker
            dashboard={{ id: { id: PUMP.id }, title: PUMP.label }}
            find={findMany}
            iconOnly
            onPick={() => undefined}
          />
        </Specimen>
      </Exhibit>
    </>
  );
}

/** Everything that offers choices while one types. */
export function PickerExhibits() {
  return (
    <>
      <EntityPickerExhibit />
      <EntityListExhibit />
      <TypeExhibit />
      <TextExhibit />
      <OtherExhibit />
    </>
  );
}
