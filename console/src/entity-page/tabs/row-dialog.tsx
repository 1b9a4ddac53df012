import { LongText } from '../../controls/long-text.tsx';
import { ReadingDialog } from './reading-dialog.tsx';

/** All that a row of a list says, where its cells may be cut off. */
export function RowDialog(props: {
  title: string;
  texts: readonly { label: string; text: string }[];
  onClose: () => void;
}) {
  return (
    <ReadingDialog title={props.title} maxWidth="sm" onClose={props.onClose}>
      {props.texts.map(({ label, text }) => (
        <LongText key={label} label={label} value={text} />
      ))}
    </ReadingDialog>
  );
}
