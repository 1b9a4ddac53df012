import { withNamedTexts } from '../../i18n/named-texts.ts';

/** What label patterns can name. */
export interface LabelNames {
  dsName?: string | null | undefined;
  entityName?: string | undefined;
  entityLabel?: string | undefined;
  aliasName?: string | undefined;
  entityDescription?: string | undefined;
}

/** Writes out `${entityName}` and its like, and `{i18n:key}`, in a label or title; other variables stay untouched. */
export function labelFromPattern(pattern: string, names: LabelNames): string {
  const values: Record<string, string | undefined> = {
    dsName: names.dsName || names.entityName,
    entityName: names.entityName,
    deviceName: names.entityName,
    entityLabel: names.entityLabel || names.entityName,
    aliasName: names.aliasName,
    entityDescription: names.entityDescription,
  };
  return withNamedTexts(pattern).replace(/\$\{([A-Za-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) && values[name] !== undefined ? values[name] : whole,
  );
}
