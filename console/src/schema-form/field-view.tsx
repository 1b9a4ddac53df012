import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { BESIDE_LABEL, FieldHelp } from '../help/field-help.tsx';
import { isFieldShown, problemsIn } from './check-settings.ts';
import { Disclosure } from './disclosure.tsx';
import { useErrorOf } from './error-of.ts';
import { FieldControl } from './field-control.tsx';
import { useForm } from './form-context.ts';
import { type Control, type Field, placeOf } from './form-fields.ts';
import { ListField } from './list-field.tsx';
import { memberAt, nameOfPath } from './members.ts';
import { typeOf } from './settings-schema.ts';

/** Those that take the whole width of a form. */
const WIDE: ReadonlySet<Control> = new Set<Control>([
  ...(['textarea', 'image', 'javascript', 'html', 'css', 'markdown', 'json', 'value'] as const),
  ...(['choices', 'texts', 'radios', 'object', 'list', 'fieldset', 'help'] as const),
]);

/** Those with an editor for code. */
const IN_EDITORS: ReadonlySet<Control> = new Set<Control>(['javascript', 'html', 'css', 'markdown', 'json', 'value']);

/** Objects with so few fields are open from the start. */
const FEW = 4;

/** Words of a type's maker: markup is shown as the text in it. */
const plainText = (markup: string) =>
  markup
    .replace(/<[^>]*(>|$)/g, (tag, end: string) => (end ? ' ' : tag))
    .replace(/\s+/g, ' ')
    .trim();

function LeafField({
  field,
  places,
  number,
}: {
  field: Field;
  places: readonly number[];
  number?: string | undefined;
}) {
  const form = useForm();
  const path = placeOf(field, places);
  const error = useErrorOf(field, places);
  const label = form.translate(field.label);
  const control = (
    <FieldControl
      field={field}
      label={number === undefined ? label : `${label} ${number}`}
      value={memberAt(form.model, path)}
      error={error}
      readOnly={form.readOnly}
      onChange={(value) => form.change(path, value)}
    />
  );
  // Editors have it among their tools.
  if (field.helpId === undefined || IN_EDITORS.has(field.control)) return control;
  return (
    <Box sx={{ position: 'relative' }}>
      {control}
      <Box sx={BESIDE_LABEL}>
        <FieldHelp helpId={field.helpId} label={label} />
      </Box>
    </Box>
  );
}

/** A field with its control; an object, a list and a fieldset with the fields in them. */
function FieldView(props: { field: Field; places: readonly number[]; number?: string | undefined }) {
  const { t } = useTranslation();
  const form = useForm();
  const { field, places } = props;
  switch (field.control) {
    case 'help':
      return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{plainText(field.help ?? '')}</Box>;
    case 'list':
      return (
        <ListField field={field} places={places}>
          {(place) => (
            <FieldGrid
              fields={field.children}
              places={[...places, place]}
              // Elements that are values have nothing else that tells them apart.
              number={typeOf(field.schema.items ?? {}) === 'object' ? undefined : String(place + 1)}
            />
          )}
        </ListField>
      );
    case 'object':
    case 'fieldset': {
      const title = form.translate(field.label);
      const fields = <FieldGrid fields={field.children} places={places} />;
      if (title === '') return fields;
      const wrong = Object.keys(problemsIn(field.children, form.model, form.inForce, places)).length;
      return (
        <Disclosure
          title={title}
          isOpenFirst={field.control === 'fieldset' || field.children.length <= FEW || wrong > 0}
          note={wrong > 0 ? t('schemaForm.wrong', { count: wrong }) : undefined}
        >
          {fields}
        </Disclosure>
      );
    }
    default:
      return <LeafField {...props} />;
  }
}

/** Fields in two columns where there is room; those whose conditions are not true are not there. */
export function FieldGrid(props: {
  fields: readonly Field[];
  places: readonly number[];
  /** Behind the labels: the number of the element. */
  number?: string | undefined;
}) {
  const form = useForm();
  const shown = props.fields.filter((field) => isFieldShown(field, form.inForce, props.places));
  const isSwitch = (at: number) => shown[at]?.control === 'switch';
  // Switches stand beside switches, and fields with a label above them beside such fields.
  const isOfAnotherKind = (at: number) => at > 0 && isSwitch(at) !== isSwitch(at - 1);
  const isWide = (field: Field, at: number) =>
    WIDE.has(field.control) || props.number !== undefined || (isSwitch(at) && !isSwitch(at - 1) && !isSwitch(at + 1));
  return (
    <Box
      sx={{
        display: 'grid',
        gap: '14px 16px',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(220px, calc(50% - 8px))), 1fr))',
      }}
    >
      {shown.map((field, at) => {
        const name = nameOfPath(placeOf(field, props.places));
        return (
          <Box
            key={`${name} ${field.control} ${name === '' ? at : ''}`}
            data-field={name}
            onBlur={() => form.onLeave(name)}
            sx={{
              minWidth: 0,
              ...(isOfAnotherKind(at) ? { gridColumnStart: 1 } : {}),
              ...(isWide(field, at) ? { gridColumn: '1 / -1' } : {}),
            }}
          >
            <FieldView field={field} places={props.places} number={props.number} />
          </Box>
        );
      })}
    </Box>
  );
}
