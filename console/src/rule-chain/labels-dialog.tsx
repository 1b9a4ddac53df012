import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, FormHelperText } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { TextInput } from '../controls/text-input.tsx';
import type { ChainNode } from './model/chain.ts';
import { labelsOf } from './node-kinds.ts';

/** The labels of links from a node: those of its kind, and others where the kind has them. */
export function LabelsInput(props: {
  node: ChainNode;
  value: readonly string[];
  disabled?: boolean;
  error?: string | undefined;
  autoFocus?: boolean;
  onChange: (labels: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  const [own, setOwn] = useState('');
  const { labels, isOpen } = labelsOf(props.node);
  const { value, disabled = false } = props;
  const offered = [...new Set([...labels, ...value])];
  const toggle = (label: string) =>
    props.onChange(value.includes(label) ? value.filter((one) => one !== label) : [...value, label]);
  const addOwn = () => {
    const label = own.trim();
    setOwn('');
    if (label !== '' && !value.includes(label)) props.onChange([...value, label]);
  };
  return (
    <Box role="group" aria-label={t('rules.labels')}>
      <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 2 }}>
        {t(isOpen ? 'rules.labelsHelpOpen' : 'rules.labelsHelp')}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {offered.map((label, index) => {
          const isOn = value.includes(label);
          return (
            <Button
              key={label}
              size="small"
              variant={isOn ? 'contained' : 'outlined'}
              color={isOn ? 'primary' : 'inherit'}
              aria-pressed={isOn}
              disabled={disabled}
              autoFocus={props.autoFocus === true && index === 0}
              startIcon={isOn ? <Icon name="check" size={14} /> : undefined}
              onClick={() => toggle(label)}
            >
              {label}
            </Button>
          );
        })}
      </Box>
      {isOpen && !disabled && (
        <TextInput
          label={t('rules.ownLabel')}
          value={own}
          sx={{ mt: 3 }}
          onChange={(event) => setOwn(event.target.value)}
          onBlur={addOwn}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || own.trim() === '') return;
            event.preventDefault();
            addOwn();
          }}
        />
      )}
      {props.error && (
        <FormHelperText error role="alert">
          {props.error}
        </FormHelperText>
      )}
    </Box>
  );
}

/** Asks for the labels of a new link. */
export function LabelsDialog(props: { node: ChainNode; onClose: (labels?: readonly string[]) => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const { labels } = labelsOf(props.node);
  const [value, setValue] = useState<readonly string[]>(() => (labels.length === 1 ? labels : []));
  const [checked, setChecked] = useState(false);
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={() => props.onClose()} aria-labelledby={titleId}>
      <form
        noValidate
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          if (value.length > 0) props.onClose(value);
          else setChecked(true);
        }}
      >
        <DialogTitle id={titleId}>{t('rules.labelsTitle', { name: props.node.name })}</DialogTitle>
        <DialogContent>
          <LabelsInput
            node={props.node}
            value={value}
            autoFocus
            error={checked && value.length === 0 ? t('rules.labelNeeded') : undefined}
            onChange={setValue}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => props.onClose()}>{t('action.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary">
            {t('rules.addLink')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
