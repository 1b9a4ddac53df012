import type { ReactNode } from 'react';
import type { DashboardFilter, EntityAlias } from '../dashboard/configuration.ts';
import type { Settings, WidgetKind } from '../widgets/model.ts';
import type { SourceLimits } from './check-sources.ts';

/** What a place offers for the data of a widget. */
export interface SourceOffer {
  kind: WidgetKind;
  limits: SourceLimits;
  /** By id. */
  aliases: Readonly<Record<string, EntityAlias>>;
  /** By id. */
  filters: Readonly<Record<string, DashboardFilter>>;
  /** An alias was made or changed here: it is to be kept with the others. */
  onAlias: (alias: EntityAlias) => void;
  onFilter: (filter: DashboardFilter) => void;
  /** Settings of a new key, as the type's schema fills them in. */
  keyDefaults?: Settings | undefined;
  /** The form of a key's settings; absent: the type has none. */
  keySettings?: ((value: Settings, onChange: (value: Settings) => void) => ReactNode) | undefined;
  /** A new datasource is a function: in the editor of widget types there are no entities. */
  isFunctionFirst?: boolean | undefined;
}
