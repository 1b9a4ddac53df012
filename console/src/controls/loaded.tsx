import type { ReactNode } from 'react';
import { isTakenAway } from '../api/failure.ts';
import { FailureState, type FailureTitles, OutdatedBar } from './failure-state.tsx';
import { SkeletonLines } from './states.tsx';

/** Something that is loaded, as queries have it. */
export interface Loading<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** Several of them as one, for what needs all. */
export function allOf<One, Other>(one: Loading<One>, other: Loading<Other>): Loading<readonly [One, Other]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    error: one.error ?? other.error,
    refetch() {
      if (one.error) one.refetch();
      if (other.error) other.refetch();
    },
  };
}

/**
 * What was loaded, lines in its place until then, or why it cannot be loaded. What was loaded before stays, with a word
 * about it, when it cannot be loaded again; unless that is because it is not permitted any more, or has gone.
 */
export function Loaded<Data>(
  props: FailureTitles & {
    from: Loading<Data>;
    /** Number of lines while it loads, or something else in its shape. */
    skeleton?: number | ReactNode;
    children: (data: Data) => ReactNode;
  },
) {
  const { data, error, refetch } = props.from;
  const retry = () => void refetch();
  if (error && (data === undefined || isTakenAway(error))) {
    return <FailureState error={error} title={props.title} forbiddenTitle={props.forbiddenTitle} onRetry={retry} />;
  }
  if (data === undefined) {
    const { skeleton } = props;
    return typeof skeleton === 'number' || skeleton === undefined ? <SkeletonLines count={skeleton ?? 5} /> : skeleton;
  }
  return (
    <>
      {error ? <OutdatedBar error={error} onRetry={retry} /> : null}
      {props.children(data)}
    </>
  );
}
