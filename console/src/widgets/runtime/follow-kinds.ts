import {
  type AlarmSubscription,
  type AlarmSubscriptionOptions,
  createAlarmSubscription,
} from './alarm-subscription.ts';
import {
  createWidgetSubscription,
  type WidgetSubscription,
  type WidgetSubscriptionOptions,
  type WidgetSubscriptionParts,
} from './subscription.ts';

type ValueOptions = Omit<WidgetSubscriptionOptions, 'kind'>;

/** What can be followed. Options survive JSON: their text tells them apart. */
interface Kinds {
  latest: { options: ValueOptions; subscription: WidgetSubscription };
  timeseries: { options: ValueOptions; subscription: WidgetSubscription };
  alarms: { options: AlarmSubscriptionOptions; subscription: AlarmSubscription };
}

export type FollowKind = keyof Kinds;
export type FollowOptions<Kind extends FollowKind> = Kinds[Kind]['options'];
/** What is received; its `status` and `failure` say how it stands. */
export type FollowedData<Kind extends FollowKind> = ReturnType<Kinds[Kind]['subscription']['get']>;

/** How each kind is kept up to date. */
const FACTORIES: {
  [Kind in FollowKind]: (options: FollowOptions<Kind>, parts: WidgetSubscriptionParts) => Kinds[Kind]['subscription'];
} = {
  latest: (options, parts) => createWidgetSubscription({ ...options, kind: 'latest' }, parts),
  timeseries: (options, parts) => createWidgetSubscription({ ...options, kind: 'timeseries' }, parts),
  alarms: createAlarmSubscription,
};

/** What is to be followed: of which kind, and with which options. */
export type Wanted<Of extends FollowKind = FollowKind> = {
  /** `revision`: with another one it is followed from its start, even if everything else is the same. */
  [Kind in Of]: { kind: Kind; options: FollowOptions<Kind>; revision?: number };
}[Of];

/** Begins to follow something. */
export function startFollowing<Kind extends FollowKind>(
  { kind, options }: Wanted<Kind>,
  parts: WidgetSubscriptionParts,
): Kinds[Kind]['subscription'] {
  return FACTORIES[kind](options, parts);
}
