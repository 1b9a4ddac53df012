import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { createAliasController } from '../../own-widgets/frame/context/alias-controller.ts';
import { createDialogs, createStateController } from '../../own-widgets/frame/context/dashboard-services.ts';
import english from '../texts/en_US.json';
import { completeScript, groupOf } from './complete-script.ts';
import { GROUP_AT, SCRIPT_MEMBERS } from './script-members.ts';

const complete = completeScript((group, name) => `${group} ${name}`);
const offered = (code: string) => {
  const state = EditorState.create({ doc: code });
  return complete(new CompletionContext(state, code.length, false)) as CompletionResult | null;
};
const labels = (code: string) => offered(code)?.options.map(({ label }) => label) ?? [];

describe('what is offered in scripts', () => {
  it.each([
    ['self.', 'onInit'],
    ['self.ctx.', 'defaultSubscription'],
    ['var ctx = self.ctx;\nctx.', 'detectChanges'],
    ['self.ctx.$scope.ctx.', 'data'],
    ['self.ctx.controlApi.send', 'sendTwoWayCommand'],
    ['$scope.', 'rpcEnabled'],
    ['self.ctx.attributeService.', 'saveEntityAttributes'],
    ['se', 'self'],
  ])('%s', (code, label) => {
    expect(labels(code)).toContain(label);
  });

  it.each(['other.', 'self.ctx.data.', 'self.ctx.unknown.x', 'self.other.', '', '7 + '])('nothing: %s', (code) => {
    expect(labels(code)).toEqual([]);
  });

  it('is what there is of states, aliases and dialogs', () => {
    const none = undefined as never;
    const parts = {
      state: createStateController(none, none),
      alias: createAliasController(none, none, none),
      dialogs: createDialogs(none, none),
    };
    // What changes is for the frame, and what does nothing is for old scripts.
    const inner = /Changed$|Resolved$|^changed$|reserved?State|^(dashboardCtrl|forbidden|todo)$/i;
    for (const [group, members] of Object.entries(parts)) {
      const offered = SCRIPT_MEMBERS[group as keyof typeof parts].map(([name]) => name as string);
      expect(offered.toSorted()).toEqual(
        Object.keys(members)
          .filter((name) => !inner.test(name))
          .toSorted(),
      );
    }
  });

  it('begins where the member begins, and says what it is for', () => {
    const found = offered('self.ctx.wid');
    expect(found?.from).toBe('self.ctx.'.length);
    expect(found?.options.find(({ label }) => label === 'width')?.info).toBe('ctx width');
  });

  it('has words for each member', () => {
    const words = english.widgetEditor.member as Record<string, Record<string, string>>;
    for (const [group, members] of Object.entries(SCRIPT_MEMBERS)) {
      expect(Object.keys(words[group] ?? {})).toEqual(members.map(([name]) => name.replaceAll('$', '')));
    }
    for (const name of Object.keys(GROUP_AT)) expect(labels('self.ctx.')).toContain(name);
    expect(groupOf(['self', 'ctx', 'http'])).toBe('http');
  });
});
