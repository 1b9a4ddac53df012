import { Box, IconButton } from '@mui/material';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../controls/file-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { TextInput } from '../../controls/text-input.tsx';

/** Of keys and certificates, bytes. */
const MAX_FILE = 256 * 1024;

/** Kinds of files with certificates and keys in PEM. */
export const PEM_FILES = '.pem,.crt,.cer,.key';

/** A text of several lines, written or read from a file; a secret one is readable only when it is asked for. */
export function FileTextInput({
  accept,
  isSecret = false,
  onText,
  ...input
}: Omit<ComponentProps<typeof TextInput>, 'onChange' | 'multiline'> & {
  /** Kinds of files that are offered, as in the attribute `accept`; none without. */
  accept?: string | undefined;
  isSecret?: boolean;
  /** @param fileName of the file that the text is from */
  onText: (text: string, fileName?: string) => void;
}) {
  const { t } = useTranslation();
  const [isReadable, setReadable] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const { label } = input;

  async function read(file: File) {
    setTooLarge(file.size > MAX_FILE);
    if (file.size <= MAX_FILE) onText(await file.text(), file.name);
  }

  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextInput
        {...input}
        error={isTooLarge ? t('rules.file.tooLarge') : input.error}
        multiline
        minRows={2}
        maxRows={6}
        autoComplete="off"
        inputProps={{
          spellCheck: false,
          ...(isSecret && !isReadable ? { style: { WebkitTextSecurity: 'disc' } as object } : {}),
        }}
        endAdornment={
          isSecret ? (
            <IconButton
              size="small"
              aria-label={t(isReadable ? 'rules.hideSecret' : 'rules.showSecret', { label })}
              aria-pressed={isReadable}
              onClick={() => setReadable(!isReadable)}
              edge="end"
            >
              <Icon name={isReadable ? 'visibilityOff' : 'visibility'} />
            </IconButton>
          ) : undefined
        }
        onChange={(event) => {
          setTooLarge(false);
          onText(event.target.value);
        }}
      />
      {accept && !input.disabled && (
        <Box>
          <FileButton
            label={t('rules.file.chooseFor', { label })}
            accept={accept}
            startIcon={<Icon name="add" size={16} />}
            onFile={(file) => void read(file)}
          />
        </Box>
      )}
    </Box>
  );
}
