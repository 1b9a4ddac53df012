import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../controls/file-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { readAsDataUrl } from '../../controls/read-data-url.ts';

/** Maximum length of a picture as a data URL, in characters; the server accepts no more. */
const MAX_LENGTH = 1_000_000;

/** Chooses, shows and removes a picture. */
export function ImageInput(props: { value: string | null; onChange: (image: string | null) => void }) {
  const { t } = useTranslation();
  const [error, setError] = useState<string>();

  async function choose(file: File) {
    try {
      const image = await readAsDataUrl(file);
      if (!file.type.startsWith('image/')) setError(t('dashboard.image.notImage'));
      else if (image.length > MAX_LENGTH) setError(t('dashboard.image.tooLarge'));
      else {
        setError(undefined);
        props.onChange(image);
      }
    } catch {
      setError(t('dashboard.image.unreadable'));
    }
  }

  return (
    <Box>
      <Box sx={{ fontSize: 13, fontWeight: 550, mb: 1.5 }}>{t('dashboard.image.label')}</Box>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        {props.value && (
          <Box
            component="img"
            src={props.value}
            alt=""
            sx={{
              height: 48,
              maxWidth: 96,
              objectFit: 'contain',
              borderRadius: '6px',
              border: '1px solid var(--line)',
            }}
          />
        )}
        <FileButton
          label={t('dashboard.image.choose')}
          accept="image/*"
          startIcon={<Icon name="upload" size={16} />}
          onFile={(file) => void choose(file)}
        />
        {props.value && <Button onClick={() => props.onChange(null)}>{t('dashboard.image.remove')}</Button>}
      </Box>
      {error && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 1 }}>
          {error}
        </Box>
      )}
    </Box>
  );
}
