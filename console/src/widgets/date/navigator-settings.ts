import type { Settings } from '../model.ts';
import { LENGTHS, type Length, type Weekday } from './date-range.ts';

/** The settings of a navigator, complete. */
export interface NavigatorSettings {
  hidePicker: boolean;
  onePanel: boolean;
  autoConfirm: boolean;
  showTemplate: boolean;
  firstDayOfWeek: Weekday;
  hideInterval: boolean;
  initialInterval: Length;
  hideStepSize: boolean;
  stepSize: Length;
  hideLabels: boolean;
  useSessionStorage: boolean;
}

function lengthSetting(value: unknown, otherwise: Length): Length {
  return LENGTHS.includes(value as Length) ? (value as Length) : otherwise;
}

/** Settings count the days of the week from Monday as 1 to Sunday as 7. */
function weekdaySetting(value: unknown): Weekday {
  const day = Number(value ?? 1);
  return Number.isInteger(day) && day >= 0 && day <= 7 ? ((day % 7) as Weekday) : 1;
}

export function navigatorSettings(settings: Settings): NavigatorSettings {
  return {
    hidePicker: settings.hidePicker === true,
    onePanel: settings.onePanel === true,
    autoConfirm: settings.autoConfirm === true,
    showTemplate: settings.showTemplate === true,
    firstDayOfWeek: weekdaySetting(settings.firstDayOfWeek),
    hideInterval: settings.hideInterval === true,
    initialInterval: lengthSetting(settings.initialInterval, 'week'),
    hideStepSize: settings.hideStepSize === true,
    stepSize: lengthSetting(settings.stepSize, 'day'),
    hideLabels: settings.hideLabels === true,
    useSessionStorage: settings.useSessionStorage !== false,
  };
}
