import type { ComponentType } from 'react';
import type { WidgetProps } from '../widget-type.ts';

/** A control that begins afresh when its target becomes another device. */
export function perDevice(Control: ComponentType<WidgetProps>): ComponentType<WidgetProps> {
  return function PerDevice(props: WidgetProps) {
    return <Control key={props.data.entities[0]?.id ?? ''} {...props} />;
  };
}
