import { Box, MenuItem } from '@mui/material';
import type { ReactNode } from 'react';
import { NumberInput } from '../../controls/number-input.tsx';
import { SelectInput } from '../../controls/select-input.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import type { GatewayDraft } from './gateway-draft.ts';

/** What the sections of the form work with. */
export interface SectionProps {
  draft: GatewayDraft;
  /** Everything can be seen, nothing changed. */
  readOnly: boolean;
  /** What is wrong with a field, in words. */
  problemOf: (field: string) => string | undefined;
  onEdit: (edit: Partial<GatewayDraft>) => void;
}

/** Fields under a heading, side by side where there is room. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ mb: 5 }}>
      <Box component="h3" sx={{ m: 0, mb: 2, fontSize: 14, fontWeight: 580 }}>
        {title}
      </Box>
      {children}
    </Box>
  );
}

/** As many columns of fields as there is room for. */
export function Fields({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
        gap: 3,
        alignItems: 'start',
      }}
    >
      {children}
    </Box>
  );
}

type TextField = { [Name in keyof GatewayDraft]: GatewayDraft[Name] extends string ? Name : never }[keyof GatewayDraft];
type CountField = 'port' | 'readRecords' | 'maxRecords' | 'maxFiles';

/** A field for a text of the form. */
export function TextOf(props: SectionProps & { field: TextField; label: string; aside?: ReactNode }) {
  const { field, label, draft, aside } = props;
  return (
    <Box data-field={field}>
      <TextInput
        label={label}
        aside={aside}
        value={draft[field]}
        error={props.problemOf(field)}
        disabled={props.readOnly}
        onChange={(event) => props.onEdit({ [field]: event.target.value })}
      />
    </Box>
  );
}

/** A field for a whole number of the form. */
export function CountOf(props: SectionProps & { field: CountField; label: string }) {
  const { field, label, draft } = props;
  return (
    <Box data-field={field}>
      <NumberInput
        label={label}
        value={draft[field]}
        error={props.problemOf(field)}
        disabled={props.readOnly}
        onChange={(value) => props.onEdit({ [field]: value })}
      />
    </Box>
  );
}

/** A field that chooses one of a few values of the form. */
export function ChoiceOf(
  props: SectionProps & { field: TextField; label: string; choices: Readonly<Record<string, string>> },
) {
  const { field, label, draft } = props;
  return (
    <SelectInput
      label={label}
      value={draft[field]}
      disabled={props.readOnly}
      onChange={(value) => props.onEdit({ [field]: value })}
    >
      {Object.entries(props.choices).map(([value, name]) => (
        <MenuItem key={value} value={value}>
          {name}
        </MenuItem>
      ))}
    </SelectInput>
  );
}
