type Take = (name: string, args: readonly unknown[]) => void;

/** What one widget may say to the others in a second, and how long it may be. */
const MAX_PER_SECOND = 20;
const MAX_LENGTH = 100_000;

const members = new Set<Take>();

/** Lets a widget hear what others on the page say, and speak to them. */
export function joinBroadcasts(take: Take): { say: Take; leave: () => void } {
  members.add(take);
  let second = 0;
  let count = 0;
  return {
    say(name, args) {
      const now = Math.floor(performance.now() / 1000);
      if (now !== second) count = 0;
      second = now;
      if (++count > MAX_PER_SECOND || JSON.stringify(args).length > MAX_LENGTH) {
        throw new Error('Too much is said to other widgets');
      }
      for (const member of [...members]) if (member !== take) member(name, args);
    },
    leave: () => void members.delete(take),
  };
}
