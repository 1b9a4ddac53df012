// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { answerCall, type HostCallParts } from './host-calls.ts';

const nothing = () => undefined;

/** What a widget has, with what is of interest. */
const parts = (more: Partial<HostCallParts>): HostCallParts => ({
  widget: { id: '', bundleAlias: '', typeAlias: '', type: 'static', sizeX: 1, sizeY: 1, row: 0, col: 0, config: {} },
  dashboard: { states: {} } as HostCallParts['dashboard'],
  ...{ onZoom: nothing, onResetZoom: nothing, subscribe: nothing, unsubscribe: nothing, navigate: nothing },
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

  it('asks the phone for nothing but what the action that runs is for', async () => {
    await expect(answerCall(parts({}), 'mobile', ['makePhoneCall', ['1']])).rejects.toMatchObject({ status: 403 });
    const mobile = parts({ mobile: 'takePhoto' });
    await expect(answerCall(mobile, 'mobile', ['getLocation', []])).rejects.toMatchObject({ status: 403 });
    // Nobody is there who could take one.
    expect(await answerCall(mobile, 'mobile', ['takePhoto', []])).toBeNull();
  });
});
