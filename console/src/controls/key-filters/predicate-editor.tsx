import './texts/texts.ts';
import { Box, Button, FormHelperText, IconButton, MenuItem, Tooltip } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import { SelectInput } from '../select-input.tsx';
import { SwitchInput } from '../switch-input.tsx';
import { COLUMNS, ComparedValueInput, type FieldProblems } from './compared-value-input.tsx';
import {
  type ComplexPredicate,
  type FilterOffer,
  newPredicate,
  OPERATIONS,
  type Predicate,
  type SimplePredicate,
  type ValueType,
  withAnother,
  withoutPart,
} from './key-filter.ts';

interface PredicateProps<Edited extends Predicate> {
  /** Path of the predicate. */
  at: string;
  predicate: Edited;
  type: ValueType;
  isConstant: boolean;
  offer: FilterOffer;
  problems: FieldProblems;
  onChange: (predicate: Predicate) => void;
}

/** One comparison: "is greater than 30". */
function Comparison(props: PredicateProps<SimplePredicate>) {
  const { t } = useTranslation();
  const { at, predicate, onChange } = props;
  const more = props.offer.more?.(predicate, onChange);
  const comparison = (
    <Box sx={{ ...COLUMNS, flex: 1, minWidth: 0, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 3 }}>
        <SelectInput
          label={t('keyFilter.operation')}
          value={predicate.operation}
          onChange={(operation) => onChange({ ...predicate, operation } as SimplePredicate)}
        >
          {OPERATIONS[predicate.type].map((operation) => (
            <MenuItem key={operation} value={operation}>
              {t(`keyFilter.operations.${operation}`)}
            </MenuItem>
          ))}
        </SelectInput>
        {predicate.type === 'STRING' && (
          <SwitchInput
            label={t('keyFilter.ignoreCase')}
            checked={predicate.ignoreCase === true}
            onChange={(checked) => onChange({ ...predicate, ignoreCase: checked })}
          />
        )}
      </Box>
      <ComparedValueInput
        at={`${at}.value`}
        type={predicate.type === 'NUMERIC' ? props.type : predicate.type}
        value={predicate.value}
        isConstant={props.isConstant}
        offer={props.offer}
        problems={props.problems}
        onChange={(value) => onChange({ ...predicate, value } as SimplePredicate)}
      />
    </Box>
  );
  if (!more) return comparison;
  return (
    <Box sx={{ display: 'grid', gap: 2, flex: 1, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {comparison}
      {more}
    </Box>
  );
}

/** Several comparisons, all of which or any of which holds. */
function Group(props: PredicateProps<ComplexPredicate>) {
  const { t } = useTranslation();
  const { at, predicate, onChange, problems } = props;
  const { predicates } = predicate;
  const set = (index: number, part: Predicate) =>
    onChange({ ...predicate, predicates: predicates.map((one, now) => (now === index ? part : one)) });
  const problem = problems[`${at}.predicates`];
  return (
    <Box
      data-field={`${at}.predicates`}
      sx={{
        display: 'grid',
        gap: 3,
        flex: 1,
        minWidth: 0,
        borderInlineStart: '2px solid var(--line)',
        paddingInlineStart: '12px',
      }}
    >
      <SelectInput
        label={t('keyFilter.anyOrAll')}
        value={predicate.operation}
        onChange={(operation) => onChange({ ...predicate, operation: operation as 'AND' | 'OR' })}
        sx={{ maxWidth: 220 }}
      >
        <MenuItem value="AND">{t('keyFilter.AND')}</MenuItem>
        <MenuItem value="OR">{t('keyFilter.OR')}</MenuItem>
      </SelectInput>
      {predicates.map((part, index) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
          key={index}
          sx={{
            ...{ display: 'flex', gap: 1, alignItems: 'flex-start' },
            // What viewers may change belongs to the comparison above it.
            ...(index > 0 && props.offer.more ? { pt: 3, borderTop: '1px solid var(--line-2)' } : {}),
          }}
        >
          <PredicateEditor
            {...props}
            at={`${at}.predicates.${index}`}
            predicate={part}
            isInner
            onChange={(next) => set(index, next)}
          />
          <Tooltip title={t('keyFilter.removeComparison', { number: index + 1 })}>
            <IconButton
              aria-label={t('keyFilter.removeComparison', { number: index + 1 })}
              onClick={() => onChange(withoutPart(predicate, index))}
              sx={{ mt: '28px' }}
            >
              <Icon name="close" size={16} />
            </IconButton>
          </Tooltip>
        </Box>
      ))}
      {problem && <FormHelperText error>{problem}</FormHelperText>}
      <AddButtons {...props} />
    </Box>
  );
}

function AddButtons(props: Pick<PredicateProps<Predicate>, 'predicate' | 'type' | 'onChange'>) {
  const { t } = useTranslation();
  const { predicate, type, onChange } = props;
  const one = () => newPredicate(type);
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <Button
        size="small"
        variant="text"
        startIcon={<Icon name="add" size={14} />}
        onClick={() => onChange(withAnother(predicate, one()))}
      >
        {t('keyFilter.addComparison')}
      </Button>
      {predicate.type === 'COMPLEX' && (
        <Button
          size="small"
          variant="text"
          startIcon={<Icon name="add" size={14} />}
          onClick={() =>
            onChange(
              withAnother(predicate, {
                type: 'COMPLEX',
                operation: predicate.operation === 'AND' ? 'OR' : 'AND',
                predicates: [one(), one()],
              }),
            )
          }
        >
          {t('keyFilter.addGroup')}
        </Button>
      )}
    </Box>
  );
}

/** A predicate of any depth. */
export function PredicateEditor(props: PredicateProps<Predicate> & { isInner?: boolean }) {
  const { predicate } = props;
  if (predicate.type === 'COMPLEX') return <Group {...props} predicate={predicate} />;
  if (props.isInner) return <Comparison {...props} predicate={predicate} />;
  return (
    <Box sx={{ display: 'grid', gap: 2, flex: 1 }}>
      <Comparison {...props} predicate={predicate} />
      {!props.isConstant && <AddButtons {...props} />}
    </Box>
  );
}
