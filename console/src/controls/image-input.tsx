import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from './file-button.tsx';
import { Icon } from './icon.tsx';
import { Picture } from './picture.tsx';
import { readAsDataUrl } from './read-data-url.ts';
import { Field } from './text-input.tsx';

/** Largest file that is taken, bytes (specification: 512 KB). */
const MAX_IMAGE_BYTES = 512 * 1024;
export const IMAGE_KINDS = 'image/png,image/jpeg,image/gif,image/webp,image/svg+xml';

/** Pictures of other servers are not fetched: whoever wrote the settings would learn who reads them. */
const isOwn = (address: string) => /^(data:image\/|\/(?!\/))/i.test(address);

/** Chooses an image of this machine, which is kept as a data URL; empty for none. */
export function ImageInput(props: {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const size = MAX_IMAGE_BYTES / 1024;

  async function choose(file: File) {
    if (file.size > MAX_IMAGE_BYTES) return setProblem(t('image.tooLarge', { size }));
    if (!IMAGE_KINDS.split(',').includes(file.type)) return setProblem(t('image.unreadable'));
    try {
      props.onChange(await readAsDataUrl(file));
      setProblem(undefined);
    } catch {
      setProblem(t('image.unreadable'));
    }
  }

  return (
    <Field
      label={props.label}
      inputId={id}
      help={props.help ?? t('image.none', { size })}
      error={problem ?? props.error}
    >
      <Box
        id={id}
        role="group"
        aria-label={props.label}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}
      >
        {props.value && isOwn(props.value) && <Picture src={props.value} />}
        {props.value && !isOwn(props.value) && (
          <Box component="span" sx={{ fontSize: 13, minWidth: 0, overflowWrap: 'anywhere' }}>
            {props.value}
          </Box>
        )}
        <FileButton
          label={t(props.value ? 'image.replace' : 'image.choose')}
          accept={IMAGE_KINDS}
          startIcon={<Icon name="upload" size={16} />}
          onFile={(file) => void choose(file)}
        />
        {props.value && (
          <Button
            variant="text"
            onClick={() => {
              setProblem(undefined);
              props.onChange('');
            }}
          >
            {t('image.remove')}
          </Button>
        )}
      </Box>
    </Field>
  );
}
