import {
  createWidgetSubscription,
  type WidgetSubscriptionOptions,
  type WidgetSubscriptionParts,
} from './subscription.ts';

type ValueOptions = Omit<WidgetSubscriptionOptions, 'kind'>;

/** What can be followed, and how each kind is kept up to date. Options survive JSON: their text tells them apart. */
export const FOLLOW_KINDS = {
  latest: (options: ValueOptions, parts: WidgetSubscriptionParts) =>
    createWidgetSubscription({ ...options, kind: 'latest' }, parts),
  timeseries: (options: ValueOptions, parts: WidgetSubscriptionParts) =>
    createWidgetSubscription({ ...options, kind: 'timeseries' }, parts),
};

export type FollowKind = keyof typeof FOLLOW_KINDS;
export type FollowOptions<Kind extends FollowKind> = Parameters<(typeof FOLLOW_KINDS)[Kind]>[0];
/** What is received; its `status` and `failure` say how it stands. */
export type FollowedData<Kind extends FollowKind> = ReturnType<ReturnType<(typeof FOLLOW_KINDS)[Kind]>['get']>;
