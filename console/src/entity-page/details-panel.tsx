import { Box, Button, IconButton, Skeleton, Tooltip, useMediaQuery } from '@mui/material';
import { type ReactNode, type Ref, Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import { useAddress } from '../app/use-address.ts';
import { Icon } from '../controls/icon.tsx';
import { SkeletonLines } from '../controls/states.tsx';
import { takeFocus } from '../controls/take-focus.ts';
import { DetailsHelpButton } from '../help/page-help.tsx';
import { ActionsButton } from './actions-menu.tsx';
import type { OfferedAction } from './entity-action.ts';
import { PanelFrame } from './panel-frame.tsx';
import { PanelTabs } from './panel-tabs.tsx';
import { withTab } from './tab-address.ts';

/** A tab of a details panel; drawn, and so loaded, when it is opened. */
export interface DetailsTab {
  id: string;
  label: string;
  render: () => ReactNode;
}

/** The keys of an open panel: close, previous, next, a digit for each tab. */
function usePanelActions(props: {
  title: string;
  tabs: readonly DetailsTab[];
  actions: readonly OfferedAction[];
  open: (tab: DetailsTab) => void;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { title, tabs, actions, open, onClose, onPrevious, onNext } = props;
  const tabNames = tabs.map(({ label }) => label).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: tabs with the same names are the same tabs
  const all = useMemo<Action[]>(() => {
    const group = t('keys.details');
    return [
      { id: 'close-details', label: t('details.close'), group, icon: 'close', keys: 'Escape', run: onClose },
      ...(onPrevious
        ? [
            {
              id: 'previous',
              label: t('details.previous'),
              group,
              icon: 'chevronUp' as const,
              keys: '[',
              run: onPrevious,
            },
          ]
        : []),
      ...(onNext
        ? [{ id: 'next', label: t('details.next'), group, icon: 'chevronDown' as const, keys: ']', run: onNext }]
        : []),
      ...tabs.map((tab, index) => ({
        id: `tab-${tab.id}`,
        label: t('details.openTab', { tab: tab.label }),
        group,
        icon: 'table' as const,
        keys: String(index + 1),
        run: () => open(tab),
      })),
      ...actions.map((action) => ({ ...action, group: action.keys ? group : title })),
    ];
  }, [t, onClose, onPrevious, onNext, actions, title, tabNames]);
  useActions(all);
}

/** The panel over the list: name, state, actions, tabs that load when opened. Full page on phones. */
export function DetailsPanel(props: {
  title: string;
  /** The name is not known yet: `title` is only said, a line stands in its place. */
  waiting?: boolean;
  subtitle?: ReactNode;
  tabs: readonly DetailsTab[];
  /** The one that is `primary` is a button in the header, the others are in its menu. */
  actions: readonly OfferedAction[];
  /** The control in the header that offers the action with this id; without it while that is being done. */
  control?: { id: string; ref: Ref<HTMLButtonElement>; isHidden: boolean } | undefined;
  onClose: () => void;
  /** Absent at the ends of the page. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [address, setAddress] = useAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  const tab = props.tabs.find((one) => one.id === address.get('tab')) ?? props.tabs[0];
  const { title, onClose, onPrevious, onNext, actions, control } = props;
  const primary = actions.find((action) => action.primary);
  const isHidden = (action: OfferedAction) => control?.isHidden === true && action.id === control.id;
  const others = actions.filter((action) => action !== primary && !isHidden(action));
  const openTab = (id: string) => {
    const next = id === props.tabs[0]?.id ? undefined : id;
    if (next !== (address.get('tab') ?? undefined)) setAddress((now) => withTab(now, next));
  };
  usePanelActions({ ...props, open: ({ id }) => openTab(id) });

  // The focus moves into the panel; closing it returns the focus to the row.
  useEffect(() => takeFocus(heading.current), []);

  return (
    <PanelFrame label={title}>
      <Box sx={{ p: { xs: '10px 12px 0', sm: '14px 18px 0' } }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
          {phone && (
            <IconButton aria-label={t('details.close')} onClick={onClose} sx={{ marginInlineStart: -1 }}>
              <Icon name="back" />
            </IconButton>
          )}
          <Box
            component="h2"
            ref={heading}
            tabIndex={-1}
            sx={{
              typography: 'h2',
              m: 0,
              flex: 1,
              minWidth: 0,
              overflowWrap: 'anywhere',
              pt: '5px',
              outline: 'none',
            }}
          >
            {props.waiting ? (
              <Skeleton width="60%" aria-label={title} />
            ) : (
              // A long name leaves room for what is below; all of it is among the details.
              <Box
                component="span"
                title={title}
                sx={{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: '3', overflow: 'hidden' }}
              >
                {title}
              </Box>
            )}
          </Box>
          <DetailsHelpButton />
          <Tooltip title={`${t('details.previous')} [`}>
            <span>
              <IconButton aria-label={t('details.previous')} disabled={!onPrevious} onClick={onPrevious}>
                <Icon name="chevronUp" />
              </IconButton>
            </span>
          </Tooltip>
          <Tooltip title={`${t('details.next')} ]`}>
            <span>
              <IconButton aria-label={t('details.next')} disabled={!onNext} onClick={onNext}>
                <Icon name="chevronDown" />
              </IconButton>
            </span>
          </Tooltip>
          {others.length > 0 && (
            <ActionsButton
              label={t('details.actions')}
              actions={others}
              ref={control?.id === primary?.id ? undefined : control?.ref}
            />
          )}
          {!phone && (
            <Tooltip title={t('details.close')}>
              <IconButton aria-label={t('details.close')} onClick={onClose}>
                <Icon name="close" />
              </IconButton>
            </Tooltip>
          )}
        </Box>
        {(props.subtitle || primary) && (
          <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start', justifyContent: 'space-between', mt: '2px' }}>
            <Box
              sx={{
                color: 'text.secondary',
                fontSize: 13,
                minWidth: 0,
                maxHeight: 84,
                overflow: 'auto',
                overflowWrap: 'anywhere',
              }}
            >
              {props.subtitle}
            </Box>
            {primary && (
              <Button
                ref={control?.id === primary.id ? control.ref : undefined}
                variant="contained"
                color="primary"
                startIcon={<Icon name={primary.icon} size={16} />}
                onClick={primary.run}
                sx={{ flex: 'none' }}
                // Nothing else in the header moves.
                style={isHidden(primary) ? { visibility: 'hidden' } : undefined}
              >
                {primary.label}
              </Button>
            )}
          </Box>
        )}
      </Box>
      <PanelTabs tabs={props.tabs} open={tab?.id} onOpen={openTab} />
      <Box
        role="tabpanel"
        id="tab-content"
        aria-labelledby={`tab-${tab?.id ?? ''}`}
        sx={{
          flex: 1,
          minHeight: 0,
          overflow: 'auto',
          p: { xs: '14px 12px', sm: '14px 18px' },
          display: 'flex',
          flexDirection: 'column',
          gap: 3.5,
        }}
      >
        <Suspense fallback={<SkeletonLines />}>{tab?.render()}</Suspense>
      </Box>
    </PanelFrame>
  );
}
