import { entitiesTable } from '../cards/entities-table-type.ts';
import type { WidgetBundle } from '../widget-type.ts';

export const bundle: WidgetBundle = { device_admin_table: entitiesTable, asset_admin_table: entitiesTable };
