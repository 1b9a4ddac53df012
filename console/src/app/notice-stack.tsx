import { Box, Button, IconButton } from '@mui/material';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../controls/icon.tsx';
import { dismissNotice, type Notice, type NoticeType, useNotices } from './notices.ts';
import { reachFromDialogs } from './reach-from-dialogs.ts';
import { stayReadable } from './stay-readable.ts';

const LOOKS: Record<NoticeType, { icon: IconName; color: string }> = {
  info: { icon: 'info', color: 'var(--accent-text)' },
  warn: { icon: 'warning', color: 'var(--minor)' },
  success: { icon: 'success', color: 'var(--ok)' },
  error: { icon: 'error', color: 'var(--critical)' },
};

function Toast({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  const look = LOOKS[notice.type];
  // Nothing that is being read disappears: pointer or focus on it holds it.
  useEffect(() => {
    if (notice.duration === undefined || held) return;
    const timer = setTimeout(() => dismissNotice(notice.id), notice.duration);
    return () => clearTimeout(timer);
  }, [notice.id, notice.duration, held]);
  return (
    <Box
      role={notice.type === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      sx={{
        display: 'flex',
        gap: 2.5,
        alignItems: 'flex-start',
        width: { xs: 'auto', sm: 'fit-content' },
        maxWidth: { sm: 460 },
        p: '10px 8px 10px 14px',
        background: 'var(--surface)',
        border: '1px solid var(--line)',
        borderRadius: '10px',
        boxShadow: 'var(--shadow-2)',
        pointerEvents: 'auto',
      }}
    >
      <Box sx={{ color: look.color, display: 'flex', pt: '1px' }}>
        <Icon name={look.icon} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <span className="visually-hidden">{t(`notice.${notice.type}`)}: </span>
        {notice.message}
        {notice.detail && (
          <Box component="details" sx={{ fontSize: 12, color: 'text.secondary', mt: 1 }}>
            <summary>{t('error.detail')}</summary>
            <code>{notice.detail}</code>
          </Box>
        )}
      </Box>
      {notice.action && (
        <Button
          size="small"
          variant="text"
          color="primary"
          sx={{ my: -1.25 }}
          onClick={() => {
            notice.action?.run();
            dismissNotice(notice.id);
          }}
        >
          {notice.action.label}
        </Button>
      )}
      <IconButton
        size="small"
        aria-label={t('action.close')}
        onClick={() => dismissNotice(notice.id)}
        sx={{ p: 1, my: -1 }}
      >
        <Icon name="close" size={16} />
      </IconButton>
    </Box>
  );
}

/** Dialogs let people and screen readers come to what is beside the page. */
function besideDialogs(element: HTMLDivElement | null) {
  const ends = [stayReadable(element), reachFromDialogs(element)];
  return () => {
    for (const end of ends) end?.();
  };
}

/**
 * The toasts: at the bottom, left or at the other end as they say; on phones across the bottom. Beside the page, not in
 * it, because open dialogs hide the page from screen readers.
 */
export function NoticeStack() {
  const notices = useNotices();
  return createPortal(
    <div ref={besideDialogs}>
      {[false, true].map((atEnd) => (
        <Box
          key={String(atEnd)}
          sx={{
            position: 'fixed',
            insetInlineStart: { xs: 12, sm: atEnd ? 'auto' : 20 },
            insetInlineEnd: { xs: 12, sm: atEnd ? 20 : 'auto' },
            bottom: { xs: 12, sm: 20 },
            zIndex: 'snackbar',
            display: 'flex',
            flexDirection: 'column',
            gap: 2,
            pointerEvents: 'none',
          }}
        >
          {notices
            .filter((notice) => (notice.atEnd ?? false) === atEnd)
            .map((notice) => (
              <Toast key={notice.id} notice={notice} />
            ))}
        </Box>
      ))}
    </div>,
    document.body,
  );
}
