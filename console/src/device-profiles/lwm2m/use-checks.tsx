import './texts/texts.ts';
import { Box, Checkbox, FormControlLabel } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { type OfferedObject, standing } from './object-model.ts';
import { type Observed, USES, withUse } from './observed.ts';
import { NARROW } from './rows.ts';

/** What resources are used for: a box for each use, which stands for all of them. */
export function UseChecks(props: {
  object: OfferedObject;
  observed: Observed;
  onChange: (observed: Observed) => void;
  resources: ReadonlyMap<string, string>;
  /** What they are resources of, or the one. */
  of: string;
  /** The words stand beside the boxes, wherever there is room. */
  withLabels?: boolean;
}) {
  const { t } = useTranslation();
  const { observed, resources } = props;
  return USES.map((use) => {
    const state = standing(observed, use, resources.keys());
    const word = t(`lightweight.uses.${use}`);
    return (
      <FormControlLabel
        key={use}
        sx={{ m: 0, minWidth: 0, '& > :last-child': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' } }}
        control={
          <Checkbox
            size="small"
            checked={state === 'all'}
            indeterminate={state === 'some'}
            disabled={resources.size === 0}
            onChange={() => props.onChange(withUse(observed, use, resources, state !== 'all'))}
            slotProps={{ input: { 'aria-label': t('lightweight.useOf', { use: word, name: props.of }) } }}
            sx={{ p: 1 }}
          />
        }
        label={
          <Box
            component="span"
            sx={{ fontSize: 12, ...(props.withLabels ? {} : { display: 'none', [NARROW]: { display: 'inline' } }) }}
          >
            {word}
          </Box>
        }
      />
    );
  });
}
