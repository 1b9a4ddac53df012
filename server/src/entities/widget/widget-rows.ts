import type { WidgetsBundle, WidgetTypeDetails } from '@signalbox/contract/widget';
import type { Database } from '../../storage/database.ts';

/** @throws unique violation `widgets_bundle_alias`; foreign-key violation when the tenant is gone */
export async function insertWidgetsBundle(db: Database, bundle: WidgetsBundle): Promise<void> {
  await db
    .insertInto('widgets_bundle')
    .values({
      id: bundle.id.id,
      created_time: bundle.createdTime,
      tenant_id: bundle.tenantId.id,
      alias: bundle.alias,
      title: bundle.title,
      image: bundle.image,
      description: bundle.description,
    })
    .execute();
}

/** @throws unique violation `widget_type_alias`; foreign-key violation when the bundle is gone */
export async function insertWidgetType(db: Database, type: WidgetTypeDetails): Promise<void> {
  await db
    .insertInto('widget_type')
    .values({
      id: type.id.id,
      created_time: type.createdTime,
      tenant_id: type.tenantId.id,
      bundle_alias: type.bundleAlias,
      alias: type.alias,
      name: type.name,
      image: type.image,
      description: type.description,
      descriptor: JSON.stringify(type.descriptor),
    })
    .execute();
}
