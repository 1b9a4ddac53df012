import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources } from '../../test/source-graph.ts';
import { PAGE_ROUTES } from '../app/pages.ts';
import { actionBodyForm, actionHeadForm } from '../widget-config/action-form.ts';
import { ACTION_TYPES, MOBILE_TYPES } from '../widget-config/action-types.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../help/en_US');

/** Whether there is a text of the id, with its heading. */
function exists(helpId: string): boolean {
  const [id = '', anchor] = helpId.split('#');
  const file = path.join(FOLDER, `${id}.md`);
  return existsSync(file) && (anchor === undefined || readFileSync(file, 'utf8').includes(`{#${anchor}}`));
}

interface Item {
  key?: string;
  type?: string;
  helpId?: string;
}

/** The function fields of the dialog of actions, in all its forms. */
function functionFields(): Item[] {
  const t = ((key: string) => key) as Parameters<typeof actionHeadForm>[0];
  const targets = { kind: 'latest', states: [], hasShowCondition: true } as const;
  const drafts = [
    ...ACTION_TYPES.map((type) => ({ name: '', type })),
    ...MOBILE_TYPES.map((type) => ({ name: '', type: 'mobileAction' as const, mobileAction: { type } })),
  ];
  const forms = [actionHeadForm(t, targets), ...drafts.map((draft) => actionBodyForm(t, draft, targets))];
  return forms.flatMap(({ form }) => form as Item[]).filter(({ type }) => type === 'javascript');
}

describe('the help is there', () => {
  it('for every page', () => {
    const pages = PAGE_ROUTES.filter((route) => route.load && !/^help(\/|$)/.test(route.path));
    expect(pages.filter(({ help }) => !exists(help ?? '')).map((route) => route.path)).toEqual([]);
  });

  it('for what the pages list', () => {
    // Lists with details: their text says what is in them.
    const lists = PAGE_ROUTES.filter((route) => route.load && /\/:entityId\??$/.test(route.path));
    expect(lists.filter(({ help }) => !exists(`${help}#details`)).map((route) => route.path)).toEqual([]);
  });

  it('for every function that actions run', () => {
    const fields = functionFields();
    expect(fields.length).toBeGreaterThan(10);
    expect(fields.filter(({ helpId }) => !exists(helpId ?? '')).map(({ key }) => key)).toEqual([]);
  });

  it('wherever a control or a dialog names it', () => {
    const named = [...readSources().values()].flatMap(({ path: file, source }) =>
      [...source.matchAll(/helpId(?:=|: )["']([\w/#-]+)["']/g)].map(([, id = '']) => ({ file, id })),
    );
    expect(named.length).toBeGreaterThan(8);
    // Tests and exhibits have ids of their own.
    expect(named.filter(({ file, id }) => !/gallery|\.test\./.test(file) && !exists(id))).toEqual([]);
  });

  it('for the tabs of the configuration of widgets', () => {
    const tabs = ['data', 'appearance', 'advanced', 'actions'].map((tab) => `dashboards/widget-${tab}`);
    expect(tabs.filter((id) => !exists(id))).toEqual([]);
  });
});
