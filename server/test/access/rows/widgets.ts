import { type AccessRow, NONE, only } from '../access-row.ts';

const BUNDLE = 'isSystem=false&bundleAlias=none';

/** Bundles of widget types, and the types in them. */
export const widgetsRows: Record<string, AccessRow | AccessRow[]> = {
  getWidgetsBundles: NONE,
  getWidgetsBundle: only('widgetsBundle', 'READ'),
  saveWidgetsBundle: [
    { creates: 'widgetsBundle', body: (_objects, unique) => ({ title: unique }) },
    { on: 'widgetsBundle', op: 'WRITE', body: ({ widgetsBundle }) => ({ ...widgetsBundle, title: 'Changed' }) },
  ],
  deleteWidgetsBundle: only('widgetsBundle', 'DELETE'),
  getBundleWidgetTypes: { query: BUNDLE },
  getBundleWidgetTypesDetails: { query: BUNDLE },
  getBundleWidgetTypesInfos: { query: BUNDLE },
  getWidgetTypeByAlias: { query: `${BUNDLE}&alias=none`, letIn: [404] },
  getWidgetType: only('widgetType', 'READ'),
  saveWidgetType: [
    {
      creates: 'widgetType',
      body: ({ widgetsBundle }, unique) => ({
        bundleAlias: widgetsBundle?.alias,
        name: unique,
        descriptor: { type: 'latest' },
      }),
      // Others have no bundle of that name.
      letIn: [400],
    },
    { on: 'widgetType', op: 'WRITE', body: ({ widgetType }) => ({ ...widgetType, name: 'Changed' }) },
  ],
  deleteWidgetType: only('widgetType', 'DELETE'),
  getWidgetTypeVersions: only('widgetType', 'WRITE'),
  getWidgetTypeVersion: { ...only('widgetType', 'WRITE'), params: { number: '1' } },
  restoreWidgetTypeVersion: { ...only('widgetType', 'WRITE'), params: { number: '1' } },
  // Those of the test are not deleted.
  getDeletedWidgetsBundles: NONE,
  restoreDeletedWidgetsBundle: { ...only('widgetsBundle', 'CREATE'), letIn: [404] },
  forgetDeletedWidgetsBundle: { ...only('widgetsBundle', 'DELETE'), letIn: [404] },
  getDeletedWidgetTypes: NONE,
  restoreDeletedWidgetType: { ...only('widgetType', 'CREATE'), letIn: [404] },
  forgetDeletedWidgetType: { ...only('widgetType', 'DELETE'), letIn: [404] },
};
