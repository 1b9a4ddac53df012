import { Box, IconButton } from '@mui/material';
import { type CSSProperties, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { turnsOf } from './page-turns.ts';
import type { DialogSize } from './protocol.ts';

/** Between the dialog and the edges of the page. */
const MARGIN = 'clamp(8px, 4vw, 32px)';
/** px of the line with its title. */
const HEADING = 44;
/** px; what is smaller has no room for its title, and browsers draw nothing in a frame of which nothing is seen. */
const LEAST: DialogSize = { width: 240, height: 40 };
/** Until the frame says more. */
const FIRST: DialogSize = { width: 400, height: 200 };

/** Where dialogs have room: the page within its margins, below the title. */
const ROOM = { width: `(100vw - 2 * ${MARGIN})`, height: `(100dvh - 2 * ${MARGIN} - ${HEADING}px)` };

/** What is seen of a dialog: a script may say anything of its size. */
const shownSize = ({ width, height } = FIRST) => ({
  width: `min(${Math.max(LEAST.width, width)}px, ${ROOM.width})`,
  height: `min(${Math.max(LEAST.height, height)}px, ${ROOM.height})`,
});

/**
 * How a frame lies over the page: its dialogs have all of the room, as their size is not to depend on what they say of it,
 * and the page shows the middle of it, where they are.
 */
export function overPage(size: DialogSize | undefined): CSSProperties {
  const shown = shownSize(size);
  return {
    ...{ position: 'fixed', top: `calc(${MARGIN} + ${HEADING}px)`, left: MARGIN, right: 'auto', bottom: 'auto' },
    ...{
      width: `calc(${ROOM.width})`,
      height: `calc(${ROOM.height})`,
      margin: 0,
      padding: 0,
      background: 'transparent',
    },
    clipPath: `inset(calc((${ROOM.height} - ${shown.height}) / 2) calc((${ROOM.width} - ${shown.width}) / 2))`,
  };
}

/** A dialog of a script over the page: what the frame has said of its size. */
export interface ShownDialog {
  size?: DialogSize;
}

/** Shows the dialogs of a widget over the page, as often as it may open some; undefined: none any more. */
export function showDialogs(
  frame: HTMLElement,
  signal: AbortSignal,
  show: (dialog: ShownDialog | undefined) => void,
): { opened(isOpen: boolean): void; sized(size: DialogSize): void } {
  let end: (() => void) | undefined;
  return {
    opened(isOpen) {
      end?.();
      // What cannot be used is not put before everybody: a widget that is edited, or previewed.
      if (!isOpen || frame.closest('[inert]')) return;
      const until = new Promise<void>((resolve) => {
        end = () => {
          end = undefined;
          resolve();
          show(undefined);
        };
      });
      const opened = turnsOf(signal).dialog(() => {
        show({});
        return until;
      });
      // What is shown too often stays in the widget.
      opened.catch(() => end?.());
    },
    sized: (size) => end && show({ size }),
  };
}

/** Whether a dialog of the page was opened after something that lies over the page. */
export function useDialogAbove(isOver: boolean): boolean {
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    if (!isOver) return;
    const count = () => document.querySelectorAll('body > .MuiDialog-root').length;
    const before = count();
    const changes = new MutationObserver(() => setAbove(count() > before));
    changes.observe(document.body, { childList: true });
    return () => {
      changes.disconnect();
      setAbove(false);
    };
  }, [isOver]);
  return isAbove;
}

/**
 * What the page draws around the dialog of a widget's script, whose content is in the frame of the widget. Both lie over all
 * else of the page, without the frame being moved in the document: it would begin again.
 */
export function OwnDialog(props: {
  frame: RefObject<HTMLIFrameElement | null>;
  title: string;
  /** Undefined until the frame has said it. */
  size: DialogSize | undefined;
  onLeave: () => void;
}) {
  const { t } = useTranslation();
  const { frame, title, onLeave } = props;
  const id = useId();
  const surroundings = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [content, around] = [frame.current, surroundings.current];
    if (!content || !around) return;
    around.showPopover();
    content.popover = 'manual';
    content.showPopover();
    content.focus();
    const keepFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && target !== content && !around.contains(target)) content.focus();
    };
    document.addEventListener('focusin', keepFocus);
    return () => {
      document.removeEventListener('focusin', keepFocus);
      content.hidePopover();
      content.popover = null;
      content.focus();
    };
  }, [frame]);
  const { width, height } = shownSize(props.size);
  return (
    <Box
      ref={surroundings}
      popover="manual"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onLeave();
      }}
      sx={{
        ...{ position: 'fixed', inset: 0, width: '100vw', height: '100dvh', maxWidth: 'none', maxHeight: 'none' },
        ...{ m: 0, p: 0, border: 0, background: 'rgb(0 0 0 / 35%)', overflow: 'hidden', color: 'var(--text)' },
        ...{ overscrollBehavior: 'contain', colorScheme: 'normal' },
      }}
    >
      <Box
        role="dialog"
        aria-modal
        aria-labelledby={id}
        style={{
          ...{ width: `calc(${width})`, height: `calc(${height} + ${HEADING}px)` },
          ...{ left: `calc((100vw - ${width}) / 2)` },
          ...{ top: `calc(${MARGIN} + (${ROOM.height} - ${height}) / 2)` },
        }}
        sx={{
          ...{ position: 'absolute', boxSizing: 'border-box', background: 'var(--surface)', borderRadius: '8px' },
          ...{ boxShadow: 'var(--shadow-2)', outline: '1px solid var(--line)' },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', height: HEADING, paddingInline: '16px 4px', gap: 1 }}>
          <Box
            component="h2"
            id={id}
            dir="auto"
            sx={{
              ...{ m: 0, flex: 1, minWidth: 0, fontSize: 14, fontWeight: 580, textAlign: 'start' },
              ...{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
            }}
          >
            {title}
          </Box>
          <IconButton size="small" aria-label={t('action.close')} onClick={onLeave}>
            <Icon name="close" size={18} />
          </IconButton>
        </Box>
      </Box>
    </Box>
  );
}
