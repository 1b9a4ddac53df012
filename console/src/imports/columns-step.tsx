import { Box, OutlinedInput, Select } from '@mui/material';
import { type ImportColumnType, type ImportedType, isKeyedColumnType } from '@signalbox/contract/bulk-import';
import { useTranslation } from 'react-i18next';
import { type ColumnChoice, columnGroups, isSingleUse } from './import-columns.ts';

/** Columns that are shown at a time; more would only be scrolled past. */
const SHOWN = 200;

/** What each column of the file is: a sample of it, its type and its key. */
export function ColumnsStep(props: {
  type: ImportedType;
  titles: readonly string[] | undefined;
  samples: readonly (readonly string[])[];
  choices: readonly ColumnChoice[];
  /** Columns whose key is missing; empty until the person has tried to go on. */
  badKeys: ReadonlySet<number>;
  onChange: (choices: ColumnChoice[]) => void;
}) {
  const { t } = useTranslation();
  const { choices } = props;
  const groups = columnGroups(props.type);
  const taken = new Set(choices.map(({ type }) => type).filter(isSingleUse));
  const change = (at: number, choice: Partial<ColumnChoice>) =>
    props.onChange(choices.map((one, index) => (index === at ? { ...one, ...choice } : one)));
  const sampleOf = (at: number) => props.samples.map((cells) => cells[at]?.trim() ?? '').find((cell) => cell !== '');

  return (
    <Box>
      {/* Each control below says by itself what it is for. */}
      <Box
        aria-hidden="true"
        sx={{ ...ROW, display: { xs: 'none', sm: 'grid' }, mb: 2, fontSize: 12, color: 'text.secondary' }}
      >
        <span>{t('import.number')}</span>
        <span>{t('import.sample')}</span>
        <span>{t('import.columnType')}</span>
        <span>{t('import.key')}</span>
      </Box>
      <Box
        component="ol"
        aria-label={t('import.columns')}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: { xs: 4, sm: 1.5 } }}
      >
        {choices.slice(0, SHOWN).map(({ type, key }, at) => {
          const title = props.titles?.[at];
          const name = title || t('import.columnNumber', { number: at + 1 });
          const isBad = props.badKeys.has(at);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have nothing but their place
            <Box component="li" key={at} sx={ROW}>
              <Box className="num" sx={{ color: 'text.secondary' }}>
                {at + 1}
              </Box>
              <Box sx={{ minWidth: 0 }}>
                {title && <Box sx={{ fontWeight: 550, ...CUT }}>{title}</Box>}
                <Box sx={{ color: 'text.secondary', fontSize: 13, ...CUT }}>{sampleOf(at) ?? t('import.noSample')}</Box>
              </Box>
              <Box sx={{ minWidth: 0 }}>
                <Select
                  native
                  fullWidth
                  size="small"
                  value={type}
                  onChange={(event) => change(at, { type: event.target.value as ImportColumnType })}
                  inputProps={{ 'aria-label': t('import.typeOf', { name }) }}
                >
                  {groups.map(({ group, types }) => (
                    <optgroup key={group} label={t(`import.group.${group}`)}>
                      {types.map((one) => (
                        <option key={one} value={one} disabled={one !== type && taken.has(one)}>
                          {t(`import.type.${one}`)}
                        </option>
                      ))}
                    </optgroup>
                  ))}
                </Select>
              </Box>
              <Box sx={{ minWidth: 0 }}>
                {isKeyedColumnType(type) && (
                  <>
                    <OutlinedInput
                      fullWidth
                      size="small"
                      value={key}
                      error={isBad}
                      placeholder={t('import.key')}
                      onChange={(event) => change(at, { key: event.target.value })}
                      inputProps={{
                        'aria-label': t('import.keyOf', { name }),
                        'aria-required': true,
                        'aria-invalid': isBad || undefined,
                        'aria-describedby': isBad ? `import-key-${at}` : undefined,
                      }}
                    />
                    {isBad && (
                      <Box id={`import-key-${at}`} sx={{ color: 'var(--critical)', fontSize: 12, mt: 1 }}>
                        {t('import.keyProblem')}
                      </Box>
                    )}
                  </>
                )}
              </Box>
            </Box>
          );
        })}
      </Box>
      {choices.length > SHOWN && (
        <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
          {t('import.moreColumns', { count: choices.length - SHOWN })}
        </Box>
      )}
    </Box>
  );
}

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const ROW = {
  display: 'grid',
  gridTemplateColumns: { xs: '24px minmax(0, 1fr)', sm: '32px minmax(0, 1.2fr) minmax(0, 1.2fr) minmax(0, 1fr)' },
  columnGap: 3,
  rowGap: 1.5,
  alignItems: 'center',
  // On phones type and key are below the sample.
  '& > :nth-of-type(n + 3)': { gridColumn: { xs: '2', sm: 'auto' } },
} as const;
