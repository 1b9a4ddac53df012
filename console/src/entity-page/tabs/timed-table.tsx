import './texts/texts.ts';
import { Box, IconButton } from '@mui/material';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fact } from '../../controls/fact.tsx';
import { Icon } from '../../controls/icon.tsx';
import { type Column, columnsThatFit } from '../columns.ts';
import { useWidth } from '../use-width.ts';

/** Width of the button that opens a row, in px. */
const OPENER = 36;

const styles = {
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  fontSize: 13,
  '& th': { height: 32, color: 'text.disabled', fontSize: 12, fontWeight: 400, textAlign: 'start', p: 0 },
  '& td': { height: 40, p: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& th, & td': { paddingInlineEnd: '10px' },
  // A text that is written from left to right is cut at its end there too, and stands where the line begins.
  '[dir="rtl"] & td': { unicodeBidi: 'plaintext', textAlign: 'right' },
  '& .end': { textAlign: 'end' },
  '[dir="rtl"] & td.end': { textAlign: 'left' },
  '& tbody tr': { borderTop: '1px solid var(--line-2)' },
  '& .good': { color: 'var(--ok)' },
  '& .bad': { color: 'var(--critical)' },
} as const;

/**
 * A table of what happened. What does not fit into its width, and what is too long for a line, stands below a row that
 * is opened.
 */
export function TimedTable<Row extends { id: { id: string } }>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The long parts of a row; empty when there are none. */
  details: (row: Row) => readonly ReactNode[];
  /** Names a row for screen readers. */
  nameOf: (row: Row) => string;
  /** Rows that stand out. */
  isFailed: (row: Row) => boolean;
}) {
  const { t } = useTranslation();
  const { ref, width } = useWidth();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const shown = columnsThatFit({ on: props.columns, off: [] }, (width ?? 0) - OPENER);
  const hidden = props.columns.filter((column) => !shown.some(({ id }) => id === column.id));
  const total = shown.reduce((sum, column) => sum + column.width, 0);
  return (
    <Box ref={ref}>
      {width !== undefined && (
        <Box component="table" aria-label={props.label} sx={styles}>
          <thead>
            <tr>
              {shown.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  className={column.align}
                  style={{ width: ((width - OPENER) * column.width) / total }}
                >
                  {column.title}
                </th>
              ))}
              <th scope="col" style={{ width: OPENER, paddingInlineEnd: 0 }}>
                <span className="visually-hidden">{t('details.details')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {props.rows.map((row) => {
              const { id } = row.id;
              const facts = hidden.flatMap((column) => {
                const cell = column.cell(row);
                return cell ? [{ column, cell }] : [];
              });
              const long = props.details(row);
              const isOpen = open.has(id);
              const toggle = () => {
                const next = new Set(open);
                if (!next.delete(id)) next.add(id);
                setOpen(next);
              };
              return (
                <Fragment key={id}>
                  <tr>
                    {shown.map((column) => (
                      <td key={column.id} className={column.align}>
                        {column.cell(row)}
                      </td>
                    ))}
                    <Box component="td" sx={{ paddingInlineEnd: '0 !important', textAlign: 'end' }}>
                      {(facts.length > 0 || long.length > 0) && (
                        <IconButton
                          size="small"
                          aria-label={t('timed.detailsOf', { name: props.nameOf(row) })}
                          aria-expanded={isOpen}
                          onClick={toggle}
                          sx={props.isFailed(row) ? { color: 'var(--critical)' } : null}
                        >
                          <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
                        </IconButton>
                      )}
                    </Box>
                  </tr>
                  {isOpen && (
                    <Box component="tr" sx={{ border: '0 !important' }}>
                      <Box
                        component="td"
                        colSpan={shown.length + 1}
                        sx={{ whiteSpace: 'normal !important', p: '0 0 12px !important' }}
                      >
                        {facts.length > 0 && (
                          <Box component="dl" sx={{ m: 0 }}>
                            {facts.map(({ column, cell }) => (
                              <Fact key={column.id} label={column.title}>
                                {cell}
                              </Fact>
                            ))}
                          </Box>
                        )}
                        {long}
                      </Box>
                    </Box>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </Box>
      )}
    </Box>
  );
}
