import type { NowKey } from '@signalbox/contract/now-keys';
import { isOfPackages } from './package-columns.ts';

/** Values shown in a row while nobody has chosen any. */
const SHOWN = 2;

/**
 * What a device measured last: the values that were chosen, with their units, else the first ones, always the same keys
 * in the same places. All that is known is in the tooltip.
 */
export function NowValues(props: { values: ReadonlyMap<string, string> | undefined; chosen: readonly NowKey[] }) {
  const { values, chosen } = props;
  const all = [...(values ?? [])].sort(([one], [other]) => one.localeCompare(other));
  const measured = all.filter(([key]) => !isOfPackages(key));
  const units = new Map(chosen.map(({ key, unit }) => [key, unit]));
  const shown = chosen.length > 0 ? chosen.map(({ key }) => key) : measured.slice(0, SHOWN).map(([key]) => key);
  const known = shown.filter((key) => values?.has(key));
  if (known.length === 0) return null;
  const words = (key: string, value: string) => `${key}: ${[value, units.get(key)].filter(Boolean).join(' ')}`;
  return (
    <span className="now-values" title={all.map(([key, value]) => words(key, value)).join('\n')}>
      {known.map((key, index) => (
        <span key={key}>
          {index > 0 && ' · '}
          <span className="unit">{key}</span> <span className="value">{values?.get(key)}</span>
          {units.get(key) && <span className="unit"> {units.get(key)}</span>}
        </span>
      ))}
    </span>
  );
}
