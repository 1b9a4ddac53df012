import { type ComponentType, useMemo } from 'react';
import type { WidgetProps } from '../widgets/widget-type.ts';
import type { SystemType } from './drawn-by.ts';

/** A widget of a copy of a type of the system: what draws the original may look at its names. */
export function CopiedWidget({
  Original,
  original,
  ...props
}: WidgetProps & { Original: ComponentType<WidgetProps>; original: SystemType }) {
  const { widget } = props;
  const named = useMemo(() => ({ ...widget, ...original }), [widget, original]);
  return <Original {...props} widget={named} />;
}
