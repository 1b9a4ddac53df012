import { Box, IconButton, Menu, MenuItem, Tab, Tabs, Tooltip, useMediaQuery } from '@mui/material';
import { type PointerEvent, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type Action, useActions } from '../app/actions.ts';
import { Icon, type IconName } from '../controls/icon.tsx';
import { SkeletonLines } from '../controls/states.tsx';
import type { DetailsControls } from './entity-page.tsx';

export interface DetailsTab {
  id: string;
  label: string;
  render: () => ReactNode;
}

export interface DetailsAction {
  id: string;
  label: string;
  icon: IconName;
  run: () => void;
  destructive?: boolean | undefined;
}

const WIDTH_KEY = 'signalbox-details-width';
const LEAST = 360;
const DEFAULT_WIDTH = 480;

const clampWidth = (width: number) =>
  Math.round(Math.min(Math.max(width, LEAST), Math.max(LEAST, window.innerWidth - 420)));

/** The bar between list and panel: drag it, or move it with the arrow keys. */
function ResizeBar({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const { t } = useTranslation();
  const drag = (event: PointerEvent<HTMLHRElement>) => {
    const bar = event.currentTarget;
    const direction = getComputedStyle(bar).direction === 'rtl' ? -1 : 1;
    const start = event.clientX;
    bar.setPointerCapture(event.pointerId);
    bar.onpointermove = (move) => onWidth(clampWidth(width + (start - move.clientX) * direction));
    bar.onpointerup = () => {
      bar.onpointermove = null;
    };
  };
  return (
    <Box
      component="hr"
      aria-orientation="vertical"
      aria-label={t('details.resize')}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={1600}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') onWidth(clampWidth(width + 24));
        if (event.key === 'ArrowRight') onWidth(clampWidth(width - 24));
      }}
      sx={{
        position: 'absolute',
        insetBlock: 0,
        insetInlineStart: -4,
        width: 8,
        m: 0,
        border: 0,
        zIndex: 2,
        cursor: 'col-resize',
        touchAction: 'none',
        '&:hover, &:focus-visible': { background: 'var(--accent-soft)' },
      }}
    />
  );
}

/** The panel over the list: name, state, actions, tabs that load when opened. Full page on phones. */
export function DetailsPanel(
  props: DetailsControls & {
    title: string;
    subtitle?: ReactNode;
    tabs: readonly DetailsTab[];
    actions?: readonly DetailsAction[] | undefined;
  },
) {
  const { t } = useTranslation();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [address, setAddress] = useSearchParams();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [width, setWidth] = useState(() => clampWidth(Number(localStorage.getItem(WIDTH_KEY)) || DEFAULT_WIDTH));
  const tab = props.tabs.find((one) => one.id === address.get('tab')) ?? props.tabs[0];
  const { onClose, onPrevious, onNext, actions } = props;

  const keys = useMemo<Action[]>(
    () => [
      {
        id: 'close-details',
        label: t('details.close'),
        group: t('keys.details'),
        keys: 'Escape',
        hidden: true,
        run: onClose,
      },
      ...(onPrevious
        ? [
            {
              id: 'previous',
              label: t('details.previous'),
              group: t('keys.details'),
              keys: '[',
              hidden: true,
              run: onPrevious,
            },
          ]
        : []),
      ...(onNext
        ? [{ id: 'next', label: t('details.next'), group: t('keys.details'), keys: ']', hidden: true, run: onNext }]
        : []),
      ...(actions ?? []).map((action) => ({ ...action, group: props.title })),
    ],
    [t, onClose, onPrevious, onNext, actions, props.title],
  );
  useActions(keys);

  const resize = (next: number) => {
    setWidth(next);
    localStorage.setItem(WIDTH_KEY, String(next));
  };
  return (
    <Box
      component="aside"
      aria-label={props.title}
      sx={{
        position: { xs: 'absolute', sm: 'relative' },
        inset: { xs: 0, sm: 'auto' },
        zIndex: 3,
        flex: 'none',
        background: 'var(--surface)',
        borderInlineStart: { xs: 0, sm: '1px solid var(--line)' },
        boxShadow: 'var(--shadow-2)',
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
      }}
      style={phone ? undefined : { width, maxWidth: '70%' }}
    >
      {!phone && <ResizeBar width={width} onWidth={resize} />}
      <Box sx={{ p: '14px 18px 0' }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
          <Box
            component="h2"
            sx={{ typography: 'h2', m: 0, flex: 1, minWidth: 0, overflowWrap: 'anywhere', pt: '5px' }}
          >
            {props.title}
          </Box>
          <Tooltip title={t('details.previous')}>
            <span>
              <IconButton aria-label={t('details.previous')} disabled={!onPrevious} onClick={onPrevious}>
                <Icon name="chevronUp" />
              </IconButton>
            </span>
          </Tooltip>
          <Tooltip title={t('details.next')}>
            <span>
              <IconButton aria-label={t('details.next')} disabled={!onNext} onClick={onNext}>
                <Icon name="chevronDown" />
              </IconButton>
            </span>
          </Tooltip>
          {actions && actions.length > 0 && (
            <IconButton
              aria-label={t('details.actions')}
              aria-haspopup="menu"
              aria-expanded={anchor !== undefined}
              onClick={(event) => setAnchor(event.currentTarget)}
            >
              <Icon name="more" />
            </IconButton>
          )}
          <IconButton aria-label={t('details.close')} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </Box>
        {props.subtitle && <Box sx={{ mt: '2px', color: 'text.secondary', fontSize: 13 }}>{props.subtitle}</Box>}
      </Box>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)}>
        {actions?.map((action) => (
          <MenuItem
            key={action.id}
            sx={action.destructive ? { color: 'var(--critical)' } : null}
            onClick={() => {
              setAnchor(undefined);
              action.run();
            }}
          >
            <Icon name={action.icon} />
            {action.label}
          </MenuItem>
        ))}
      </Menu>
      <Tabs
        value={tab?.id ?? false}
        onChange={(_, id: string) =>
          setAddress((now) => {
            const next = new URLSearchParams(now);
            if (id === props.tabs[0]?.id) next.delete('tab');
            else next.set('tab', id);
            return next;
          })
        }
        variant="scrollable"
        scrollButtons="auto"
        aria-label={t('details.tabs')}
        sx={{
          px: '18px',
          borderBottom: '1px solid var(--line)',
          mt: 2,
          flex: 'none',
          '& .MuiTabs-scrollButtons.Mui-disabled': { display: 'none' },
          '& .MuiTabs-scrollButtons': { width: 24 },
        }}
      >
        {props.tabs.map((one) => (
          <Tab key={one.id} value={one.id} label={one.label} id={`tab-${one.id}`} aria-controls="tab-content" />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id="tab-content"
        aria-labelledby={`tab-${tab?.id ?? ''}`}
        sx={{
          flex: 1,
          minHeight: 0,
          overflow: 'auto',
          p: '14px 18px',
          display: 'flex',
          flexDirection: 'column',
          gap: 3.5,
        }}
      >
        <Suspense fallback={<SkeletonLines />}>{tab?.render()}</Suspense>
      </Box>
    </Box>
  );
}
