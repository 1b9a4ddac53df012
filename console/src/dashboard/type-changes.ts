import { queryClient } from '../app/query-client.ts';

/** The type that was changed; undefined: any of them. */
type ChangedType = { bundleAlias: string; alias: string } | undefined;

/** What the tabs of a browser speak on about types of widgets that were changed in one of them. */
const CHANNEL = 'signalbox-widget-types';
let channel: BroadcastChannel | undefined;

function readAgain(changed: ChangedType): void {
  void queryClient.invalidateQueries({
    predicate({ queryKey: [root, , bundleAlias, alias] }) {
      if (root !== 'widget type' && root !== 'widget type facts') return false;
      return !changed || (bundleAlias === changed.bundleAlias && alias === changed.alias);
    },
  });
}

/** Dashboards of this tab draw by what types are now, also when they were changed in another tab. */
export function followTypeChanges(): void {
  if (channel) return;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ChangedType>) => readAgain(data);
}

/** A type was saved, imported, deleted or restored: dashboards open in this browser draw by what types are now. */
export function typesChanged(changed?: ChangedType): void {
  readAgain(changed);
  followTypeChanges();
  channel?.postMessage(changed && { bundleAlias: changed.bundleAlias, alias: changed.alias });
}
