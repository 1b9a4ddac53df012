// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { homeDashboardInfo, homeDashboardValues } from './home-dashboard-fields.ts';

describe('the home dashboard of a person, customer or tenant', () => {
  it('is not set at first, and hides its toolbar unless somebody wants it', () => {
    expect(homeDashboardValues(null)).toEqual({ homeDashboard: null, hideHomeToolbar: true });
    expect(homeDashboardValues({ homeDashboardId: 'd', homeDashboardHideToolbar: false })).toEqual({
      homeDashboard: { id: 'd', label: '' },
      hideHomeToolbar: false,
    });
  });

  it('leaves no trace where there never was one, and goes when it is taken away', () => {
    const none = { homeDashboard: null, hideHomeToolbar: true };
    expect(homeDashboardInfo(none, { description: 'x' })).toEqual({});
    expect(homeDashboardInfo(none, { homeDashboardId: 'd' })).toEqual({
      homeDashboardId: null,
      homeDashboardHideToolbar: true,
    });
    const chosen = { homeDashboard: { id: 'e', label: 'Tides' }, hideHomeToolbar: false };
    expect(homeDashboardInfo(chosen, null)).toEqual({ homeDashboardId: 'e', homeDashboardHideToolbar: false });
  });
});
