import { type ComponentType, type ReactNode, use } from 'react';

/** A component that is loaded apart from what draws it. */
export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Loads it before it is drawn: for when somebody turns to what opens it. */
  preload: () => void;
}

/**
 * A component that is loaded when it is first drawn, within a Suspense. Unlike one of `React.lazy` it is tried again
 * when it could not be loaded: the server may have been away.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;

  function begin(): Promise<ComponentType<Props>> {
    loading ??= load().then(
      (component) => {
        Loaded = component;
        return component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, at the level of a module
  function Part(props: Props) {
    const Component = Loaded ?? use(begin());
    return <Component {...props} />;
  }
  // What cannot be loaded now is told when it is drawn.
  return Object.assign(Part, { preload: () => void begin().catch(() => undefined) });
}
