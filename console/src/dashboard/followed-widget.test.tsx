// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createRef, type RefObject } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { Widget, WidgetData } from '../widgets/model.ts';
import type { WidgetProps, WidgetType } from '../widgets/widget-type.ts';
import { DashboardContext, type DashboardInUse } from './dashboard-context.ts';
import { FollowedWidget } from './followed-widget.tsx';

const following = vi.hoisted(() => {
  const tell: { listener?: () => void } = {};
  return { data: { status: 'loading' } as unknown, tell };
});
const component = vi.hoisted(() => ({ lookUps: 0, Component: undefined as unknown }));
vi.mock('../api/client.ts', () => ({
  liveSocket: { state: { subscribe: () => () => undefined, get: () => ({ status: 'online' }) } },
}));
vi.mock('../app/session.ts', () => ({ useSession: () => ({}) }));
vi.mock('../widgets/runtime/frame-schedule.ts', () => ({ pageFrames: {} }));
vi.mock('./use-widget-type.ts', () => ({
  useWidgetComponent: () => {
    component.lookUps++;
    return { data: component };
  },
}));
vi.mock('../widgets/runtime/follow-kinds.ts', () => ({
  startFollowing: () => ({
    get: () => following.data,
    setPaused: () => undefined,
    dispose: () => undefined,
    subscribe(listener: () => void) {
      following.tell.listener = listener;
      return () => undefined;
    },
  }),
}));

function Newest({ data }: WidgetProps) {
  return <p>{(data as WidgetData).newest}</p>;
}

it('a new value is drawn without looking up again what the widget is and what it follows', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const lookUps = { filters: 0, options: 0 };
  component.Component = Newest;
  const widget = {
    ...{ id: 'w', type: 'latest', bundleAlias: 'b', typeAlias: 't' },
    config: { datasources: [{ type: 'entity', entityType: 'DEVICE', entityId: 'd', dataKeys: [] }] },
  } as unknown as Widget;
  const dashboard = {
    environment: { serverOffset: 0, maxDatapoints: 0, locale: 'en' },
    revision: 0,
    keyFilters() {
      lookUps.filters++;
      return [];
    },
  } as unknown as DashboardInUse;
  const entry = {
    ...{ also: {}, shape: 'value' },
    data: {
      ...{ kind: 'latest', missing: () => undefined },
      options: () => {
        lookUps.options++;
        return {};
      },
    },
  } as unknown as WidgetType;
  const any = <Kind,>() => createRef<Kind>() as RefObject<Kind>;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const receive = (newest: number) =>
    act(async () => {
      following.data = { status: 'ready', rows: [], entities: [], pages: [], newest };
      following.tell.listener?.();
    });
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <DashboardContext value={dashboard}>
          <FollowedWidget
            {...{ widget, entry, width: 100, height: 100, onScreen: true, onAsk: undefined }}
            timeWindow={{} as never}
            onRetry={() => undefined}
            onZoom={() => undefined}
            onResetZoom={() => undefined}
            onNames={() => undefined}
            onHiddenActions={() => undefined}
            onAction={() => undefined}
            drawn={any<WidgetData>()}
            active={any()}
            follows={any()}
          />
        </DashboardContext>
      </QueryClientProvider>,
    ),
  );
  await receive(1);
  const before = { ...lookUps, component: component.lookUps };
  for (const newest of [2, 3, 4]) {
    await receive(newest);
    expect(document.body.textContent).toBe(String(newest));
  }
  expect({ ...lookUps, component: component.lookUps }).toEqual(before);
  await act(async () => root.unmount());
});
