import { Box, Button } from '@mui/material';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { SplitPanes } from '../controls/split-panes.tsx';
import type { CodeMark } from '../editors/code-marks.ts';
import { AboutTab } from './about-tab.tsx';
import { CodeTab, CodeTools } from './code-tab.tsx';
import { useTypeEditing } from './editing-context.ts';
import { FormsTab } from './forms-tab.tsx';
import { completeScript } from './model/complete-script.ts';
import { type CodePart, codeIn } from './model/edited-type.ts';
import { schemaProblem } from './model/json-problem.ts';
import { NewWidgetTab } from './new-widget-tab.tsx';
import { Pane, type PaneTab, TabbedPane } from './pane.tsx';
import { PreviewPane, RunStatus } from './preview-pane.tsx';
import { ResourcesTab } from './resources-tab.tsx';

const MARKUP_TABS = ['resources', 'templateHtml', 'templateCss'] as const;
const SCHEMA_TABS = ['settingsSchema', 'dataKeySettingsSchema', 'forms', 'newWidget', 'about'] as const;
type MarkupTab = (typeof MARKUP_TABS)[number];
type SchemaTab = (typeof SCHEMA_TABS)[number];
/** On a phone there is one of all. */
export type PhoneTab = MarkupTab | SchemaTab | 'controllerScript' | 'preview';

function useScriptExtras() {
  const { t } = useTranslation();
  const { runs } = useTypeEditing();
  const complete = useMemo(
    () => completeScript((group, name) => t(`widgetEditor.member.${group}.${name.replaceAll('$', '')}`)),
    [t],
  );
  const { failure, note } = runs.outcome;
  const marks = useMemo<readonly CodeMark[]>(() => {
    const found = failure ?? note;
    if (found?.line === undefined) return [];
    const { line, column, stage, message } = found;
    const words = message || t(`ownWidget.failure.${stage}`);
    return [{ line, column, message: words, severity: failure ? 'error' : 'warning' }];
  }, [t, failure, note]);
  return { complete, marks };
}

/** A schema, and what is wrong with it. */
function SchemaTabContent({ part }: { part: 'settingsSchema' | 'dataKeySettingsSchema' }) {
  const { t } = useTranslation();
  const { edited } = useTypeEditing();
  const problem = schemaProblem(codeIn(edited.content, part));
  return (
    <>
      <CodeTab part={part} />
      {problem && (
        <Box
          role="alert"
          sx={{ px: 3, py: 1.5, fontSize: 13, color: 'var(--critical)', borderTop: '1px solid var(--line)' }}
        >
          {t(`widgetEditor.schemaProblem.${problem}`)}
        </Box>
      )}
    </>
  );
}

function Content({ tab }: { tab: PhoneTab }): ReactNode {
  const { script } = useTypeEditing();
  const extras = useScriptExtras();
  if (tab === 'resources') return <ResourcesTab />;
  if (tab === 'forms') return <FormsTab />;
  if (tab === 'newWidget') return <NewWidgetTab />;
  if (tab === 'about') return <AboutTab />;
  if (tab === 'preview') return <PreviewPane />;
  if (tab === 'controllerScript') return <CodeTab key={tab} part={tab} {...extras} handle={script} />;
  if (tab === 'settingsSchema' || tab === 'dataKeySettingsSchema') return <SchemaTabContent key={tab} part={tab} />;
  return <CodeTab key={tab} part={tab} />;
}

const isCode = (tab: PhoneTab): tab is CodePart =>
  tab === 'controllerScript' || tab.startsWith('template') || tab.endsWith('Schema');

function Tools({ tab }: { tab: PhoneTab }): ReactNode {
  const extras = useScriptExtras();
  if (!isCode(tab)) return null;
  return <CodeTools key={tab} part={tab} {...(tab === 'controllerScript' ? { extras } : {})} />;
}

function useTabs(): <Id extends PhoneTab>(ids: readonly Id[]) => PaneTab<Id>[] {
  const { t } = useTranslation();
  const { edited } = useTypeEditing();
  const { content } = edited;
  return (ids) =>
    ids.map((id) => ({
      id,
      label: t(`widgetEditor.tab.${id as PhoneTab}`),
      isWrong:
        (id === 'settingsSchema' || id === 'dataKeySettingsSchema') && schemaProblem(codeIn(content, id)) !== undefined,
    }));
}

function MarkupPane() {
  const { t } = useTranslation();
  const [tab, setTab] = useState<MarkupTab>('templateHtml');
  return (
    <TabbedPane
      label={t('widgetEditor.pane.markup')}
      tabs={useTabs()(MARKUP_TABS)}
      tab={tab}
      onTab={setTab}
      tools={<Tools tab={tab} />}
    >
      <Content tab={tab} />
    </TabbedPane>
  );
}

function SchemaPane() {
  const { t } = useTranslation();
  const [tab, setTab] = useState<SchemaTab>('settingsSchema');
  return (
    <TabbedPane
      label={t('widgetEditor.pane.schema')}
      tabs={useTabs()(SCHEMA_TABS)}
      tab={tab}
      onTab={setTab}
      tools={<Tools tab={tab} />}
    >
      <Content tab={tab} />
    </TabbedPane>
  );
}

function RunButton() {
  const { t } = useTranslation();
  const { runNow } = useTypeEditing();
  return (
    <Button size="small" startIcon={<Icon name="play" size={16} />} sx={{ height: 28 }} onClick={runNow}>
      {t('widgetEditor.run')}
    </Button>
  );
}

/** All parts side by side: markup and forms above, script and preview below. */
export function AllPanes() {
  const { t } = useTranslation();
  return (
    <SplitPanes name="widget-editor-rows" label={t('widgetEditor.border.rows')} orientation="vertical" first={35}>
      <SplitPanes name="widget-editor-top" label={t('widgetEditor.border.top')} orientation="horizontal" first={50}>
        <MarkupPane />
        <SchemaPane />
      </SplitPanes>
      <SplitPanes
        name="widget-editor-bottom"
        label={t('widgetEditor.border.bottom')}
        orientation="horizontal"
        first={50}
      >
        <Pane title={t('widgetEditor.tab.controllerScript')} tools={<Tools tab="controllerScript" />}>
          <Content tab="controllerScript" />
        </Pane>
        <Pane title={t('widgetEditor.tab.preview')} aside={<RunStatus />} tools={<RunButton />}>
          <Content tab="preview" />
        </Pane>
      </SplitPanes>
    </SplitPanes>
  );
}

const PHONE_TABS: readonly PhoneTab[] = ['preview', 'controllerScript', ...MARKUP_TABS, ...SCHEMA_TABS];

/** One part at a time: for phones. */
export function OnePane({ tab, onTab }: { tab: PhoneTab; onTab: (tab: PhoneTab) => void }) {
  const { t } = useTranslation();
  return (
    <TabbedPane
      label={t('widgetEditor.pane.all')}
      tabs={useTabs()(PHONE_TABS)}
      tab={tab}
      onTab={onTab}
      tools={tab === 'preview' ? <RunStatus /> : <Tools tab={tab} />}
    >
      <Content tab={tab} />
    </TabbedPane>
  );
}
