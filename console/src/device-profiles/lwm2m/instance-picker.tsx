import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import { nextInstance } from './object-model.ts';

/** 65535 is no instance (OMA LwM2M 1.0, §6.2). */
const MAX_INSTANCE = 65_534;

/** Adds an instance by its number. */
export function InstancePicker(props: { instances: readonly number[]; of: string; onAdd: (id: number) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const text = typed ?? String(nextInstance(props.instances));
  const add = () => {
    const fits = /^\d{1,5}$/.test(text.trim()) && Number(text) <= MAX_INSTANCE;
    const isThere = props.instances.includes(Number(text));
    if (!fits || isThere) {
      setProblem(
        isThere
          ? t('lightweight.problem.instanceThere')
          : t('lightweight.problem.number', { min: 0, max: MAX_INSTANCE }),
      );
      return;
    }
    props.onAdd(Number(text));
    setTyped(undefined);
    setProblem(undefined);
  };
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', mt: 3 }}>
      <TextInput
        label={t('lightweight.newInstance')}
        value={text}
        error={problem}
        inputProps={{ inputMode: 'numeric', 'aria-label': t('lightweight.newInstanceOf', { name: props.of }) }}
        sx={{ width: 180 }}
        onChange={({ target }) => {
          setTyped(target.value);
          setProblem(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Not the form around it.
          event.preventDefault();
          add();
        }}
      />
      <Button
        startIcon={<Icon name="add" size={14} />}
        onClick={add}
        aria-label={t('lightweight.addInstanceTo', { name: props.of })}
        sx={{ mt: '25px' }}
      >
        {t('lightweight.addInstance')}
      </Button>
    </Box>
  );
}
