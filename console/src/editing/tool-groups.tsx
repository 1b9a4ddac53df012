import { Box, Divider, IconButton, Tooltip } from '@mui/material';
import { Icon, type IconName } from '../controls/icon.tsx';

/** A button of the toolbar; says why it does nothing. */
export interface Tool {
  id: string;
  label: string;
  icon: IconName;
  keys?: string | undefined;
  disabled?: boolean;
  /** Of one that switches something. */
  isOn?: boolean;
  run: () => void;
}

const ON = { color: 'var(--accent)', background: 'color-mix(in srgb, var(--accent) 16%, transparent)' };

function ToolButton({ tool }: { tool: Tool }) {
  return (
    <Tooltip title={tool.keys ? `${tool.label} (${tool.keys})` : tool.label}>
      <span>
        <IconButton
          size="small"
          aria-label={tool.label}
          aria-pressed={tool.isOn}
          sx={tool.isOn ? ON : undefined}
          disabled={tool.disabled ?? false}
          onClick={tool.run}
        >
          <Icon name={tool.icon} />
        </IconButton>
      </span>
    </Tooltip>
  );
}

/** The buttons of an editor's toolbar, in groups that are set apart: on phones, where lines begin with any of them, by room. */
export function ToolGroups({ groups }: { groups: readonly (readonly Tool[])[] }) {
  return groups.map((group, index) => (
    <Box key={group[0]?.id} sx={{ display: 'flex', alignItems: 'center', marginInlineEnd: { xs: 2, sm: 0 } }}>
      {index > 0 && (
        <Divider orientation="vertical" flexItem sx={{ mx: 1, my: 1, display: { xs: 'none', sm: 'block' } }} />
      )}
      {group.map((tool) => (
        <ToolButton key={tool.id} tool={tool} />
      ))}
    </Box>
  ));
}
