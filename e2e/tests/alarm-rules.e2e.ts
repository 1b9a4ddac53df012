import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, DESKTOP, PHONE } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';

interface Profile {
  id: { id: string };
  profileData: { alarms: Record<string, unknown>[] | null };
}

const stamp = Date.now();
const NAME = `Cold rooms ${stamp}`;
const MINUTE = 60_000;
/** With the value of a key. */
const DETAILS = ['It has $', '{temperature} °C'].join('');
setUpConsole({ sharePage: true });

let profileId: string;
const saveProfile = (name: string, more: object = {}): Promise<Profile> =>
  api.post('/api/deviceProfile', {
    name,
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType: 'DISABLED',
    profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' }, ...more },
  });
const alarms = async () => (await api.get<Profile>(`/api/deviceProfile/${profileId}`)).profileData.alarms ?? [];
const panel = () => page.getByRole('complementary');
const dialog = () => page.getByRole('dialog').last();

beforeAll(async () => {
  profileId = (await saveProfile(NAME)).id.id;
});

async function choose(within: Locator, label: string, option: string) {
  await within.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
async function fill(within: Locator, label: string, text: string) {
  await within.getByRole('textbox', { name: label, exact: true }).fill(text);
}
const key = (within: Locator) => within.getByRole('combobox', { name: 'Key', exact: true });
const openAlarms = () => page.goto(`/deviceProfiles/${profileId}?tab=alarms`);

describe('an alarm rule', () => {
  it('is written by its controls and read as a sentence', async () => {
    await openAlarms();
    await panel().getByText('No alarm rules').waitFor();
    await panel().getByRole('button', { name: 'Add alarm rule' }).click();
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    // Each field says what it lacks, and the first of them has the focus.
    await dialog().locator('[data-field=alarmType]').getByText('Required').waitFor();
    await dialog().getByRole('button', { name: 'Critical › Key: Required' }).click();
    await expect.poll(() => key(dialog()).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await fill(dialog(), 'Alarm type', 'Too warm');
    const rule = dialog().getByRole('region', { name: 'Critical' });
    await key(rule).fill('temperature');
    await choose(rule, 'Comparison', 'is greater than');
    await fill(rule, 'Value', '30');
    await choose(rule, 'Fires', 'When it lasts');
    await fill(rule, 'How long', '5');
    await choose(rule, 'In force', 'At the same hours of some days');
    await rule.getByRole('combobox', { name: 'Time zone' }).fill('Oslo');
    await page.getByRole('option', { name: /Oslo/ }).click();
    await rule.getByText('Critical when temperature > 30 for 5 min, on weekdays 8–18 Oslo').waitFor();
    await fill(rule, 'Details of the alarm', DETAILS);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Add a rule that clears it' }).click();
    const clears = dialog().getByRole('region', { name: 'Clear the alarm' });
    await key(clears).fill('temperature');
    await choose(clears, 'Comparison', 'is less than');
    await fill(clears, 'Value', '25.5');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await panel().getByText('Critical when temperature > 30 for 5 min, on weekdays 8–18 Oslo').waitFor();
    await panel().getByText('Cleared when temperature < 25.5').waitFor();
    await page.getByRole('tab', { name: 'Alarm rules (1)' }).waitFor();
    await expect
      .poll(() => alarms())
      .toMatchObject([
        {
          id: expect.stringMatching(/^[\da-f-]{36}$/),
          alarmType: 'Too warm',
          createRules: {
            CRITICAL: {
              condition: {
                condition: [
                  {
                    key: { type: 'TIME_SERIES', key: 'temperature' },
                    valueType: 'NUMERIC',
                    predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 30 } },
                  },
                ],
                spec: { type: 'DURATION', unit: 'MINUTES', predicate: { defaultValue: 5 } },
              },
              schedule: {
                type: 'SPECIFIC_TIME',
                timezone: 'Europe/Oslo',
                daysOfWeek: [1, 2, 3, 4, 5],
                startsOn: 28_800_000,
                endsOn: 64_800_000,
              },
              alarmDetails: DETAILS,
            },
          },
          clearRule: {
            condition: { condition: [{ predicate: { operation: 'LESS', value: { defaultValue: 25.5 } } }] },
          },
        },
      ]);
  });

  it('has groups of comparisons, attributes in place of values, other severities and hours of each day', async () => {
    await openAlarms();
    await panel().getByRole('button', { name: 'Edit Too warm' }).click();
    await dialog().getByRole('button', { name: 'Add a severity' }).click();
    const rule = dialog().getByRole('region', { name: 'Major' });
    await key(rule).fill('humidity');
    await choose(rule, 'Comparison', 'is greater than');
    await fill(rule, 'Value', '80');
    await rule.getByRole('button', { name: 'Add a comparison' }).click();
    await choose(rule, 'Which of them', 'Any of these');
    await rule.getByRole('combobox', { name: 'Comparison' }).nth(1).click();
    await page.getByRole('option', { name: 'is at most' }).click();
    await rule.getByRole('textbox', { name: 'Value' }).nth(1).fill('10');
    await rule.getByRole('switch', { name: 'Compare with an attribute' }).nth(1).check();
    await rule.getByRole('combobox', { name: 'Attribute', exact: true }).fill('driest');
    await rule.getByRole('switch', { name: 'Else that of its customer' }).check();
    await choose(rule, 'Fires', 'When it repeats');
    await fill(rule, 'How often in a row', '3');
    await choose(rule, 'In force', 'At other hours each day');
    await rule.getByRole('checkbox', { name: 'Sat' }).check();
    await rule.getByRole('switch', { name: 'Whole day (Saturday)' }).check();
    await choose(rule, 'Severity', 'Warning');
    const moved = dialog().getByRole('region', { name: 'Warning' });
    await moved
      .getByText(
        /^Warning when humidity > 80 or humidity ≤ driest of the device, its customer or the tenant \(else 10\) 3 times in a row, on weekdays 8–18 and on Sat/,
      )
      .waitFor();
    await dialog().getByRole('switch', { name: 'Propagate to related entities' }).check();
    await dialog().getByRole('combobox', { name: 'Relation types' }).fill('Contains,');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await panel()
      .getByText(/^Warning when humidity/)
      .waitFor();
    await expect
      .poll(() => alarms())
      .toMatchObject([
        {
          propagate: true,
          propagateRelationTypes: ['Contains'],
          createRules: {
            CRITICAL: { alarmDetails: DETAILS },
            WARNING: {
              condition: {
                condition: [
                  {
                    predicate: {
                      type: 'COMPLEX',
                      operation: 'OR',
                      predicates: [
                        { operation: 'GREATER', value: { defaultValue: 80 } },
                        {
                          operation: 'LESS_OR_EQUAL',
                          value: {
                            defaultValue: 10,
                            dynamicValue: { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'driest', inherit: true },
                          },
                        },
                      ],
                    },
                  },
                ],
                spec: { type: 'REPEATING', predicate: { defaultValue: 3 } },
              },
              schedule: { type: 'CUSTOM' },
            },
          },
        },
      ]);
  });

  it('that the server refuses stays as it was typed, with its reason at the field', async () => {
    await openAlarms();
    await panel().getByRole('button', { name: 'Copy Too warm' }).click();
    await fill(dialog(), 'Alarm type', 'Too <b>warm</b>');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog().locator('[data-field=alarmType]').getByText('No markup or control characters').waitFor();
    await fill(dialog(), 'Alarm type', 'Too warm');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog().getByText('Another rule of this profile has this alarm type').waitFor();
    await fill(dialog(), 'Alarm type', 'Much too warm');
    await dialog()
      .getByRole('button', { name: /^Critical when/ })
      .click();
    const rule = dialog().getByRole('region', { name: 'Critical' });
    await key(rule).fill('k'.repeat(1100));
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await rule.locator('[data-field$="condition.0.key.key"]').getByText('1024').waitFor();
    await key(rule).fill('temperature');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await panel().getByRole('heading', { name: 'Much too warm' }).waitFor();
    await panel().getByRole('button', { name: 'Delete Much too warm' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await alarms()).length).toBe(1);
  });

  it('keeps what the controls do not know', async () => {
    const strange = {
      id: 'one',
      alarmType: 'Strange',
      ofAnotherClient: { a: 1 },
      createRules: {
        MINOR: {
          condition: {
            condition: [
              {
                key: { type: 'TIME_SERIES', key: 'level', hint: 'x' },
                valueType: 'NUMERIC',
                value: null,
                predicate: {
                  type: 'NUMERIC',
                  operation: 'LESS',
                  value: { defaultValue: 1, userValue: null, dynamicValue: null },
                },
              },
            ],
            spec: { type: 'DURATION', unit: 'MILLISECONDS', predicate: { defaultValue: 1500, dynamicValue: null } },
          },
          schedule: { type: 'ANY_TIME', note: 'x' },
          color: 'teal',
        },
      },
    };
    const { id } = await saveProfile(`Strange ${stamp}`, { alarms: [strange] });
    await page.goto(`/deviceProfiles/${id.id}?tab=alarms`);
    await panel().getByRole('button', { name: 'Edit Strange' }).click();
    await fill(dialog(), 'Alarm type', 'Stranger');
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await panel().getByRole('heading', { name: 'Stranger' }).waitFor();
    const stored = await api.get<Profile>(`/api/deviceProfile/${id.id}`);
    expect(stored.profileData.alarms).toMatchObject([{ ...strange, alarmType: 'Stranger' }]);
  });

  it('is part of a new profile', async () => {
    const name = `Cold rooms with rules ${stamp}`;
    await page.goto('/deviceProfiles?add=true');
    await fill(dialog(), 'Name', name);
    await dialog().getByRole('button', { name: 'Next: Transport' }).click();
    await dialog().getByRole('button', { name: 'Next: Alarm rules' }).click();
    await dialog().getByRole('button', { name: 'Add alarm rule' }).click();
    const editor = page.getByRole('dialog', { name: 'Add an alarm rule' });
    await fill(editor, 'Alarm type', 'Open door');
    await key(editor).fill('open');
    await choose(editor, 'Values', 'True or false');
    await choose(editor, 'Value', 'true');
    await editor.getByRole('button', { name: 'Add', exact: true }).click();
    const wizard = page.getByRole('dialog', { name: 'Add a device profile' });
    await wizard.getByText('Critical when open is true').waitFor();
    await wizard.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`${name} added`).waitFor();
    await page.getByRole('tab', { name: 'Alarm rules (1)' }).waitFor();
  });
});

describe('trying an alarm rule', () => {
  const tryIt = () => dialog().getByRole('region', { name: 'Try it' });
  async function chooseDevice(name: string) {
    const devices = tryIt().getByRole('combobox', { name: 'Device' });
    // Another text than the one that may stand there already.
    await devices.fill('');
    await devices.fill(name);
    await page.getByRole('option', { name }).click();
  }

  it('says that no device has the profile, and that the rules are not finished', async () => {
    await openAlarms();
    await panel().getByRole('button', { name: 'Add alarm rule' }).click();
    await tryIt().getByText('The rules are not finished').waitFor();
    await key(dialog()).fill('temperature');
    await tryIt().getByText('No device has this profile').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('shows when it would have fired, as it is edited, and stores nothing', async () => {
    const device = await api.post<{ id: { id: string } }>('/api/device', { name: `Tried ${stamp}`, type: NAME });
    const silent = await api.post<{ id: { id: string } }>('/api/device', { name: `Silent ${stamp}`, type: NAME });
    const now = Date.now();
    const values = [20, 31, 33, 41, 22, 20, 35, 21];
    for (const [index, temperature] of values.entries()) {
      const ts = now - (values.length - index) * 10 * MINUTE;
      await api.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, { ts, values: { temperature } });
    }
    await page.reload();
    await panel().getByRole('button', { name: 'Add alarm rule' }).click();
    await fill(dialog(), 'Alarm type', 'Tried');
    await key(dialog()).fill('temperature');
    await choose(dialog(), 'Comparison', 'is greater than');
    await fill(dialog(), 'Value', '30');
    await chooseDevice(`Tried ${stamp}`);
    await tryIt().getByText('It would have been raised once').waitFor();
    await tryIt().getByText('8 values were looked at.').waitFor();
    await dialog().getByRole('button', { name: 'Add a rule that clears it' }).click();
    const clears = dialog().getByRole('region', { name: 'Clear the alarm' });
    await key(clears).fill('temperature');
    await choose(clears, 'Comparison', 'is less than');
    await fill(clears, 'Value', '25');
    await tryIt().getByText('It would have been raised 2 times').waitFor();
    await tryIt().getByRole('img', { name: '4 changes of the alarm, listed below' }).waitFor();
    await expect
      .poll(() => tryIt().getByRole('list', { name: 'What would have happened' }).getByRole('listitem').count())
      .toBe(4);
    expect(await accessibilityViolations(page)).toEqual([]);
    await fill(dialog().getByRole('region', { name: 'Critical' }), 'Value', '40');
    await tryIt().getByText('It would have been raised once').waitFor();
    await fill(dialog().getByRole('region', { name: 'Critical' }), 'Value', '50');
    await tryIt().getByText('It would not have been raised').waitFor();
    await chooseDevice(`Silent ${stamp}`);
    await tryIt().getByText('Nothing to try them with').waitFor();
    expect(silent.id.id).toBeTruthy();
    // The rule that the profile has is in force on weekdays: it may well have raised its own.
    const raised = await api.get<{ data: { type: string }[] }>(`/api/alarm/DEVICE/${device.id.id}?pageSize=9&page=0`);
    expect(raised.data.filter(({ type }) => type === 'Tried')).toEqual([]);
    await expect.poll(() => alarms()).toHaveLength(1);
  });

  it('says why it failed, and tries again', async () => {
    await page.route('**/api/deviceProfile/alarmRule/try', (route) =>
      route.fulfill({ status: 400, json: { status: 400, message: 'It cannot be done', errorCode: 31 } }),
    );
    await chooseDevice(`Tried ${stamp}`);
    await fill(dialog().getByRole('region', { name: 'Critical' }), 'Value', '32');
    await tryIt().getByText('The rules could not be tried').waitFor();
    await page.unroute('**/api/deviceProfile/alarmRule/try');
    await tryIt().getByRole('button', { name: 'Try again' }).click();
    await tryIt().getByText('It would have been raised 2 times').waitFor();
  });

  it('fits on a phone', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await tryIt().getByText('It would have been raised 2 times').waitFor();
      const width = () =>
        dialog()
          .locator('.MuiDialogContent-root')
          .evaluate((one) => one.scrollWidth - one.clientWidth);
      await expect.poll(() => width()).toBe(0);
      expect(await accessibilityViolations(page)).toEqual([]);
    }
  });
});
