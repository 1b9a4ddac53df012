import { describe, expect, it } from 'vitest';
import { placeTabs } from './place-tabs.ts';

const tabs = ['details', 'attributes', 'telemetry', 'events', 'audit'].map((id) => ({ id }));
const widths = tabs.map(() => 100);
const idsAt = (room: number, open: string) => {
  const { shown, rest } = placeTabs(tabs, widths, room, open);
  return [shown.map(({ id }) => id).join(), rest.map(({ id }) => id).join()];
};

describe('tabs of a panel', () => {
  it('all stand in the row when they fit', () => {
    expect(idsAt(500, 'details')).toEqual(['details,attributes,telemetry,events,audit', '']);
  });

  it('go under More from the end when they do not', () => {
    expect(idsAt(499, 'details')).toEqual(['details,attributes,telemetry,events', 'audit']);
    expect(idsAt(383, 'details')).toEqual(['details,attributes', 'telemetry,events,audit']);
  });

  it('keep the open one in the row', () => {
    expect(idsAt(499, 'audit')).toEqual(['details,attributes,telemetry,audit', 'events']);
    expect(idsAt(50, 'audit')).toEqual(['audit', 'details,attributes,telemetry,events']);
  });
});
