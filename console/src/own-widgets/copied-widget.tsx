import { type ComponentType, useMemo } from 'react';
import type { WidgetData } from '../widgets/model.ts';
import type { WidgetProps } from '../widgets/widget-type.ts';
import { withComparedKeys } from './compared-by-default.ts';
import type { SystemType } from './drawn-by.ts';

/** A widget of a copy of a type of the system: what draws the original may look at its names. */
export function CopiedWidget({
  Original,
  original,
  byDefault,
  ...props
}: WidgetProps & {
  Original: ComponentType<WidgetProps>;
  original: SystemType;
  /** Whether keys that do not say it are compared with another time. */
  byDefault: boolean;
}) {
  const { widget } = props;
  const data = useMemo(() => withComparedKeys(props.data as WidgetData, byDefault), [props.data, byDefault]);
  const named = useMemo(() => ({ ...widget, ...original }), [widget, original]);
  // What it draws are not the data as they come.
  return <Original {...props} widget={named} data={data} ahead={undefined} />;
}
