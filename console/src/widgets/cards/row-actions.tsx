import { IconButton, Tooltip } from '@mui/material';
import { isShown } from '../actions.ts';
import type { ActionDescriptor, WidgetConfig } from '../model.ts';
import { NamedIcon } from '../named-icon.tsx';
import type { Scripts } from '../sandbox/scripts.ts';

/** The buttons at the end of a table's row. `data`: what their conditions are asked about. */
export function RowActions(props: {
  actions: readonly ActionDescriptor[];
  /** Names the row for screen readers. */
  name: string;
  data: unknown;
  scripts: Scripts | undefined;
  config: WidgetConfig;
  onAction: (action: ActionDescriptor) => void;
}) {
  return props.actions
    .filter((action) => isShown(action, props.scripts, props.config, props.data))
    .map((action) => (
      <Tooltip key={action.id ?? action.name} title={action.name}>
        <IconButton
          size="small"
          aria-label={`${action.name}: ${props.name}`}
          onClick={(event) => {
            event.stopPropagation();
            props.onAction(action);
          }}
        >
          <NamedIcon name={action.icon ?? ''} />
        </IconButton>
      </Tooltip>
    ));
}
