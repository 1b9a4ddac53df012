import { Box, Button, Menu, MenuItem, Tab, Tabs } from '@mui/material';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { placeTabs } from './place-tabs.ts';
import { useWidth } from './use-width.ts';

/** The tabs of a panel; those without room are under "More". */
export function PanelTabs(props: {
  tabs: readonly { id: string; label: string }[];
  open: string | undefined;
  /** Also for the one that is open: it may stand in for one that is not known yet. */
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation();
  const { tabs, open, onOpen } = props;
  const { ref, width = 0 } = useWidth();
  const ruler = useRef<HTMLDivElement>(null);
  const [widths, setWidths] = useState<readonly number[]>([]);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const names = tabs.map(({ label }) => label).join('\n');

  // biome-ignore lint/correctness/useExhaustiveDependencies: other names are as wide as others
  useLayoutEffect(() => {
    const measure = () => {
      const places = [...(ruler.current?.querySelectorAll('[role="tab"]') ?? [])].map((one) =>
        one.getBoundingClientRect(),
      );
      // With the space between them.
      setWidths(
        places.map(({ left, width: own }, index) => Math.max(own, Math.abs((places[index + 1]?.left ?? left) - left))),
      );
    };
    measure();
    // The font may come later.
    let current = true;
    void document.fonts.ready.then(() => current && measure());
    return () => {
      current = false;
    };
  }, [names]);

  const { shown, rest } = placeTabs(tabs, widths, width, open);
  return (
    <Box sx={{ mt: 2, flex: 'none', borderBottom: '1px solid var(--line)', px: { xs: '12px', sm: '18px' } }}>
      <Box ref={ref} sx={{ position: 'relative', display: 'flex', alignItems: 'center', overflow: 'hidden' }}>
        <Tabs value={open ?? false} aria-label={t('details.tabs')} sx={{ minWidth: 0 }}>
          {shown.map((one) => (
            <Tab
              key={one.id}
              value={one.id}
              label={one.label}
              id={`tab-${one.id}`}
              aria-controls="tab-content"
              onClick={() => onOpen(one.id)}
            />
          ))}
        </Tabs>
        {rest.length > 0 && (
          <Button
            size="small"
            variant="text"
            aria-haspopup="menu"
            aria-expanded={anchor !== undefined}
            endIcon={<Icon name="chevronDown" size={14} />}
            onClick={(event) => setAnchor(event.currentTarget)}
            sx={{ flex: 'none', color: 'text.secondary' }}
          >
            {t('list.more')}
          </Button>
        )}
        <Box ref={ruler} inert aria-hidden="true" sx={{ position: 'absolute', visibility: 'hidden' }}>
          <Tabs value={false}>
            {tabs.map((one) => (
              <Tab key={one.id} label={one.label} />
            ))}
          </Tabs>
        </Box>
      </Box>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)}>
        {rest.map((one) => (
          <MenuItem
            key={one.id}
            onClick={() => {
              setAnchor(undefined);
              onOpen(one.id);
            }}
          >
            {one.label}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
}
