/** Values that stand in a row of the list. */
const SHOWN = 2;

/** The first of what a device measures, always the same keys in the same places; all of it in the tooltip. */
export function NowValues({ values }: { values: ReadonlyMap<string, string> | undefined }) {
  const all = [...(values ?? [])].sort(([one], [other]) => one.localeCompare(other));
  if (all.length === 0) return null;
  return (
    <span className="now-values" title={all.map(([key, value]) => `${key}: ${value}`).join('\n')}>
      {all.slice(0, SHOWN).map(([key, value], index) => (
        <span key={key}>
          {index > 0 && ' · '}
          <span className="unit">{key}</span> <span className="value">{value}</span>
        </span>
      ))}
    </span>
  );
}
