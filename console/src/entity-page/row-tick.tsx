import './row-tick.css';

/** The checkbox of a row, a card, or all of them; with `mixed` neither on nor off. */
export function RowTick(props: {
  label: string;
  checked: boolean;
  mixed?: boolean;
  disabled: boolean;
  tabIndex?: number;
  control?: string;
  onChange: (checked: boolean, withShift: boolean) => void;
}) {
  const { mixed = false } = props;
  return (
    <label className="row-check">
      <input
        ref={(element) => {
          if (element) element.indeterminate = mixed;
        }}
        type="checkbox"
        aria-label={props.label}
        checked={props.checked}
        disabled={props.disabled}
        tabIndex={props.tabIndex}
        data-control={props.control}
        onChange={({ target, nativeEvent }) =>
          props.onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}
