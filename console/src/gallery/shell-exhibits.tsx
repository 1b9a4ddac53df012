import { Button, Link } from '@mui/material';
import { useState } from 'react';
import type { FilterOffer, KeyFilter } from '../controls/key-filters/key-filter.ts';
import { KeyFiltersEditor } from '../controls/key-filters/key-filters-editor.tsx';
import { TriggeredPopover } from '../controls/triggered-popover.tsx';
import { CrumbTrail } from '../shell/crumbs.tsx';
import { UserMenu } from '../shell/user-menu.tsx';
import { Exhibit, Kept, Specimen } from './exhibit.tsx';

const nothing = () => undefined;

const OFFER: FilterOffer = {
  keyTypes: ['ATTRIBUTE', 'TIME_SERIES', 'ENTITY_FIELD', 'CONSTANT'],
  entityFields: ['name', 'label', 'type'],
  sources: ['CURRENT_TENANT', 'CURRENT_CUSTOMER', 'CURRENT_DEVICE'],
  suggest: () => Promise.resolve(['pressure', 'temperature']),
  suggestKind: 'gallery filter keys',
};

const TOO_WARM: KeyFilter = {
  key: { type: 'TIME_SERIES', key: 'temperature' },
  valueType: 'NUMERIC',
  predicate: {
    type: 'COMPLEX',
    operation: 'OR',
    predicates: [
      { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 40, dynamicValue: null } },
      {
        type: 'NUMERIC',
        operation: 'LESS',
        value: { defaultValue: 4, dynamicValue: { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'lowest' } },
      },
    ],
  },
} as KeyFilter;

const BY_NAME: KeyFilter = {
  key: { type: 'ENTITY_FIELD', key: 'name' },
  valueType: 'STRING',
  predicate: {
    type: 'STRING',
    operation: 'STARTS_WITH',
    value: { defaultValue: '', dynamicValue: null },
    ignoreCase: true,
  },
} as KeyFilter;

function FilterExhibit() {
  const states: readonly [name: string, filters: readonly KeyFilter[], problems: Readonly<Record<string, string>>][] = [
    ['None', [], { filters: 'Add at least one filter' }],
    ['One of two, one dynamic', [TOO_WARM], {}],
    ['Wrong', [BY_NAME], { 'filters.0.predicate.value.defaultValue': 'Enter a value' }],
  ];
  return (
    <Exhibit title="Key filters">
      {states.map(([name, filters, problems]) => (
        <Specimen key={name} name={name}>
          <Kept initial={filters}>
            {(kept, onChange) => (
              <KeyFiltersEditor
                label={`Filters: ${name}`}
                at="filters"
                filters={kept}
                offer={OFFER}
                problems={kept === filters ? problems : {}}
                onChange={onChange}
              />
            )}
          </Kept>
        </Specimen>
      ))}
    </Exhibit>
  );
}

function PopoverExhibit() {
  const [says, setSays] = useState(true);
  const content = says && (
    <>
      Filled at noon. <Link href="#pump">Open the pump</Link>
    </>
  );
  return (
    <Exhibit title="Popover">
      {(['hover', 'focus', 'click'] as const).map((trigger) => (
        <Specimen key={trigger} name={`By ${trigger}`}>
          <TriggeredPopover
            label={`Pump, by ${trigger}`}
            trigger={trigger}
            openDelay={trigger === 'hover' ? 0.1 : 0}
            closeDelay={trigger === 'hover' ? 0.2 : 0}
            content={content}
          >
            {(given) => <Button {...given}>Pump by {trigger}</Button>}
          </TriggeredPopover>
        </Specimen>
      ))}
      <Specimen name="With nothing to say">
        <Button aria-pressed={!says} onClick={() => setSays(!says)}>
          Nothing to say
        </Button>
      </Specimen>
    </Exhibit>
  );
}

/** The frame of pages, what lists and their conditions have. */
export function ShellExhibits() {
  const pumps = { to: '/devices', icon: 'devices', label: 'device.devices' } as const;
  return (
    <>
      <FilterExhibit />
      <PopoverExhibit />
      <Exhibit title="Crumbs and the menu of the user">
        <Specimen name="One crumb">
          <CrumbTrail parents={[]} icon="devices" current="Devices" />
        </Specimen>
        <Specimen name="Crumbs, with a long one">
          <CrumbTrail parents={[pumps]} current={`Pumping station of the ${'very '.repeat(12)}far north`} />
        </Specimen>
        <Specimen name="Menu of the user">
          <UserMenu />
        </Specimen>
        <Specimen name="Menu of the user, with the keys">
          <UserMenu onKeys={nothing} identityElsewhere />
        </Specimen>
      </Exhibit>
    </>
  );
}
