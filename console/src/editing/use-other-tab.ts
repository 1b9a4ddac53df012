import { useEffect, useRef, useState } from 'react';

interface Word {
  id: string;
  tab: string;
  isDirty: boolean;
  /** Who is asked says whether it edits it, too. */
  isQuestion: boolean;
}

/**
 * Whether another tab of this browser has changes of the same object, of which only one draft is kept.
 * @param channelName what the tabs that edit objects of the kind speak on
 */
export function useOtherTab(channelName: string, id: string, isDirty: boolean): boolean {
  const [dirtyTabs, setDirtyTabs] = useState<ReadonlySet<string>>(() => new Set());
  const [tab] = useState(() => crypto.getRandomValues(new Uint32Array(2)).join('-'));
  const channel = useRef<BroadcastChannel>(undefined);
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  useEffect(() => {
    const made = new BroadcastChannel(channelName);
    channel.current = made;
    const say = (isQuestion: boolean, isNow = dirty.current) =>
      made.postMessage({ id, tab, isDirty: isNow, isQuestion } satisfies Word);
    made.onmessage = ({ data }: MessageEvent<Word>) => {
      if (data.id !== id) return;
      setDirtyTabs((before) => {
        if (before.has(data.tab) === data.isDirty) return before;
        const after = new Set(before);
        if (data.isDirty) after.add(data.tab);
        else after.delete(data.tab);
        return after;
      });
      if (data.isQuestion) say(false);
    };
    say(true);
    const leave = () => say(false, false);
    window.addEventListener('pagehide', leave);
    return () => {
      leave();
      window.removeEventListener('pagehide', leave);
      made.close();
      channel.current = undefined;
      setDirtyTabs(new Set());
    };
  }, [channelName, id, tab]);
  useEffect(() => {
    channel.current?.postMessage({ id, tab, isDirty, isQuestion: false } satisfies Word);
  }, [id, tab, isDirty]);
  return dirtyTabs.size > 0;
}
