import { useEffect, useRef, useState } from 'react';

const CHANNEL = 'signalbox-rule-chain-tabs';

interface Word {
  ruleChainId: string;
  tab: string;
  isDirty: boolean;
  /** Who is asked says whether it edits the chain, too. */
  isQuestion: boolean;
}

/** Whether another tab of this browser has changes of the same chain, of which only one draft is kept. */
export function useOtherTab(ruleChainId: string, isDirty: boolean): boolean {
  const [dirtyTabs, setDirtyTabs] = useState<ReadonlySet<string>>(() => new Set());
  const [tab] = useState(() => crypto.getRandomValues(new Uint32Array(2)).join('-'));
  const channel = useRef<BroadcastChannel>(undefined);
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  useEffect(() => {
    const made = new BroadcastChannel(CHANNEL);
    channel.current = made;
    const say = (isQuestion: boolean, isNow = dirty.current) =>
      made.postMessage({ ruleChainId, tab, isDirty: isNow, isQuestion } satisfies Word);
    made.onmessage = ({ data }: MessageEvent<Word>) => {
      if (data.ruleChainId !== ruleChainId) return;
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
  }, [ruleChainId, tab]);
  useEffect(() => {
    channel.current?.postMessage({ ruleChainId, tab, isDirty, isQuestion: false } satisfies Word);
  }, [ruleChainId, tab, isDirty]);
  return dirtyTabs.size > 0;
}
