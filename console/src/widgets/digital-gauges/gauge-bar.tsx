import { memo, useId } from 'react';
import { transition } from '../drawing/easing.ts';
import type { Settings } from '../model.ts';
import { dashes, type GaugeLayout } from './gauge-layout.ts';
import type { GaugeModel } from './gauge-model.ts';

interface GaugeBarProps {
  layout: GaugeLayout;
  model: GaugeModel;
  /** Those of the animation. */
  settings: Settings;
  /** How much is filled, 0 to 1. */
  share: number;
  color: string;
  track: string;
  ticks: string;
}

/** The bar of a gauge, straight or bent: its ground, how far it is filled, and its marks. */
export const GaugeBar = memo(function GaugeBar(props: GaugeBarProps) {
  const { layout, model, share, color } = props;
  const mask = useId();
  const isDashed = model.dash > 0;
  const line = {
    d: layout.path,
    fill: 'none',
    strokeWidth: layout.stroke,
    strokeLinecap: model.isRounded ? 'round' : 'butt',
  } as const;
  const masked = isDashed ? { mask: `url(#${mask})` } : {};
  const reach = model.glow * layout.unit;
  const glow =
    reach > 0
      ? `drop-shadow(0 0 ${(reach * 1.2).toFixed(1)}px ${color}) drop-shadow(0 0 ${(reach * 5).toFixed(1)}px ${color})`
      : undefined;
  const moves = transition('stroke-dasharray', props.settings, 'linear');
  return (
    <>
      {isDashed && (
        <mask id={mask} maskUnits="userSpaceOnUse" x="-10%" y="-10%" width="120%" height="120%">
          <path
            d={layout.path}
            fill="none"
            stroke="#fff"
            strokeWidth={layout.stroke * 2}
            strokeDasharray={dashes(layout, model.dash)}
          />
        </mask>
      )}
      <g {...masked}>
        <path {...line} stroke={props.track} />
      </g>
      <g style={{ filter: glow }}>
        <g {...masked}>
          <path
            {...line}
            style={{
              stroke: color,
              strokeDasharray: `${(share * layout.length).toFixed(2)}px ${(layout.length * 2).toFixed(2)}px`,
              opacity: share > 0 ? 1 : 0,
              transition: moves && `${moves}, stroke 300ms linear`,
            }}
          />
        </g>
      </g>
      {model.ticks.shares.map((tick) => (
        <line key={tick} {...layout.across(tick)} stroke={props.ticks} strokeWidth={model.ticks.width} />
      ))}
    </>
  );
});
