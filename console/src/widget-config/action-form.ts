import type { TFunction } from 'i18next';
import type { SettingsSchema } from '../schema-form/settings-schema.ts';
import type { WidgetKind } from '../widgets/model.ts';
import type { ActionDraft } from './action-draft.ts';
import {
  ACTION_PARAMETERS,
  ACTION_TYPES,
  DISPLAYS,
  MOBILE_FUNCTIONS,
  MOBILE_TYPES,
  type MobileType,
  PLACEMENTS,
  PRETTY_PARAMETERS,
} from './action-types.ts';
import { choice, formOfParts, type Parts, script, style, text, toggle, whole, withForm, within } from './form-parts.ts';

/** What an action may lead to. */
export interface ActionTargets {
  kind: WidgetKind;
  /** States of the dashboard, or of the one that is opened, by id. */
  states: readonly { id: string; name: string }[];
  /** A function may decide whether the action is shown. */
  hasShowCondition: boolean;
}

/** The name of a state, and its id where they differ. */
const stateLabel = ({ id, name }: { id: string; name: string }) => (name && name !== id ? `${name} (${id})` : id);

/** What an action is called and which kind it is. */
export function actionHeadForm(t: TFunction, { hasShowCondition }: ActionTargets): SettingsSchema {
  return formOfParts(
    {
      name: text(t('widgetAction.name')),
      icon: text(t('widgetAction.icon'), 'more_horiz', 'icon'),
      ...(hasShowCondition
        ? {
            useShowWidgetActionFunction: toggle(t('widgetAction.useShowFunction'), false),
            showWidgetActionFunction: withForm(script(t('widgetAction.showFunction'), ['widgetContext', 'data']), {
              condition: 'model.useShowWidgetActionFunction === true',
              helpId: 'functions/action-show',
            }),
          }
        : {}),
      type: choice(
        t('widgetAction.type'),
        ACTION_TYPES.map((type) => [type, t(`widgetAction.types.${type}`)]),
      ),
    },
    ['name', 'type'],
  );
}

function stateParts(t: TFunction, { states, kind }: ActionTargets): Parts {
  return {
    targetDashboardStateId: choice(
      t('widgetAction.state'),
      states.map((state) => [state.id, stateLabel(state)]),
    ),
    ...(kind === 'static'
      ? {}
      : {
          setEntityId: toggle(t('widgetAction.setEntityId'), true),
          stateEntityParamName: withForm(text(t('widgetAction.stateEntityParamName')), {
            condition: 'model.setEntityId !== false',
          }),
        }),
  };
}

function displayParts(t: TFunction, display: ActionDraft['display']): Parts {
  const percent = { minimum: 1, maximum: 100 };
  if (display === 'dialog') {
    return {
      dialogTitle: text(t('widgetAction.dialogTitle')),
      dialogHideDashboardToolbar: toggle(t('widgetAction.hideToolbar'), true),
      dialogWidth: whole(t('widgetAction.dialogWidth'), percent),
      dialogHeight: whole(t('widgetAction.dialogHeight'), percent),
    };
  }
  if (display !== 'popover') return {};
  return {
    popoverPreferredPlacement: choice(
      t('widgetAction.placement'),
      PLACEMENTS.map((placement) => [placement, t(`widgetAction.placements.${placement}`)]),
      'top',
    ),
    popoverHideOnClickOutside: toggle(t('widgetAction.hideOnClickOutside'), true),
    popoverHideDashboardToolbar: toggle(t('widgetAction.hideToolbar'), true),
    popoverWidth: text(t('widgetAction.popoverWidth'), '25vw'),
    popoverHeight: text(t('widgetAction.popoverHeight'), '25vh'),
    popoverStyle: style(t('widgetAction.popoverStyle')),
  };
}

function mobileParts(t: TFunction, type: string | undefined): Parts {
  const functions: Readonly<Record<string, readonly string[]>> = MOBILE_FUNCTIONS[type as MobileType] ?? {};
  const named = { ...functions, handleEmptyResultFunction: [], handleErrorFunction: ['error'] };
  return within('mobileAction', {
    type: choice(
      t('widgetAction.mobileType'),
      MOBILE_TYPES.map((one) => [one, t(`widgetAction.mobileTypes.${one}`)]),
    ),
    ...Object.fromEntries(
      Object.entries(named).map(([name, own]) => [
        name,
        withForm(script(t(`widgetAction.functions.${name}`), [...own, ...ACTION_PARAMETERS]), {
          helpId: `functions/action-mobile#${name}`,
        }),
      ]),
    ),
  });
}

/** What an action of its type needs to know. */
export function actionBodyForm(t: TFunction, draft: ActionDraft, targets: ActionTargets): SettingsSchema {
  const openRightLayout = toggle(t('widgetAction.openRightLayout'), false);
  switch (draft.type) {
    case 'openDashboardState':
      return formOfParts(
        {
          ...stateParts(t, targets),
          openRightLayout,
          display: choice(
            t('widgetAction.display'),
            DISPLAYS.map((display) => [display, t(`widgetAction.displays.${display}`)]),
            'normal',
          ),
          ...displayParts(t, draft.display),
        },
        ['targetDashboardStateId'],
      );
    case 'updateDashboardState':
      return formOfParts({ ...stateParts(t, targets), openRightLayout });
    case 'openDashboard':
      return formOfParts({ ...stateParts(t, targets), openNewBrowserTab: toggle(t('widgetAction.newTab'), false) });
    case 'custom':
      return formOfParts({
        customFunction: withForm(script(t('widgetAction.customFunction'), ACTION_PARAMETERS), {
          helpId: 'functions/action-custom',
        }),
      });
    case 'customPretty':
      return formOfParts({
        customHtml: text(t('widgetAction.html'), undefined, 'html'),
        customCss: text(t('widgetAction.css'), undefined, 'css'),
        customFunction: withForm(script(t('widgetAction.customFunction'), PRETTY_PARAMETERS), {
          helpId: 'functions/action-pretty',
        }),
        customResources: {
          schema: {
            type: 'array',
            title: t('widgetAction.resources'),
            items: {
              type: 'object',
              title: t('widgetAction.resource'),
              properties: {
                url: { type: 'string', title: t('widgetAction.resourceUrl') },
                isModule: { type: 'boolean', title: t('widgetAction.isModule') },
              },
              required: ['url'],
            },
          },
        },
      });
    case 'mobileAction':
      return formOfParts(mobileParts(t, draft.mobileAction?.type));
    default:
      return formOfParts({});
  }
}
