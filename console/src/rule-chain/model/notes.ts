import { cutText } from '@signalbox/contract/cut-text';

export const NOTE_COLOURS = ['yellow', 'blue', 'green', 'red', 'grey'] as const;
export type NoteColour = (typeof NOTE_COLOURS)[number];

/** Something for people to read, drawn below the nodes. */
export interface ChainNote {
  key: string;
  text: string;
  colour: NoteColour;
  /** Of its left upper corner, px. */
  x: number;
  y: number;
  /** px */
  width: number;
  height: number;
}

export const MAX_NOTES = 100;
/** Characters of a note. */
export const MAX_NOTE_TEXT = 2_000;
/** px */
export const NOTE_SIZE = { min: 80, max: 2_000 } as const;
const NEW_SIZE = { width: 220, height: 120 };

export const newNote = (key: string, { x, y }: { x: number; y: number }): ChainNote => ({
  key: `note-${key}`,
  text: '',
  colour: 'yellow',
  x: Math.round(x),
  y: Math.round(y),
  ...NEW_SIZE,
});

const number = (value: unknown, least: number, most: number, absent: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.round(Math.min(most, Math.max(least, value))) : absent;

/** Places that any canvas can show, px. */
const FARTHEST = 1_000_000;

/** Notes as they are stored; what others made of them is kept within bounds. */
export function readNotes(value: unknown): ChainNote[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_NOTES).flatMap((stored: unknown, index): ChainNote[] => {
    if (typeof stored !== 'object' || stored === null) return [];
    const { key, text, colour, x, y, width, height } = stored as Record<string, unknown>;
    if (typeof text !== 'string') return [];
    return [
      {
        key: typeof key === 'string' && key.startsWith('note-') ? cutText(key, 60) : `note-${index}`,
        text: cutText(text, MAX_NOTE_TEXT),
        colour: NOTE_COLOURS.find((known) => known === colour) ?? 'yellow',
        x: number(x, -FARTHEST, FARTHEST, 0),
        y: number(y, -FARTHEST, FARTHEST, 0),
        width: number(width, NOTE_SIZE.min, NOTE_SIZE.max, NEW_SIZE.width),
        height: number(height, NOTE_SIZE.min, NOTE_SIZE.max, NEW_SIZE.height),
      },
    ];
  });
}

const isSame = (one: ChainNote, other: ChainNote): boolean =>
  one === other || Object.entries(one).every(([name, value]) => other[name as keyof ChainNote] === value);

export interface NoteChange {
  kind: 'noteAdded' | 'noteChanged' | 'noteRemoved';
  note: ChainNote;
}

export function compareNotes(before: readonly ChainNote[], after: readonly ChainNote[]): NoteChange[] {
  if (before === after) return [];
  const old = new Map(before.map((note) => [note.key, note]));
  const now = new Set(after.map(({ key }) => key));
  return [
    ...after.flatMap((note): NoteChange[] => {
      const known = old.get(note.key);
      if (!known) return [{ kind: 'noteAdded', note }];
      return isSame(known, note) ? [] : [{ kind: 'noteChanged', note }];
    }),
    ...before.flatMap((note): NoteChange[] => (now.has(note.key) ? [] : [{ kind: 'noteRemoved', note }])),
  ];
}

/** One's own changes of notes on those of others; where both changed one, one's own counts. */
export function mergeNotes(
  base: readonly ChainNote[],
  theirs: readonly ChainNote[],
  mine: readonly ChainNote[],
): ChainNote[] {
  const merged = new Map(theirs.map((note) => [note.key, note]));
  for (const { kind, note } of compareNotes(base, mine)) {
    if (kind === 'noteRemoved') merged.delete(note.key);
    else merged.set(note.key, note);
  }
  return [...merged.values()].slice(0, MAX_NOTES);
}
