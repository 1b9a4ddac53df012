import { type ComponentType, type ReactNode, use } from 'react';

/** A component that is loaded apart from what draws it. */
export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Loads it before it is drawn: for when somebody turns to what opens it. */
  preload: () => void;
}

/** A promise with its result, by which React draws at once what has been loaded before. */
type Settled<Value> = Promise<Value> & { status?: 'fulfilled'; value?: Value };

/**
 * A component that is loaded when it is first drawn, within a Suspense. Unlike one of `React.lazy` it is tried again
 * when it could not be loaded: the server may have been away.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loading: Settled<ComponentType<Props>> | undefined;

  function begin(): Promise<ComponentType<Props>> {
    if (!loading) {
      const begun: Settled<ComponentType<Props>> = load();
      loading = begun;
      begun.then(
        (component) => Object.assign(begun, { status: 'fulfilled', value: component }),
        () => {
          loading = undefined;
        },
      );
    }
    return loading;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, at the level of a module
  function Part(props: Props) {
    const Component = use(begin());
    return <Component {...props} />;
  }
  // What cannot be loaded now is told when it is drawn.
  return Object.assign(Part, { preload: () => void begin().catch(() => undefined) });
}
