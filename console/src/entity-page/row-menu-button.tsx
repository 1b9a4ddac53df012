import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import './row-menu-button.css';

/** Opens the menu of a row, or of a card. */
export function RowMenuButton(props: {
  /** Of the row. */
  name: string;
  isOpen: boolean;
  tabIndex: number;
  onOpen: (button: HTMLElement) => void;
}) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="row-menu"
      tabIndex={props.tabIndex}
      data-control="menu"
      aria-label={t('list.actionsOf', { name: props.name })}
      aria-haspopup="menu"
      aria-expanded={props.isOpen}
      onClick={(event) => props.onOpen(event.currentTarget)}
    >
      <Icon name="more" size={16} />
    </button>
  );
}
