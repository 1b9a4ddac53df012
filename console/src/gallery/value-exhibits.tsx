import { NULL_UUID } from '@signalbox/contract/id';
import { useTranslation } from 'react-i18next';
import { DateTimeInput } from '../controls/date-time-input.tsx';
import { BundleSelect } from '../controls/pickers/bundle-select.tsx';
import { SuggestedInput } from '../controls/suggested-input.tsx';
import type { EntityIdText } from '../datasources/alias-filter.ts';
import { EntityChoice } from '../datasources/entity-choice.tsx';
import { packageFields } from '../device-profiles/package-fields.ts';
import { type TypedValue, typedValueOf } from '../editors/typed-value.ts';
import { TypedValueInput } from '../editors/typed-value-input.tsx';
import { contactFields, contactValues } from '../entity-page/contact-fields.ts';
import type { FormField, FormValue, FormValues } from '../entity-page/form.ts';
import { FormFields } from '../entity-page/form-fields.tsx';
import { PairsInput } from '../rule-chain/fields/pairs-input.tsx';
import { MESSAGE_TYPES } from '../rule-chain/message-types.ts';
import { Exhibit, Kept, Specimen } from './exhibit.tsx';

const STARTED = Date.UTC(2026, 4, 2, 10);

const bundle = (id: string, title: string, isOfSystem: boolean) => ({
  id: { entityType: 'WIDGETS_BUNDLE', id } as const,
  tenantId: { entityType: 'TENANT', id: isOfSystem ? NULL_UUID : 'of a tenant' } as const,
  title,
});
const BUNDLES = [bundle('1', 'Cards', true), bundle('2', 'Charts', true), bundle('3', 'Pumps', false)];

function TypedValueExhibit() {
  const values = { Text: 'Pump 7', 'Whole number': 7, Number: 0.5, 'True or false': true, JSON: { limit: 40 } };
  return (
    <Exhibit title="Value of any type">
      {Object.entries(values).map(([name, value]) => (
        <Specimen key={name} name={name}>
          <Kept initial={typedValueOf(value)}>
            {(kept, onChange) => <TypedValueInput value={kept} onChange={onChange} />}
          </Kept>
        </Specimen>
      ))}
      <Specimen name="Wrong">
        <Kept initial={{ type: 'integer', text: '+5' } as TypedValue}>
          {(kept, onChange) => (
            <TypedValueInput value={kept} error="Enter a whole number, such as -7" onChange={onChange} />
          )}
        </Kept>
      </Specimen>
    </Exhibit>
  );
}

function Fields(props: { fields: readonly FormField[]; initial: FormValues; problems?: Record<string, string> }) {
  return (
    <Kept initial={props.initial}>
      {(values, onChange) => (
        <FormFields
          fields={props.fields}
          form={{
            values,
            problems: props.problems ?? {},
            change: (name: string, value: FormValue) => onChange({ ...values, [name]: value }),
            blur: () => undefined,
          }}
        />
      )}
    </Kept>
  );
}

function PairsExhibit() {
  const columns = ['Key', 'Value'] as const;
  return (
    <Exhibit title="Pairs of texts">
      <Specimen name="Filled">
        <Kept initial={{ deviceType: 'pump', ts: '1700000000000' } as Record<string, string>}>
          {(value, onChange) => <PairsInput label="Metadata" columns={columns} value={value} onChange={onChange} />}
        </Kept>
      </Specimen>
      <Specimen name="Empty">
        <Kept initial={{} as Record<string, string>}>
          {(value, onChange) => (
            <PairsInput label="Headers" help="Sent along" columns={columns} value={value} onChange={onChange} />
          )}
        </Kept>
      </Specimen>
      <Specimen name="Wrong">
        <Kept initial={{ deviceType: '' } as Record<string, string>}>
          {(value, onChange) => (
            <PairsInput
              label="Metadata"
              error="Every line needs both its parts."
              columns={columns}
              value={value}
              onChange={onChange}
            />
          )}
        </Kept>
      </Specimen>
      <Specimen name="Disabled">
        <PairsInput label="Metadata" disabled columns={columns} value={{ a: 'b' }} onChange={() => undefined} />
      </Specimen>
    </Exhibit>
  );
}

function ChoiceExhibit() {
  return (
    <Exhibit title="Bundles, entities and message types">
      {(['all', 'system', 'tenant'] as const).map((scope) => (
        <Specimen key={scope} name={`Bundle: ${scope}`}>
          <Kept initial="">
            {(value, onChange) => (
              <BundleSelect bundles={BUNDLES} scope={scope} required checked value={value} onChange={onChange} />
            )}
          </Kept>
        </Specimen>
      ))}
      <Specimen name="Bundle: none">
        <BundleSelect bundles={[]} value="" onChange={() => undefined} />
      </Specimen>
      <Specimen name="Entity with its kind">
        <Kept initial={{ entityType: 'DEVICE', id: '' } as EntityIdText | null}>
          {(value, onChange) => <EntityChoice label="Entity" required value={value} onChange={onChange} />}
        </Kept>
      </Specimen>
      <Specimen name="Whoever looks">
        <Kept initial={{ entityType: 'CURRENT_USER', id: '' } as EntityIdText | null}>
          {(value, onChange) => <EntityChoice label="Entity" value={value} onChange={onChange} />}
        </Kept>
      </Specimen>
      <Specimen name="Message type">
        <Kept initial="POST_TELEMETRY_REQUEST">
          {(value, onChange) => (
            <SuggestedInput
              label="Message type"
              kind="gallery message types"
              required
              value={value}
              error={value === '' ? 'Enter a message type' : undefined}
              load={() => Promise.resolve(MESSAGE_TYPES)}
              onChange={onChange}
            />
          )}
        </Kept>
      </Specimen>
    </Exhibit>
  );
}

/** What edits values of many kinds, and forms made of them. */
export function ValueExhibits() {
  const { t } = useTranslation();
  return (
    <>
      <TypedValueExhibit />
      <Exhibit title="Date and time">
        <Specimen name="Filled">
          <Kept initial={STARTED as number | null}>
            {(value, onChange) => <DateTimeInput label="Since" value={value} onChange={onChange} />}
          </Kept>
        </Specimen>
        <Specimen name="Required, empty">
          <Kept initial={null as number | null}>
            {(value, onChange) => (
              <DateTimeInput
                label="Since"
                required
                error={value === null ? 'Required' : undefined}
                value={value}
                onChange={onChange}
              />
            )}
          </Kept>
        </Specimen>
        <Specimen name="Disabled">
          <DateTimeInput label="Since" disabled value={STARTED} onChange={() => undefined} />
        </Specimen>
      </Exhibit>
      <PairsExhibit />
      <ChoiceExhibit />
      <Exhibit title="Contact and packages">
        <Specimen name="Contact">
          <Fields fields={contactFields(t)} initial={contactValues({ country: 'Germany', zip: '10115' })} />
        </Specimen>
        <Specimen name="Contact, wrong">
          <Fields
            fields={contactFields(t)}
            initial={contactValues({ email: 'nobody', zip: 'x' })}
            problems={{ email: 'This is not a valid e-mail address', zip: 'Such as 10115' }}
          />
        </Specimen>
        <Specimen name="Packages">
          <Fields fields={packageFields(t, () => undefined)} initial={{ firmware: null, software: null }} />
        </Specimen>
        <Specimen name="Packages, required">
          <Fields
            fields={packageFields(t, () => undefined, { required: true })}
            initial={{ firmware: null, software: null }}
            problems={{ firmware: t('packages.missing.firmware'), software: t('packages.missing.software') }}
          />
        </Specimen>
        <Specimen name="Packages, only read">
          <Fields
            fields={packageFields(t, () => undefined, { readOnly: true })}
            initial={{ firmware: { id: '1', label: 'Pump control (1.2)' }, software: null }}
          />
        </Specimen>
      </Exhibit>
    </>
  );
}
