import { Box, MenuItem } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorInput } from '../controls/color-input.tsx';
import { ImageInput } from '../controls/image-input.tsx';
import { NumberInput } from '../controls/number-input.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import type { DashboardSettings, GridSettings, LayoutPlace } from '../dashboard/configuration.ts';
import { isOn } from '../dashboard/upgrade.ts';
import { CheckedPart } from '../editing/checked-part.tsx';
import { useDashboardEditing } from './editor-context.ts';
import { columnsOf, layoutAt, withConfiguration, withLayout } from './model/edited-dashboard.ts';
import { rescaled } from './model/placing.ts';

/** What a title of no colour of its own has in 3.3.2. */
const TITLE_COLOR = 'rgba(0,0,0,0.870588)';
const BACKGROUND_SIZES = ['100%', 'auto 100%', 'cover', 'contain', 'auto'] as const;
/** Bounds of grids (reference: console pages §5.3). */
const BOUNDS = { columns: [10, 1000], margin: [0, 50], mobileRowHeight: [5, 200] } as const;

const isWithin = (value: number | null, [least, most]: readonly [number, number]): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 3 }}>
      <Box component="h3" sx={{ m: 0, fontSize: 13, fontWeight: 650, color: 'text.secondary' }}>
        {title}
      </Box>
      {children}
    </Box>
  );
}

/** A number that is taken over while it is within its bounds; with `isLate`, once it is typed to its end. */
function BoundedInput(props: {
  label: string;
  value: number;
  bounds: readonly [number, number];
  disabled?: boolean;
  isLate?: boolean;
  onChange: (value: number) => void;
}) {
  const { t } = useTranslation();
  const [least, most] = props.bounds;
  const [text, setText] = useState<number | null>(props.value);
  const [before, setBefore] = useState(props.value);
  // Another value that nobody typed here, by undoing for instance.
  if (before !== props.value) {
    setBefore(props.value);
    setText(props.value);
  }
  const take = (value: number | null) => {
    if (!isWithin(value, props.bounds) || value === props.value) return;
    setBefore(value);
    props.onChange(value);
  };
  return (
    <NumberInput
      label={props.label}
      value={text}
      disabled={props.disabled ?? false}
      error={isWithin(text, props.bounds) ? undefined : t('dashboardEditor.settings.bounds', { least, most })}
      onChange={(value) => {
        setText(value);
        if (!props.isLate) take(value);
      }}
      onBlur={() => take(text)}
      onKeyDown={({ key, ctrlKey, metaKey }) => {
        const saves = (ctrlKey || metaKey) && key.toLowerCase() === 's';
        if (key === 'Enter' || saves) take(text);
      }}
    />
  );
}

/** How the dashboard as a whole looks, and the grids of the state that is shown. */
export function SettingsPanel({ state }: { state: string }) {
  const { t } = useTranslation();
  const { edited, setFieldWrong } = useDashboardEditing();
  const { content, edit } = edited;
  const { settings, states } = content.configuration;
  const set = (members: Partial<DashboardSettings>) =>
    edit(
      t('dashboardEditor.step.settings'),
      (now) => withConfiguration(now, { settings: { ...now.configuration.settings, ...members } }),
      `settings ${Object.keys(members).join(' ')}`,
    );
  const toggle = (name: keyof DashboardSettings & `show${string}`, otherwise: boolean, disabled = false) => (
    <SwitchInput
      label={t(`dashboardEditor.settings.${name as ToolbarSwitch}`)}
      checked={otherwise ? isOn(settings[name] as boolean | undefined) : settings[name] === true}
      disabled={disabled}
      onChange={(isShown) => set({ [name]: isShown })}
    />
  );
  const isHidden = settings.hideToolbar === true;
  const hasRight = states[state]?.layouts.right !== undefined;
  return (
    <CheckedPart
      onWrong={setFieldWrong}
      sx={{ p: 4, pt: 2, overflow: 'auto', flex: 1, minHeight: 0, display: 'grid', gap: 5, alignContent: 'start' }}
    >
      <Section title={t('dashboardEditor.settings.titleSection')}>
        {toggle('showTitle', false)}
        <ColorInput
          label={t('dashboardEditor.settings.titleColor')}
          value={settings.titleColor ?? ''}
          placeholder={TITLE_COLOR}
          disabled={settings.showTitle !== true}
          onChange={(titleColor) => set({ titleColor })}
        />
        {toggle('showDashboardLogo', false)}
        {settings.showDashboardLogo === true && (
          <ImageInput
            label={t('dashboardEditor.settings.logo')}
            value={settings.dashboardLogoUrl ?? ''}
            onChange={(image) => set({ dashboardLogoUrl: image || null })}
          />
        )}
      </Section>
      <Section title={t('dashboardEditor.settings.toolbar')}>
        <SelectInput
          label={t('dashboardEditor.settings.controller')}
          help={t(
            settings.stateControllerId === 'default'
              ? 'dashboardEditor.settings.controllerDefaultHelp'
              : 'dashboardEditor.settings.controllerEntityHelp',
          )}
          value={settings.stateControllerId === 'default' ? 'default' : 'entity'}
          onChange={(stateControllerId) =>
            set({ stateControllerId, ...(stateControllerId === 'default' ? {} : { toolbarAlwaysOpen: true }) })
          }
        >
          <MenuItem value="entity">{t('dashboardEditor.settings.controllerEntity')}</MenuItem>
          <MenuItem value="default">{t('dashboardEditor.settings.controllerDefault')}</MenuItem>
        </SelectInput>
        <SwitchInput
          label={t('dashboardEditor.settings.hideToolbar')}
          checked={isHidden}
          onChange={(hideToolbar) => set({ hideToolbar })}
        />
        <SwitchInput
          label={t('dashboardEditor.settings.toolbarAlwaysOpen')}
          checked={isOn(settings.toolbarAlwaysOpen)}
          disabled={isHidden}
          onChange={(toolbarAlwaysOpen) => set({ toolbarAlwaysOpen })}
        />
        {TOOLBAR_SWITCHES.map((name) => (
          <Box key={name}>{toggle(name, true, isHidden)}</Box>
        ))}
      </Section>
      <GridSection
        title={t(hasRight ? 'dashboardEditor.settings.mainGrid' : 'dashboardEditor.settings.grid')}
        place={{ state, layout: 'main' }}
      />
      {hasRight && <GridSection title={t('dashboardEditor.settings.rightGrid')} place={{ state, layout: 'right' }} />}
    </CheckedPart>
  );
}

const TOOLBAR_SWITCHES = [
  'showDashboardsSelect',
  'showEntitiesSelect',
  'showFilters',
  'showDashboardTimewindow',
  'showDashboardExport',
  'showUpdateDashboardImage',
] as const;
type ToolbarSwitch = (typeof TOOLBAR_SWITCHES)[number] | 'showTitle' | 'showDashboardLogo';

/** The grid of one layout. */
function GridSection({ title, place }: { title: string; place: LayoutPlace }) {
  const { t } = useTranslation();
  const { edited } = useDashboardEditing();
  const layout = layoutAt(edited.content, place);
  if (!layout) return null;
  const { gridSettings: grid } = layout;
  const set = (members: Partial<GridSettings>) =>
    edited.edit(
      t('dashboardEditor.step.grid'),
      (now) => {
        const found = layoutAt(now, place);
        if (!found) return now;
        return withLayout(now, place, { ...found, gridSettings: { ...found.gridSettings, ...members } });
      },
      `grid ${place.state} ${place.layout} ${Object.keys(members).join(' ')}`,
    );
  const fills = grid.mobileAutoFillHeight === true;
  return (
    <Section title={title}>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
        <BoundedInput
          label={t('dashboardEditor.settings.columns')}
          value={columnsOf(grid)}
          bounds={BOUNDS.columns}
          // The first digits of a number would round the places of all widgets.
          isLate
          onChange={(columns) =>
            edited.edit(
              t('dashboardEditor.step.grid'),
              (now) => {
                const found = layoutAt(now, place);
                return found ? withLayout(now, place, rescaled(found, columns)) : now;
              },
              // Not one step with the next one: what is rounded cannot be taken back by the same number.
            )
          }
        />
        <BoundedInput
          label={t('dashboardEditor.settings.margin')}
          value={grid.margin ?? 10}
          bounds={BOUNDS.margin}
          onChange={(margin) => set({ margin })}
        />
      </Box>
      <SwitchInput
        label={t('dashboardEditor.settings.autoFillHeight')}
        help={t('dashboardEditor.settings.autoFillHeightHelp')}
        checked={grid.autoFillHeight === true}
        onChange={(autoFillHeight) => set({ autoFillHeight })}
      />
      <ColorInput
        label={t('dashboardEditor.settings.background')}
        value={grid.backgroundColor ?? ''}
        onChange={(backgroundColor) => set({ backgroundColor })}
      />
      <ImageInput
        label={t('dashboardEditor.settings.backgroundImage')}
        value={grid.backgroundImageUrl ?? ''}
        onChange={(image) => set({ backgroundImageUrl: image || null })}
      />
      <SelectInput
        label={t('dashboardEditor.settings.backgroundSize')}
        value={grid.backgroundSizeMode || '100%'}
        onChange={(backgroundSizeMode) => set({ backgroundSizeMode })}
      >
        {BACKGROUND_SIZES.map((size) => (
          <MenuItem key={size} value={size}>
            {t(`dashboardEditor.settings.size.${SIZE_WORDS[size]}`)}
          </MenuItem>
        ))}
      </SelectInput>
      <SwitchInput
        label={t('dashboardEditor.settings.mobileAutoFillHeight')}
        checked={fills}
        onChange={(mobileAutoFillHeight) => set({ mobileAutoFillHeight })}
      />
      <BoundedInput
        label={t('dashboardEditor.settings.mobileRowHeight')}
        value={grid.mobileRowHeight ?? 70}
        bounds={BOUNDS.mobileRowHeight}
        disabled={fills}
        onChange={(mobileRowHeight) => set({ mobileRowHeight })}
      />
    </Section>
  );
}

const SIZE_WORDS = {
  '100%': 'width',
  'auto 100%': 'height',
  cover: 'cover',
  contain: 'contain',
  auto: 'auto',
} as const satisfies Record<(typeof BACKGROUND_SIZES)[number], string>;
