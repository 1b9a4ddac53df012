import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { FreshQueryClient } from './fresh-query-client.ts';

it('reads again what was being read for the first time when it was changed', async () => {
  const client = new FreshQueryClient();
  let stored = 'before';
  const replies: (() => void)[] = [];
  const queryFn = () => {
    const read = stored;
    return new Promise<string>((resolve) => replies.push(() => resolve(read)));
  };
  const observer = new QueryObserver(client, { queryKey: ['thing', 1], queryFn, retry: false });
  const unsubscribe = observer.subscribe(() => undefined);
  stored = 'after';
  const invalidated = client.invalidateQueries({ queryKey: ['thing'] });
  replies[0]?.();
  await expect.poll(() => replies.length).toBe(2);
  replies[1]?.();
  await invalidated;
  expect(observer.getCurrentResult().data).toBe('after');
  unsubscribe();
  client.clear();
});
