import { type Node, type NodeProps, NodeResizer } from '@xyflow/react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChainNote, NOTE_SIZE } from './model/notes.ts';
import './cards.css';

export interface NoteData extends Record<string, unknown> {
  note: ChainNote;
  readOnly: boolean;
  /** It has another place and size from then on. */
  onResized: (key: string, box: { x: number; y: number; width: number; height: number }) => void;
}
export type NoteNode = Node<NoteData, 'note'>;

/** A note on the canvas, below the nodes. */
export const NoteCard = memo(function NoteCard({ data, selected }: NodeProps<NoteNode>) {
  const { t } = useTranslation();
  const { note, readOnly, onResized } = data;
  return (
    <>
      {!readOnly && (
        <NodeResizer
          isVisible={selected}
          minWidth={NOTE_SIZE.min}
          minHeight={NOTE_SIZE.min}
          maxWidth={NOTE_SIZE.max}
          maxHeight={NOTE_SIZE.max}
          color="var(--accent)"
          onResizeEnd={(_event, { x, y, width, height }) => onResized(note.key, { x, y, width, height })}
        />
      )}
      <div className={`sb-note sb-note-${note.colour}${selected ? ' sb-selected' : ''}`} dir="auto">
        {note.text === '' ? <span className="sb-note-empty">{t('rules.note.empty')}</span> : note.text}
      </div>
    </>
  );
});
