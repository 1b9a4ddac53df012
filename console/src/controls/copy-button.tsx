import './texts/texts.ts';
import { Button, IconButton, Tooltip } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../app/notices.ts';
import { Icon } from './icon.tsx';

/** Copies `text`, also on pages that are not secure, where browsers offer no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    // A dialog lets nothing outside of it have the focus, and so be selected.
    (before?.closest('.MuiModal-root') ?? document.body).append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return copied;
  }
}

/** How long a button says that it has copied, in ms. */
const COPIED_DURATION = 1500;

/** Copies, and says so for a moment. */
function useCopy(text: string) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    if (!(await copyText(text))) return notifyError(t('copy.failed'));
    clearTimeout(timer.current);
    setCopied(true);
    timer.current = setTimeout(() => setCopied(false), COPIED_DURATION);
  };
  return { copied, copy: () => void copy() };
}

/** Tells screen readers that it has copied. */
function CopiedStatus({ copied, name }: { copied: boolean; name: string }) {
  const { t } = useTranslation();
  return (
    <span role="status" className="visually-hidden">
      {copied ? t('copy.done', { name }) : ''}
    </span>
  );
}

/** A small button that copies `text`; `name` says what it is. */
export function CopyIconButton({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation();
  const [hovered, setHovered] = useState(false);
  const { copied, copy } = useCopy(text);
  return (
    <>
      <Tooltip
        title={copied ? t('copy.copied') : t('copy.copy', { name })}
        open={copied || hovered}
        onOpen={() => setHovered(true)}
        onClose={() => setHovered(false)}
      >
        <IconButton
          size="small"
          aria-label={t('copy.copy', { name })}
          onClick={copy}
          sx={{ p: 1.25, ...(copied ? { color: 'var(--ok)' } : {}) }}
        >
          <Icon name={copied ? 'check' : 'copy'} size={15} />
        </IconButton>
      </Tooltip>
      <CopiedStatus copied={copied} name={name} />
    </>
  );
}

/** The same with words. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation();
  const { copied, copy } = useCopy(text);
  return (
    <>
      <Tooltip title={copied ? t('copy.copied') : ''} open={copied}>
        <Button startIcon={<Icon name={copied ? 'check' : 'copy'} size={15} />} onClick={copy}>
          {t('copy.copy', { name })}
        </Button>
      </Tooltip>
      <CopiedStatus copied={copied} name={name} />
    </>
  );
}
