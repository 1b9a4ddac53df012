import { useState } from 'react';
import type { LayoutItem } from '../dashboard/configuration.ts';
import { ActionsTab } from '../widget-config/actions-tab.tsx';
import { WidgetSettingsTab } from '../widget-config/settings-tab.tsx';
import type { WidgetConfig, WidgetKind } from '../widgets/model.ts';
import { Exhibit, Kept, Specimen } from './exhibit.tsx';

const PLACE: LayoutItem = { row: 0, col: 0, sizeX: 8, sizeY: 6 };

const ACTIONS: WidgetConfig = {
  actions: {
    headerButton: [
      { name: 'Help', icon: 'help', type: 'openDashboardState', targetDashboardStateId: 'help', openInPopover: true },
      { name: 'Call', icon: 'call', type: 'mobileAction', mobileAction: { type: 'makePhoneCall' } },
    ],
    rowClick: [{ name: 'Open the pump', type: 'openDashboardState', targetDashboardStateId: 'pump' }],
  },
};

function Settings({ kind, config }: { kind: WidgetKind; config: WidgetConfig }) {
  const [kept, setKept] = useState(config);
  const [place, setPlace] = useState(PLACE);
  return (
    <WidgetSettingsTab
      widget={{ type: kind }}
      config={kept}
      layoutItem={place}
      onConfigChange={setKept}
      onLayoutChange={setPlace}
    />
  );
}

/** The parts of a widget's configuration that all types have. */
export function ConfigExhibits() {
  return (
    <>
      <Exhibit title="Settings of a widget">
        <Specimen name="Time series">
          <Settings kind="timeseries" config={{ title: 'Temperature', showTitleIcon: true, titleIcon: 'thermostat' }} />
        </Specimen>
        <Specimen name="Static, new">
          <Settings kind="static" config={{}} />
        </Specimen>
      </Exhibit>
      <Exhibit title="Actions of a widget">
        <Specimen name="Some">
          <Kept initial={ACTIONS}>
            {(config, onChange) => (
              <ActionsTab
                kind="latest"
                config={config}
                sources={{
                  actionCellButton: { multiple: true, hasShowCondition: true },
                  rowClick: { multiple: false },
                  cardTap: { name: 'widget-action.card-tap' },
                }}
                states={[
                  { id: 'default', name: 'Pumps' },
                  { id: 'pump', name: 'Pump' },
                  { id: 'help', name: 'Help' },
                ]}
                onConfigChange={onChange}
              />
            )}
          </Kept>
        </Specimen>
      </Exhibit>
    </>
  );
}
