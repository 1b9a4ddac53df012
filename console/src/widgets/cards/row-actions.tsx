import { IconButton, Tooltip } from '@mui/material';
import { NamedIcon } from '../../controls/named-icon.tsx';
import { withNamedTexts } from '../../i18n/named-texts.ts';
import { isShown } from '../actions.ts';
import type { ActionDescriptor, WidgetConfig } from '../model.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import { reservesSpace } from './table-page.ts';

/** px that a button takes. */
const PLACE = 28;

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
  const keepsPlaces = reservesSpace(props.config.settings ?? {});
  return props.actions.map((action) =>
    isShown(action, props.scripts, props.config, props.data) ? (
      <Tooltip key={action.id ?? action.name} title={withNamedTexts(action.name)}>
        <IconButton
          size="small"
          aria-label={`${withNamedTexts(action.name)}: ${props.name}`}
          onClick={(event) => {
            event.stopPropagation();
            props.onAction(action);
          }}
        >
          <NamedIcon name={action.icon ?? ''} />
        </IconButton>
      </Tooltip>
    ) : keepsPlaces ? (
      <span key={action.id ?? action.name} aria-hidden="true" style={{ display: 'inline-block', width: PLACE }} />
    ) : null,
  );
}
