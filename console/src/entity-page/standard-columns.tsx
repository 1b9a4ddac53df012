import type { TFunction } from 'i18next';
import { Ago, Instant } from '../controls/ago.tsx';
import { Icon } from '../controls/icon.tsx';
import type { Column } from './columns.ts';

type Place = Pick<Column<never>, 'width' | 'priority' | 'hiddenAtFirst' | 'exported'>;

/** The column that names a row and leads to its details. `id` is also what the server sorts by. */
export function nameColumn<Row>(id: string, title: string, nameOf: (row: Row) => string, width = 220): Column<Row> {
  const compact = { width: 100 };
  return { id, title, width, priority: 0, sortProperty: id, exported: id, isName: true, compact, cell: nameOf };
}

/** A column of text that the server can sort by; `id` names it there too unless `sortProperty` is given. */
export function textColumn<Row>(
  id: string,
  title: string,
  textOf: (row: Row) => string | null | undefined,
  place: Place & { sortProperty?: string },
): Column<Row> {
  return {
    id,
    title,
    sortProperty: id,
    exported: place.sortProperty ?? id,
    ...place,
    cell: (row) => {
      const text = textOf(row) ?? '';
      return text && <span title={text}>{text}</span>;
    },
  };
}

/** A tick for rows of which something holds; the word for those who do not see it. */
export function tickColumn<Row>(
  t: TFunction,
  id: string,
  title: string,
  holds: (row: Row) => boolean,
  place: Place,
): Column<Row> {
  return {
    id,
    title,
    ...place,
    cell: (row) =>
      holds(row) && (
        <>
          <span style={{ display: 'inline-flex', verticalAlign: 'text-bottom' }}>
            <Icon name="check" size={16} />
          </span>
          <span className="visually-hidden">{t('common.yes')}</span>
        </>
      ),
  };
}

/** A picture as high as a row; only what holds it itself, as data. */
export function pictureColumn<Row>(
  title: string,
  pictureOf: (row: Row) => string | null | undefined,
  priority: number,
): Column<Row> {
  return {
    id: 'image',
    title,
    width: 80,
    priority,
    cell: (row) => {
      const src = pictureOf(row);
      if (!src || !/^data:image\//i.test(src)) return null;
      const style = { display: 'block', height: 30, maxWidth: 64, objectFit: 'contain', borderRadius: 4 } as const;
      return <img src={src} alt="" loading="lazy" style={style} />;
    },
  };
}

/** When a row was made. */
export function createdColumn<Row extends { createdTime: number }>(t: TFunction, priority: number): Column<Row> {
  return {
    id: 'createdTime',
    title: t('details.created'),
    width: 204,
    priority,
    sortProperty: 'createdTime',
    exported: 'createdTime',
    cell: (row) => <Instant ts={row.createdTime} />,
    compact: { width: 84, cell: (row) => <Ago ts={row.createdTime} /> },
  };
}
