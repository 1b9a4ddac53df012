import type { AttributeScopeName } from '@signalbox/contract/telemetry';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { EntityRef } from '../../api/entity-ref.ts';
import { lazyPart } from '../../controls/lazy-part.tsx';
import type { DetailsTab } from '../details-panel.tsx';

const AttributesTab = lazyPart(async () => (await import('./attributes-tab.tsx')).AttributesTab);
const TelemetryTab = lazyPart(async () => (await import('./telemetry-tab.tsx')).TelemetryTab);
const AlarmsTab = lazyPart(async () => (await import('../../alarms/alarms-tab.tsx')).AlarmsTab);
const EventsTab = lazyPart(async () => (await import('./events-tab.tsx')).EventsTab);
const RelationsTab = lazyPart(async () => (await import('./relations-tab.tsx')).RelationsTab);
const AuditTab = lazyPart(async () => (await import('./audit-tab.tsx')).AuditTab);

/** Attributes of an entity; of `scopes` when it has more than those of the server. */
export function attributesTab(
  t: TFunction,
  entity: EntityRef,
  options: { editable: boolean; scopes?: readonly [AttributeScopeName, ...AttributeScopeName[]] },
): DetailsTab {
  return {
    id: 'attributes',
    label: t('details.attributes'),
    render: () => <AttributesTab key={entity.id} entity={entity} {...options} />,
  };
}

/** How it is related to others. @param editable this user may change relations */
export function relationsTab(t: TFunction, entity: EntityRef, editable: boolean): DetailsTab {
  return {
    id: 'relations',
    label: t('details.relations'),
    render: () => <RelationsTab key={entity.id} entity={entity} editable={editable} />,
  };
}

/** Latest values; `emptyAction` offers the next step when there are no values. */
export function telemetryTab(t: TFunction, entity: EntityRef, emptyAction?: ReactNode): DetailsTab {
  return {
    id: 'telemetry',
    label: t('details.telemetry'),
    render: () => <TelemetryTab key={entity.id} entity={entity} emptyAction={emptyAction} />,
  };
}

/** Alarms about it, and those that were propagated to it. */
export function alarmsTab(t: TFunction, entity: EntityRef): DetailsTab {
  return { id: 'alarms', label: t('alarm.alarms'), render: () => <AlarmsTab key={entity.id} entity={entity} /> };
}

export function eventsTab(t: TFunction, entity: EntityRef, tenantId: string): DetailsTab {
  return {
    id: 'events',
    label: t('details.events'),
    render: () => <EventsTab key={entity.id} entity={entity} tenantId={tenantId} />,
  };
}

export function auditTab(t: TFunction, entity: EntityRef): DetailsTab {
  return { id: 'audit', label: t('details.audit'), render: () => <AuditTab key={entity.id} entity={entity} /> };
}
