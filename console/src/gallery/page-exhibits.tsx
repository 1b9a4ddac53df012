import { Box, Button } from '@mui/material';
import { useMemo, useState } from 'react';
import { ask } from '../app/dialogs.ts';
import { type NoticeType, notify } from '../app/notices.ts';
import { Copyright } from '../controls/copyright.tsx';
import { FloatingActions } from '../controls/floating-actions.tsx';
import { LedLight } from '../controls/led-light.tsx';
import { MatchedPrefix } from '../controls/matched-prefix.tsx';
import { editJson } from '../editors/json-dialog.tsx';
import { SearchField } from '../entity-page/search-field.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { HelpTextButton } from '../help/help-text-button.tsx';
import { PublicLinkBox } from '../pages/dashboards/public-link-box.tsx';
import { EntityIcon } from '../widgets/tree/entity-icon.tsx';
import { searched, type TreeNode } from '../widgets/tree/tree-model.ts';
import { FoundLine, TreeView } from '../widgets/tree/tree-view.tsx';
import { Exhibit, Kept, Specimen } from './exhibit.tsx';

const leaf = (key: string, entityType: string): TreeNode => ({
  key,
  text: key,
  icon: <EntityIcon entityType={entityType} />,
  below: 'none',
});

/** Of a fleet, by groups, as far as they are open. */
function groupsOf(open: ReadonlySet<string>): TreeNode[] {
  const group = (key: string, entityType: string, children: TreeNode[]): TreeNode => ({
    ...leaf(key, entityType),
    below: open.has(key) ? { children, state: 'ready', more: 0, saysEmpty: true } : 'closed',
  });
  return [
    group('All pumps', 'DEVICE_GROUP', [leaf('Pump north', 'DEVICE'), leaf('Pump south', 'DEVICE')]),
    group('Halls', 'ASSET_GROUP', [leaf('Cellar', 'ASSET')]),
    group('Views of pumps', 'ENTITY_VIEW_GROUP', []),
    group('Crew', 'USER_GROUP', [leaf('crew@signalbox.local', 'USER')]),
    group('Harbours', 'CUSTOMER_GROUP', [leaf('Nordfisk', 'CUSTOMER')]),
    group('Overviews', 'DASHBOARD_GROUP', []),
  ];
}

const ALL_GROUPS: ReadonlySet<string> = new Set(groupsOf(new Set()).map(({ key }) => key));

function GroupTree({ canSearch }: { canSearch: boolean }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['All pumps']));
  const [chosen, setChosen] = useState<string>();
  const [search, setSearch] = useState('');
  const isSearching = search.trim() !== '';
  const found = useMemo(() => searched(groupsOf(ALL_GROUPS), search), [search]);
  return (
    <Box sx={{ height: 260, display: 'flex', flexDirection: 'column' }}>
      {canSearch && (
        <Box sx={{ pb: 2 }}>
          <SearchField
            inTab="Search the groups"
            placeholder="Search"
            value={search}
            onChange={(text) => {
              setSearch(text);
              // What was open before a search is closed after it.
              if (text === '') setOpen(new Set());
            }}
          />
        </Box>
      )}
      {isSearching && <FoundLine found={found.found} />}
      <TreeView
        label={canSearch ? 'Groups, with a search' : 'Groups'}
        nodes={isSearching ? found.nodes : groupsOf(open)}
        chosen={chosen}
        onChoose={({ key }) => setChosen(key)}
        onToggle={({ key }, isOpen) => {
          const next = new Set(open);
          if (isOpen) next.add(key);
          else next.delete(key);
          setOpen(next);
        }}
        onMore={() => undefined}
      />
    </Box>
  );
}

function LightExhibit() {
  return (
    <Exhibit title="LED light">
      {[true, false].map((isOn) => (
        <Specimen key={String(isOn)} name={isOn ? 'On' : 'Off'}>
          <Box sx={{ display: 'flex', gap: 4, alignItems: 'center' }}>
            <LedLight label="Pump" isOn={isOn} size={24} color="green" />
            <LedLight label="Valve" isOn={isOn} size={48} color="tomato" offColor="slategray" />
            <LedLight label="Lamp" isOn={isOn} size={72} color="#2196f3" offOpacity={0.6} />
          </Box>
        </Specimen>
      ))}
    </Exhibit>
  );
}

function ActionExhibit() {
  const [done, setDone] = useState('Nothing yet');
  const actions = [
    { name: 'Add a pump', icon: 'add', run: () => setDone('A pump was added') },
    { name: 'Import pumps', icon: 'upload', run: () => setDone('Pumps were imported') },
  ] as const;
  return (
    <Exhibit title="Floating button">
      <Specimen name="With two actions">
        <Box sx={{ minHeight: 180, display: 'flex', justifyContent: 'space-between', alignItems: 'flex-end' }}>
          <span role="status">{done}</span>
          <FloatingActions label="Add pumps" icon="add" actions={actions} />
        </Box>
      </Specimen>
      <Specimen name="While something is loading">
        <FloatingActions label="Add pumps later" icon="add" disabled actions={actions} />
      </Specimen>
    </Exhibit>
  );
}

const NOTICES: readonly NoticeType[] = ['info', 'success', 'warn', 'error'];

function DialogExhibit() {
  return (
    <Exhibit title="Dialogs and toasts">
      <Specimen name="Questions">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button
            onClick={() =>
              void ask({ title: 'The pump is off', content: '<b>Markup</b> is text here.', confirmLabel: 'Close' })
            }
          >
            Message
          </Button>
          <Button
            onClick={() =>
              void ask({
                title: 'Delete the pump?',
                content: 'Its history goes with it.',
                confirmLabel: 'Delete',
                cancelLabel: 'Cancel',
                destructive: true,
              })
            }
          >
            Question
          </Button>
        </Box>
      </Specimen>
      <Specimen name="JSON">
        <Kept initial={'{"limit": 40}'}>
          {(json, onChange) => (
            <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
              <code>{json}</code>
              <Button
                onClick={async () => {
                  const next = await editJson({ title: 'Limits of the pump', json });
                  if (next !== undefined) onChange(next);
                }}
              >
                Edit the limits
              </Button>
            </Box>
          )}
        </Kept>
      </Specimen>
      <Specimen name="Toasts">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {NOTICES.map((type) => (
            <Button key={type} onClick={() => notify({ type, message: `This is of the kind ${type}`, duration: 4000 })}>
              {type}
            </Button>
          ))}
        </Box>
      </Specimen>
    </Exhibit>
  );
}

/** What pages are made of beside their forms. */
export function PageExhibits() {
  return (
    <>
      <Exhibit title="Tree of groups">
        <Specimen name="One of them is chosen">
          <GroupTree canSearch={false} />
        </Specimen>
        <Specimen name="With a search">
          <GroupTree canSearch />
        </Specimen>
      </Exhibit>
      <LightExhibit />
      <ActionExhibit />
      <DialogExhibit />
      <Exhibit title="Help, links and words">
        <Specimen name="Help">
          <HelpButton helpId="nodes/log" name="Log" />
          <HelpTextButton helpId="nodes/log" name="the node" />
        </Specimen>
        <Specimen name="Link to tell others">
          <PublicLinkBox link="https://console.example/dashboard/d?publicId=c" title="Tides" />
        </Specimen>
        <Specimen name="Link of this machine only">
          <PublicLinkBox link="http://localhost:8080/dashboard/d?publicId=c" title="Tides" />
        </Specimen>
        <Specimen name="What was typed stands out">
          <MatchedPrefix text="Temperature" prefix="temp" /> · <MatchedPrefix text="Humidity" prefix="temp" />
        </Specimen>
        <Specimen name="Foot of a page">
          <Copyright />
        </Specimen>
      </Exhibit>
    </>
  );
}
