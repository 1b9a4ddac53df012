import {
  CREDENTIAL_COLUMN_TYPES,
  IMPORT_COLUMNS,
  type ImportColumn,
  type ImportColumnType,
  type ImportedType,
  isKeyedColumnType,
  MAX_IMPORT_KEY,
} from '@signalbox/contract/bulk-import';

/** What a column of the file is taken for. */
export interface ColumnChoice {
  type: ImportColumnType;
  /** Of attributes and telemetry; kept while another type is chosen. */
  key: string;
}

/** Types that one column alone can have. */
export const isSingleUse = (type: ImportColumnType): boolean => type !== 'IGNORED' && !isKeyedColumnType(type);

const CREDENTIALS: ReadonlySet<ImportColumnType> = new Set(CREDENTIAL_COLUMN_TYPES);

/** Types that are offered for files of a kind, in groups. */
export function columnGroups(of: ImportedType): readonly { group: ColumnGroup; types: readonly ImportColumnType[] }[] {
  const types = IMPORT_COLUMNS[of];
  const groups: { group: ColumnGroup; types: ImportColumnType[] }[] = [
    { group: 'fields', types: types.filter((type) => isSingleUse(type) && !CREDENTIALS.has(type)) },
    { group: 'values', types: types.filter(isKeyedColumnType) },
    { group: 'credentials', types: types.filter((type) => CREDENTIALS.has(type)) },
    { group: 'other', types: ['IGNORED'] },
  ];
  return groups.filter((one) => one.types.length > 0);
}
export type ColumnGroup = 'fields' | 'values' | 'credentials' | 'other';

/** `Access token` → `ACCESS_TOKEN`. */
const typeName = (title: string): string =>
  title
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');

/**
 * What columns most likely are, by their titles: a title that is the name of a type, or else the key of a server
 * attribute. Without titles the first two are name and type.
 * @param errorTitle title of the column that files of failures have
 */
export function guessColumns(
  of: ImportedType,
  titles: readonly string[] | undefined,
  count: number,
  errorTitle: string,
): ColumnChoice[] {
  const offered = new Set(IMPORT_COLUMNS[of]);
  const taken = new Set<ImportColumnType>();
  const take = (type: ImportColumnType): ImportColumnType => {
    if (isSingleUse(type)) taken.add(type);
    return type;
  };
  return Array.from({ length: count }, (_, at) => {
    const title = titles?.[at]?.trim();
    if (title === undefined) return { type: at === 0 ? 'NAME' : at === 1 ? 'TYPE' : 'IGNORED', key: '' };
    if (title === '' || title === errorTitle) return { type: 'IGNORED', key: '' };
    const type = typeName(title) as ImportColumnType;
    if (offered.has(type) && !taken.has(type)) return { type: take(type), key: title.toLowerCase() };
    return { type: 'SERVER_ATTRIBUTE', key: title };
  });
}

/** What is wrong with the choices: which types are missing, and which columns need a key. */
export function columnProblems(choices: readonly ColumnChoice[]) {
  const types = choices.map(({ type }) => type);
  const isBad = ({ type, key }: ColumnChoice) =>
    isKeyedColumnType(type) && (key.trim() === '' || key.trim().length > MAX_IMPORT_KEY);
  return {
    missing: (['NAME', 'TYPE'] as const).filter((type) => !types.includes(type)),
    keys: new Set(choices.flatMap((choice, at) => (isBad(choice) ? [at] : []))),
  };
}

/** The choices as they are sent. */
export const toColumns = (choices: readonly ColumnChoice[]): ImportColumn[] =>
  choices.map(({ type, key }) => (isKeyedColumnType(type) ? { type, key: key.trim() } : { type }));
