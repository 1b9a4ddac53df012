import './texts/texts.ts';
import { Badge, IconButton, Tooltip } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../../app/dialogs.ts';
import { Icon } from '../../controls/icon.tsx';
import { ConditionsDialog } from './conditions-dialog.tsx';
import { CONDITIONS, type Conditions, conditionsAt, type Observed, withConditions } from './observed.ts';

/** Opens the conditions of an object, an instance or a resource; says which it has. */
export function ConditionsButton(props: {
  path: string;
  name: string;
  observed: Observed;
  onChange: (observed: Observed) => void;
}) {
  const { t } = useTranslation();
  const { path, observed } = props;
  const set = conditionsAt(observed, path);
  const words = CONDITIONS.flatMap((name) => (set[name] === undefined ? [] : [`${name} ${set[name]}`])).join(', ');
  const label = t(words ? 'lightweight.conditionsOfWith' : 'lightweight.conditionsOf', { name: props.name, words });
  const open = async () => {
    const next = await openDialog<Conditions>((close) => (
      <ConditionsDialog name={props.name} conditions={set} close={close} />
    ));
    if (next) props.onChange(withConditions(observed, path, next));
  };
  return (
    <Tooltip title={words || t('lightweight.conditions')}>
      <IconButton size="small" aria-label={label} onClick={() => void open()}>
        <Badge variant="dot" color="primary" invisible={words === ''}>
          <Icon name="filter" size={16} />
        </Badge>
      </IconButton>
    </Tooltip>
  );
}
