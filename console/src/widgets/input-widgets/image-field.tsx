import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../controls/file-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { IMAGE_KINDS } from '../../controls/image-input.tsx';
import { readAsDataUrl } from '../../controls/read-data-url.ts';
import type { Draft, FieldSpec } from './input-value.ts';

/** Largest picture that is taken, kB. */
const MAX_SIZE = 4096;

/** Only pictures that are in the text itself, or that a server has. */
const isPicture = (text: string) => /^(data:image\/|https?:\/\/|\/)/.test(text);

/** A picture of this machine, kept as a data URL. */
export function ImageField(props: {
  spec: FieldSpec;
  value: Draft;
  onChange: (draft: Draft) => void;
  onDone?: (draft: Draft) => void;
}) {
  const { t } = useTranslation();
  const { spec, onChange, onDone } = props;
  const [problem, setProblem] = useState<string>();
  const value = String(props.value);
  const take = (draft: string) => {
    setProblem(undefined);
    onChange(draft);
    onDone?.(draft);
  };
  async function choose(file: File) {
    if (file.size > MAX_SIZE * 1024) return setProblem(t('image.tooLarge', { size: MAX_SIZE }));
    if (!IMAGE_KINDS.split(',').includes(file.type)) return setProblem(t('image.unreadable'));
    try {
      take(await readAsDataUrl(file));
    } catch {
      setProblem(t('image.unreadable'));
    }
  }
  return (
    <Box role="group" aria-label={spec.label} sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      {spec.image?.hasPreview !== false && (
        <Box
          sx={{
            ...{ width: 96, height: 64, flex: 'none', borderRadius: '6px', border: '1px solid var(--line)' },
            ...{ display: 'grid', placeItems: 'center', overflow: 'hidden', background: 'var(--surface-2)' },
          }}
        >
          {isPicture(value) && (
            <Box
              component="img"
              src={value}
              alt={spec.label}
              sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
            />
          )}
        </Box>
      )}
      <FileButton
        label={t(value ? 'image.replace' : 'image.choose')}
        accept={IMAGE_KINDS}
        startIcon={<Icon name="upload" size={16} />}
        onFile={(file) => void choose(file)}
      />
      {value && spec.image?.hasClear && (
        <Button variant="text" onClick={() => take('')}>
          {t('input.clearImage')}
        </Button>
      )}
      {problem && (
        <Box role="alert" sx={{ fontSize: 12, color: 'var(--critical)' }}>
          {problem}
        </Box>
      )}
    </Box>
  );
}
