import { describe, expect, it, vi } from 'vitest';
import type { FrameContext } from '../../protocol.ts';
import type { Bridge } from '../bridge.ts';
import { createAliasController } from './alias-controller.ts';

const plant = { id: 'plant', alias: 'Plant', filter: { type: 'entityName', entityNameFilter: 'A' } };
const warm = { id: 'warm', filter: 'Warm', keyFilters: [] };
const context = {
  ...{ aliases: { plant }, aliasInfos: {}, filters: { warm }, keyFilters: {} },
} as unknown as FrameContext;

describe('aliases and filters, for scripts', () => {
  it('are got, changed and given back', () => {
    const post = vi.fn();
    const controller = createAliasController(
      { post } as unknown as Bridge,
      () => context,
      () => [],
    );
    const aliases = controller.getEntityAliases() as Record<string, typeof plant>;
    Object.assign(aliases.plant?.filter ?? {}, { entityNameFilter: 'B' });
    controller.updateEntityAliases(aliases);
    const changed = { ...plant, filter: { type: 'entityName', entityNameFilter: 'B' } };
    expect(post).toHaveBeenLastCalledWith('setAliases', { plant: changed });
    const filters = controller.getFilters() as Record<string, Record<string, unknown>>;
    Object.assign(filters.warm ?? {}, { filter: 'Warmer' });
    controller.updateFilters(filters);
    expect(post).toHaveBeenLastCalledWith('setFilters', { warm: { ...warm, filter: 'Warmer' } });
    // What they have been told by the page is as it was.
    expect(context).toMatchObject({ aliases: { plant }, filters: { warm } });
  });

  it('say which of them are others', () => {
    const controller = createAliasController(
      {} as Bridge,
      () => context,
      () => [],
    );
    const [aliasesChanged, filtersChanged] = [vi.fn(), vi.fn()];
    controller.entityAliasesChanged.subscribe(aliasesChanged);
    controller.filtersChanged.subscribe(filtersChanged);
    controller.changed(context, context);
    expect([aliasesChanged.mock.calls, filtersChanged.mock.calls]).toEqual([[], []]);
    const other = { ...plant, filter: { type: 'entityName', entityNameFilter: 'B' } };
    controller.changed(context, { ...context, aliases: { plant: other }, filters: {} });
    expect([aliasesChanged.mock.calls, filtersChanged.mock.calls]).toEqual([[[['plant']]], [[['warm']]]]);
  });
});
