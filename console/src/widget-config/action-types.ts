/** What actions do (widgets.md §2.5). */
export const ACTION_TYPES = [
  'openDashboardState',
  'updateDashboardState',
  'openDashboard',
  'custom',
  'customPretty',
  'mobileAction',
] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

/** Where an action that opens a state shows it. */
export const DISPLAYS = ['normal', 'dialog', 'popover'] as const;
export type Display = (typeof DISPLAYS)[number];

export const PLACEMENTS = [
  ...['top', 'topLeft', 'topRight', 'right', 'rightTop', 'rightBottom'],
  ...['bottom', 'bottomLeft', 'bottomRight', 'left', 'leftTop', 'leftBottom'],
] as const;

/** What the mobile app does, and the functions that each has besides the two that all have, with their parameters. */
export const MOBILE_FUNCTIONS = {
  takePictureFromGallery: { processImageFunction: ['imageUrl'] },
  takePhoto: { processImageFunction: ['imageUrl'] },
  mapDirection: { getLocationFunction: [], processLaunchResultFunction: ['launched'] },
  mapLocation: { getLocationFunction: [], processLaunchResultFunction: ['launched'] },
  scanQrCode: { processQrCodeFunction: ['code', 'format'] },
  makePhoneCall: { getPhoneNumberFunction: [], processLaunchResultFunction: ['launched'] },
  getLocation: { processLocationFunction: ['latitude', 'longitude'] },
  takeScreenshot: { processImageFunction: ['imageUrl'] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
export type MobileType = keyof typeof MOBILE_FUNCTIONS;
export const MOBILE_TYPES = Object.keys(MOBILE_FUNCTIONS) as readonly MobileType[];

/** Parameters that functions of actions have. */
export const ACTION_PARAMETERS = [
  ...['$event', 'widgetContext', 'entityId', 'entityName', 'additionalParams', 'entityLabel'],
] as const;
export const PRETTY_PARAMETERS = [
  ...['$event', 'widgetContext', 'entityId', 'entityName', 'htmlTemplate', 'additionalParams', 'entityLabel'],
] as const;

/** Members that belong to a type, with what they are at first; those that are undefined are left to be chosen. */
const OF_STATE = { targetDashboardStateId: undefined, setEntityId: true, stateEntityParamName: undefined };
export const MEMBERS: Readonly<Record<ActionType, Readonly<Record<string, unknown>>>> = {
  openDashboardState: { ...OF_STATE, openRightLayout: false },
  updateDashboardState: { ...OF_STATE, openRightLayout: false },
  openDashboard: { targetDashboardId: undefined, ...OF_STATE, openNewBrowserTab: false },
  custom: { customFunction: undefined },
  customPretty: { customHtml: undefined, customCss: undefined, customResources: [], customFunction: undefined },
  mobileAction: { mobileAction: { type: 'takePictureFromGallery' } },
};

/** The same for each way of showing a state; of members that are there in one way only. */
export const DISPLAY_MEMBERS: Readonly<Record<Display, Readonly<Record<string, unknown>>>> = {
  normal: {},
  dialog: {
    openInSeparateDialog: true,
    dialogTitle: '',
    dialogHideDashboardToolbar: true,
    dialogWidth: null,
    dialogHeight: null,
  },
  popover: {
    openInPopover: true,
    popoverPreferredPlacement: 'top',
    popoverHideOnClickOutside: true,
    popoverHideDashboardToolbar: true,
    popoverWidth: '25vw',
    popoverHeight: '25vh',
    popoverStyle: {},
  },
};
