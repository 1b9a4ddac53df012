import { Button, IconButton, Tooltip } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../app/notices.ts';
import { Icon } from './icon.tsx';

/** Copies `text`; also where the clipboard needs a secure page and this is none. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}

function useCopy() {
  const { t } = useTranslation();
  return async (text: string, name: string) => {
    if (await copyText(text)) notifySuccess(t('copy.done', { name }));
    else notifyError(t('copy.failed'));
  };
}

/** A small button that copies `text`; `name` says what it is. */
export function CopyIconButton({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <Tooltip title={t('copy.copy', { name })}>
      <IconButton
        size="small"
        aria-label={t('copy.copy', { name })}
        onClick={() => void copy(text, name)}
        sx={{ p: 1.25 }}
      >
        <Icon name="copy" size={15} />
      </IconButton>
    </Tooltip>
  );
}

export function CopyButton({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <Button startIcon={<Icon name="copy" size={15} />} onClick={() => void copy(text, name)}>
      {t('copy.copy', { name })}
    </Button>
  );
}
