import { Component, type ComponentType, type ReactNode, use } from 'react';
import { isMissingPart } from '../api/failure.ts';
import { notifyError } from '../app/notices.ts';
import { errorText } from './error-text.ts';
import { ProblemBar } from './failure-state.tsx';

/** A component that is loaded apart from what draws it. */
export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Loads it before it is drawn: for when somebody turns to what opens it. */
  preload: () => void;
}

/** A promise with its result, by which React draws at once what has been loaded before. */
type Settled<Value> = Promise<Value> & { status?: 'fulfilled'; value?: Value };

/** Between two attempts to load a part that is to be on the page, in ms. */
const RETRY_DELAY = 5000;
/** How long a part is known to be missing, in ms: React draws it more than once before it gives up. */
const FAILURE_LIFETIME = 1000;

interface BoundaryProps {
  /** Ends what could not be drawn: it was opened, and can be opened again. */
  close: (() => void) | undefined;
  isQuiet: boolean;
  forget: () => void;
  children: ReactNode;
}

/** Keeps it from the page around a part that the part could not be loaded. */
class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly retry = () => {
    clearTimeout(this.timer);
    this.props.forget();
    this.setState({ error: undefined });
  };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    const { close } = this.props;
    if (!close) this.timer = setTimeout(this.retry, RETRY_DELAY);
    else if (isMissingPart(error)) {
      notifyError(errorText(error));
      close();
    }
  }

  override componentWillUnmount() {
    clearTimeout(this.timer);
  }

  override render() {
    const { error } = this.state;
    const { close, isQuiet, children } = this.props;
    if (error === undefined) return children;
    if (!isMissingPart(error)) throw error;
    return close || isQuiet ? null : <ProblemBar text={errorText(error)} onRetry={this.retry} />;
  }
}

/**
 * A component that is loaded when it is first drawn, within a Suspense. Unlike one of `React.lazy` it is tried again
 * when it could not be loaded: the server may have been away. The page around it stays meanwhile: what was opened and
 * has `onClose` or `close` is closed with a toast, of anything else a bar stands in its place.
 * @param isQuiet no bar: there is no room for one
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isQuiet = false } = {},
): LazyPart<Props> {
  let loading: Settled<ComponentType<Props>> | undefined;
  const forget = () => {
    if (loading?.status !== 'fulfilled') loading = undefined;
  };

  function begin(): Promise<ComponentType<Props>> {
    if (!loading) {
      const begun: Settled<ComponentType<Props>> = load();
      loading = begun;
      begun.then(
        (component) => Object.assign(begun, { status: 'fulfilled', value: component }),
        () => setTimeout(() => loading === begun && forget(), FAILURE_LIFETIME),
      );
    }
    return loading;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, at the level of a module
  function Loaded(props: Props) {
    const Component = use(begin());
    return <Component {...props} />;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, at the level of a module
  function Part(props: Props) {
    const { onClose, close = onClose } = props as { onClose?: () => void; close?: () => void };
    return (
      <PartBoundary close={close} isQuiet={isQuiet} forget={forget}>
        <Loaded {...props} />
      </PartBoundary>
    );
  }
  // What cannot be loaded now is told when it is drawn.
  return Object.assign(Part, { preload: () => void begin().catch(forget) });
}
