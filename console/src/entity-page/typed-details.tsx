import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.ts';
import { type DetailsControls, EntityDetails } from './entity-details.tsx';
import { withOwner } from './owner-field.ts';
import { isAssigned } from './ownership-actions.ts';
import { alarmsTab, attributesTab, auditTab, eventsTab, relationsTab, telemetryTab } from './tabs/standard-tabs.tsx';
import type { Typed, TypedForm, TypedKind } from './typed-kind.ts';

const SCOPES = ['SERVER_SCOPE'] as const;

/** Everything about one entity with a name, a type and at most one customer. */
export function TypedDetails<Info extends Typed>(props: {
  kind: TypedKind<Info>;
  form: TypedForm<Info>;
  controls: DetailsControls<Info>;
}) {
  const { t } = useTranslation();
  const isTenant = useSession().authority === 'TENANT_ADMIN';
  const { entityType, words, things, api, tabs } = props.kind;
  return (
    <EntityDetails<Info, object>
      controls={props.controls}
      queryKey={[things]}
      load={api.read}
      kind={words(t).one}
      describe={(row) => {
        const entity = { entityType, id: row.id.id };
        const owner = isAssigned(row) ? (row.customerIsPublic ? t('ownership.isPublicWord') : row.customerTitle) : null;
        return {
          title: row.name,
          subtitle: [row.type, owner].filter(Boolean).join(' · '),
          form: withOwner(t, props.form(t, props.kind, isTenant), 'type', isTenant),
          save: isTenant ? api.save : undefined,
          tabs: [
            attributesTab(t, entity, { editable: isTenant, scopes: SCOPES }),
            telemetryTab(t, entity),
            alarmsTab(t, entity),
            ...(tabs?.(t, row, isTenant) ?? []),
            eventsTab(t, entity, row.tenantId.id),
            relationsTab(t, entity, isTenant),
            ...(isTenant ? [auditTab(t, entity)] : []),
          ],
        };
      }}
    />
  );
}
