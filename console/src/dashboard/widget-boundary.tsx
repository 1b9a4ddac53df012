import { Component, type ReactNode } from 'react';

/** A widget that fails fails alone; it is tried again when `resetKey` changes. */
export class WidgetBoundary extends Component<
  { resetKey: unknown; failed: (error: Error) => ReactNode; children: ReactNode },
  { error: Error | undefined; resetKey: unknown }
> {
  override state: { error: Error | undefined; resetKey: unknown } = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: { resetKey: unknown }, state: { resetKey: unknown }) {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey };
  }

  override render() {
    return this.state.error ? this.props.failed(this.state.error) : this.props.children;
  }
}
