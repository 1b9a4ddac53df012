import { Fragment } from 'react';
import { FilterChip, type ListFilter } from './filter-chip.tsx';
import type { ListState } from './list-state.ts';

/** The filters of a list, in a row with its search. */
export function FilterBar(props: {
  filters: readonly ListFilter[];
  values: ListState['filters'];
  onChange: (filters: Readonly<Record<string, string | undefined>>) => void;
}) {
  return props.filters.map((filter) => {
    const value = props.values[filter.name];
    const change = (next?: string) => props.onChange({ [filter.name]: next });
    return (
      <Fragment key={filter.name}>
        {'control' in filter ? (
          filter.control(value, change)
        ) : (
          <FilterChip filter={filter} value={value} onChange={change} />
        )}
      </Fragment>
    );
  });
}
