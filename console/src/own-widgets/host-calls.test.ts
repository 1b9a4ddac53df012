// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { closeDialog, finishDialog } from '../app/dialogs.ts';
import { answerCall, type HostCallParts } from './host-calls.ts';

const nothing = () => undefined;

/** What a widget has, with what is of interest. */
const parts = (more: Partial<HostCallParts>): HostCallParts => ({
  widget: { id: '', bundleAlias: '', typeAlias: '', type: 'static', sizeX: 1, sizeY: 1, row: 0, col: 0, config: {} },
  dashboard: { states: {} } as HostCallParts['dashboard'],
  ...{ onZoom: nothing, onResetZoom: nothing, subscribe: nothing, unsubscribe: nothing, navigate: nothing },
  ...{ broadcast: nothing, runAction: nothing },
  page: async () => undefined,
  signal: new AbortController().signal,
  ...more,
});

describe('what scripts have the page do', () => {
  it('opens pages of the console, and no others', async () => {
    const navigate = vi.fn();
    await answerCall(parts({ navigate }), 'navigate', ['/dashboards/1']);
    expect(navigate).toHaveBeenCalledWith('/dashboards/1');
    await expect(answerCall(parts({ navigate }), 'navigate', ['//elsewhere.example'])).rejects.toMatchObject({
      status: 403,
    });
  });

  it('follows links: within the console at once, elsewhere when somebody agrees', async () => {
    const navigate = vi.fn();
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await answerCall(parts({ navigate }), 'follow', ['/dashboards/1']);
    expect(navigate).toHaveBeenCalledWith('/dashboards/1');
    await expect(answerCall(parts({}), 'follow', ['/api/users'])).rejects.toMatchObject({ status: 403 });
    await expect(answerCall(parts({}), 'follow', ['javascript:steal()'])).rejects.toMatchObject({ status: 403 });
    const answer = async (agrees: boolean) => {
      const opened = answerCall(parts({}), 'follow', ['https://example.com/?a=1']);
      expect(open).not.toHaveBeenCalled();
      for (let id = 1; id < 60; id++) {
        closeDialog(id, agrees);
        finishDialog(id);
      }
      await opened;
    };
    await answer(false);
    await answer(true);
    expect(open).toHaveBeenCalledExactlyOnceWith('https://example.com/?a=1', '_blank', 'noopener,noreferrer');
  });

  it('asks a few times, and not again and again: whoever is asked can leave', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const of = parts({});
    const answers: boolean[] = [];
    const requested = (at: number) => answerCall(of, 'ask', [`Question ${at}`, '', 'No', 'Yes']);
    const open = [0, 1, 2].map((at) => requested(at).then((answer) => answers.push(answer === true)));
    await expect(requested(3)).rejects.toMatchObject({ status: 429 });
    // Another widget may still ask.
    const other = answerCall(parts({}), 'ask', ['Question of another', '', 'No', 'Yes']);
    /** Says yes to all that is asked. */
    const closed = () => {
      for (let id = 1; id < 40; id++) {
        closeDialog(id, true);
        finishDialog(id);
      }
    };
    closed();
    await Promise.all([...open, other]);
    expect(answers).toEqual([true, true, true]);
    for (let at = 4; at < 11; at++) {
      const answer = requested(at);
      closed();
      await answer;
    }
    await expect(requested(11)).rejects.toMatchObject({ status: 429 });
    vi.advanceTimersByTime(31_000);
    const later = requested(12);
    closed();
    expect(await later).toBe(true);
    vi.useRealTimers();
  });

  it('shows toasts, and not one after the other', async () => {
    const of = parts({});
    for (let at = 0; at < 30; at++) await answerCall(of, 'toast', ['info', `Toast ${at}`]);
    await expect(answerCall(of, 'toast', ['info', 'One more'])).rejects.toMatchObject({ status: 429 });
    await answerCall(parts({}), 'toast', ['info', 'Of another']);
  });

  it('runs actions of the widget only, with what its script adds', async () => {
    const runAction = vi.fn();
    const action = { name: 'Open', type: 'custom' };
    const { widget } = parts({});
    const given = parts({ runAction, widget: { ...widget, config: { actions: { rowClick: [action] } } } });
    const entityId = { entityType: 'DEVICE', id: 'd' };
    const entity = { entityId, entityName: 'Pump', additionalParams: [5, 'row'] };
    const refused = { status: 403 };
    await expect(answerCall(given, 'runAction', [{ name: 'Another' }, entity])).rejects.toMatchObject(refused);
    for (const type of ['custom', 'customPretty', 'mobileAction', 'openDashboard']) {
      const own = { name: 'Own', type, customFunction: 'steal()', targetDashboardId: '../users' };
      await expect(answerCall(given, 'runAction', [own, entity])).rejects.toMatchObject(refused);
    }
    expect(runAction).not.toHaveBeenCalled();
    await answerCall(given, 'runAction', [{ name: 'Open' }, entity]);
    expect(runAction).toHaveBeenCalledWith(action, expect.objectContaining({ id: 'd', name: 'Pump' }), [5, 'row']);
    await answerCall(given, 'runAction', [{ name: 'Open' }, { entityId, additionalParams: 'text' }]);
    expect(runAction).toHaveBeenLastCalledWith(action, expect.objectContaining({ id: 'd' }), undefined);
    // One that only leads somewhere may be described by the script itself.
    const leading = { type: 'openDashboardState', targetDashboardStateId: 'room', customFunction: 'steal()' };
    await answerCall(given, 'runAction', [leading, entity]);
    const [ran] = runAction.mock.lastCall ?? [];
    expect(ran).toMatchObject({ type: 'openDashboardState', targetDashboardStateId: 'room', setEntityId: true });
    expect(ran).not.toHaveProperty('customFunction');
  });

  it('opens popovers with the size and style that scripts ask for', async () => {
    const openOver = vi.fn();
    const dashboard = { states: { openOver } } as unknown as HostCallParts['dashboard'];
    const options = { id: 'room', params: {}, placement: 'left', width: '10vw', style: { opacity: 0.5 } };
    await answerCall(parts({ dashboard }), 'openOver', ['popover', options]);
    const expected = { popoverPreferredPlacement: 'left', popoverWidth: '10vw', popoverStyle: { opacity: 0.5 } };
    expect(openOver).toHaveBeenCalledWith(expect.objectContaining(expected), 'room', {});
  });

  it('picks entities for aliases of the dashboard only, and nothing that is no entity', async () => {
    const pick = vi.fn();
    const alias = (id: string) => (id === 'plant' ? { alias: 'Plant', problem: { key: '', values: {} } } : undefined);
    const dashboard = { states: {}, pick, alias } as unknown as HostCallParts['dashboard'];
    const id = '0b6f9a54-5f2e-4d30-8a27-000000000001';
    for (const [of, entity] of [
      ['other', { entityType: 'DEVICE', id }],
      ['plant', { entityType: 'DEVICE', id: 'state=x' }],
      ['plant', { entityType: 'a:b', id }],
      ['plant', null],
    ])
      await answerCall(parts({ dashboard }), 'pickEntity', [of, entity]);
    expect(pick).not.toHaveBeenCalled();
    await answerCall(parts({ dashboard }), 'pickEntity', ['plant', { entityType: 'DEVICE', id, name: 'Pump' }]);
    expect(pick).toHaveBeenCalledWith('plant', { entityType: 'DEVICE', id });
  });

  it('sets the values of filters that viewers may change, of the kind that they have', async () => {
    const setFilterValues = vi.fn();
    const predicate = (operation: string, value: object, userInfo: object) => ({
      keyFilterPredicate: { type: 'NUMERIC', operation, value },
      userInfo: { label: operation, order: 0, ...userInfo },
    });
    const filter = (one: unknown, other: unknown) => ({
      id: 'warm',
      filter: 'Warm',
      keyFilters: [
        {
          key: { type: 'TIME_SERIES', key: 'level' },
          valueType: 'NUMERIC',
          predicates: [
            predicate('GREATER', { defaultValue: 20, userValue: one }, { editable: true }),
            predicate('LESS', { defaultValue: 90, userValue: other }, { editable: false }),
          ],
        },
      ],
    });
    const dashboard = { states: {}, setFilterValues, filters: { warm: filter(null, null) } };
    const set = (given: unknown) =>
      answerCall(parts({ dashboard: dashboard as unknown as HostCallParts['dashboard'] }), 'setFilter', [given]);
    await set({ ...filter(60, 60), id: 'unknown' });
    await set(filter('60', null));
    await set(filter({ valueOf: 60 }, null));
    await set({ id: 'warm', keyFilters: 'all' });
    expect(setFilterValues).not.toHaveBeenCalled();
    await set(filter(60, 60));
    expect(setFilterValues).toHaveBeenCalledWith('warm', [{ path: [0, 0], value: 60 }]);
  });

  it('puts other aliases and filters in place of those of the dashboard, and none that cannot be read', async () => {
    const replace = vi.fn();
    const setFilterValues = vi.fn();
    const plant = { id: 'plant', alias: 'Plant', filter: { type: 'entityName', entityNameFilter: 'A' } };
    const filter = (value: object) => ({
      ...{ id: 'warm', filter: 'Warm' },
      keyFilters: [
        {
          ...{ key: { type: 'TIME_SERIES', key: 'level' }, valueType: 'NUMERIC' },
          predicates: [{ keyFilterPredicate: { type: 'NUMERIC', operation: 'GREATER', value } }],
        },
      ],
    });
    const warm = filter({ defaultValue: 20 });
    const shown = { states: {}, replace, setFilterValues, entityAliases: { plant }, filters: { warm } };
    const dashboard = shown as unknown as HostCallParts['dashboard'];
    const set = (method: string, given: unknown) => answerCall(parts({ dashboard }), method, [given]);
    await set('setAliases', { plant });
    await set('setFilters', { warm });
    await expect(set('setAliases', { plant: { alias: 'x'.repeat(600_000) } })).rejects.toThrow();
    expect(replace).not.toHaveBeenCalled();
    const other = { type: 'entityName', entityNameFilter: 'B' };
    await set('setAliases', {
      plant: { ...plant, filter: other },
      no: { alias: 'No' },
      odd: 5,
      all: { alias: 'All', filter: other },
    });
    const aliases = { plant: { ...plant, filter: other }, all: { id: 'all', alias: 'All', filter: other } };
    expect(replace).toHaveBeenLastCalledWith({ entityAliases: aliases });
    // Without a filter it keeps the one that it has.
    await set('setAliases', { plant: { id: 'plant', alias: 'Works' } });
    expect(replace).toHaveBeenLastCalledWith({ entityAliases: { plant: { ...plant, alias: 'Works' } } });
    const warmer = filter({ defaultValue: 20, userValue: 60 });
    await set('setFilters', { warm: warmer, odd: 'x', bad: { filter: 'Bad', keyFilters: [5] } });
    expect(replace).toHaveBeenLastCalledWith({
      filters: { warm: warmer, bad: { id: 'bad', filter: 'Bad', keyFilters: [] } },
    });
    expect(setFilterValues.mock.calls).toEqual([['warm', [{ path: [0, 0], value: 60 }]]]);
  });

  it('asks the phone for nothing but what the action that runs is for', async () => {
    await expect(answerCall(parts({}), 'mobile', ['makePhoneCall', ['1']])).rejects.toMatchObject({ status: 403 });
    const mobile = parts({ mobile: 'takePhoto' });
    await expect(answerCall(mobile, 'mobile', ['getLocation', []])).rejects.toMatchObject({ status: 403 });
    // Nobody is there who could take one.
    expect(await answerCall(mobile, 'mobile', ['takePhoto', []])).toBeNull();
  });
});
