import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { type OAuth2Info, type OAuth2Template, oauth2InfoSchema } from '@signalbox/contract/oauth2';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readLoginProcessingUrl, readOAuth2Config, readOAuth2Templates, saveOAuth2Config } from '../../api/oauth2.ts';
import { ask } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { Icon } from '../../controls/icon.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { SettingsFrame } from '../../controls/settings-frame.tsx';
import { SwitchInput } from '../../controls/switch-input.tsx';
import type { FormValues } from '../../entity-page/form.ts';
import { SaveBar, useSaveKey } from '../../entity-page/save-bar.tsx';
import { saveBasedOn } from '../../entity-page/save-based-on.tsx';
import { useUnsavedGuard } from '../../entity-page/unsaved-guard.ts';
import { useForm } from '../../entity-page/use-form.ts';
import { DeleteButton } from './delete-button.tsx';
import { Disclosure } from './disclosure.tsx';
import {
  bodyOf,
  type Draft,
  draftOf,
  type GroupKeys,
  withGroup,
  without,
  withPart,
  withTemplate,
} from './oauth2-draft.ts';
import { allFields, type FieldParts } from './oauth2-fields.ts';
import { Places, type PlaceTab } from './places.tsx';
import { Providers } from './providers.tsx';

const QUERY = ['oauth2Config'] as const;

interface Settings {
  info: OAuth2Info;
  templates: OAuth2Template[];
  processingUrl: string;
}

const domainNames = ({ domains }: GroupKeys, values: FormValues): string =>
  domains
    .map((key) => String(values[`${key}.name`] ?? '').trim())
    .filter((name) => name !== '')
    .join(', ');

/** The domains and the providers of a configuration. */
const configWords = ({ oauth2ParamsInfos }: OAuth2Info): string =>
  oauth2ParamsInfos
    .map(({ domainInfos, clientRegistrations }) => [
      ...domainInfos.map(({ name }) => name),
      ...clientRegistrations.map(({ loginButtonLabel }) => loginButtonLabel),
    ])
    .map((names) => names.join(', '))
    .join('\n');

/** Which parts are open, by key; those with problems open by themselves, so that they can be gone to. */
function useOpenParts(groups: readonly GroupKeys[], refused: readonly string[]) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(groups.length === 1 ? [groups[0]?.key ?? ''] : []),
  );
  const [tabs, setTabs] = useState<Readonly<Record<string, PlaceTab>>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a refusal opens parts, each time
  useLayoutEffect(() => {
    const keys = new Set(refused.map((name) => name.split('.', 1)[0] ?? ''));
    for (const { key, domains, apps, providers } of groups) {
      const inside = [...domains, ...apps, ...providers].filter((part) => keys.has(part));
      if (inside.length === 0) continue;
      setOpen((now) => new Set([...now, key, ...inside]));
      const isOnlyInApps = inside.some((part) => apps.includes(part)) && !inside.some((part) => domains.includes(part));
      if (isOnlyInApps) setTabs((now) => ({ ...now, [key]: 'apps' }));
      else if (inside.some((part) => domains.includes(part))) setTabs((now) => ({ ...now, [key]: 'domains' }));
    }
  }, [refused]);
  return {
    isOpen: (key: string): boolean => open.has(key),
    show: (...keys: string[]) => setOpen((now) => new Set([...now, ...keys])),
    toggle: (key: string) =>
      setOpen((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key])),
    tabOf: (key: string): PlaceTab => tabs[key] ?? 'domains',
    showTab: (key: string, tab: PlaceTab) => setTabs((now) => ({ ...now, [key]: tab })),
  };
}

function OAuth2Form({ info, templates, processingUrl }: Settings) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // As stored when editing began.
  const [basis, setBasis] = useState(info);
  const [stored, setStored] = useState<Draft>(() => draftOf(info));
  const [groups, setGroups] = useState(stored.groups);
  const [unlocked, setUnlocked] = useState<ReadonlySet<string>>(new Set());
  const parts = useMemo<FieldParts>(
    () => ({ t, templates, unlocked, unlock: (name) => setUnlocked((now) => new Set([...now, name])) }),
    [t, templates, unlocked],
  );
  const form = useForm(
    {
      // What is wrong does not depend on what is locked.
      fields: allFields(groups, {}, parts),
      values: () => stored.values,
      body: (values) => bodyOf({ groups, values }),
      schema: oauth2InfoSchema,
    },
    stored.values,
  );
  const { values } = form;
  useUnsavedGuard(form.dirty);
  const open = useOpenParts(groups, form.refused);

  const change = (draft: Draft) => {
    setGroups(draft.groups);
    form.reset(draft.values);
  };
  const save = async () => {
    let saved: OAuth2Info | undefined;
    let isMine = true;
    const mine = bodyOf({ groups, values });
    await form.submit(async () => {
      await saveBasedOn<OAuth2Info, OAuth2Info>({
        stored: basis,
        values: { config: mine },
        valuesOf: (config) => ({ config }),
        parts: () => [{ name: 'config', label: t('oauth.title') }],
        draw: (_, config) => config && configWords(config),
        save: async (merged, _, basedOn) => {
          isMine = merged.config === mine;
          saved = await saveOAuth2Config(merged.config ?? mine, basedOn);
        },
        reload: readOAuth2Config,
      });
    });
    if (!saved) return;
    client.setQueryData(QUERY, saved);
    setBasis(saved);
    // Parts that are open stay so, unless those of somebody else were chosen.
    const draft = isMine ? { groups, values } : draftOf(saved);
    setStored(draft);
    if (!isMine) change(draft);
    notifySuccess(t('details.saved'));
  };
  useSaveKey(t('oauth.title'), save);

  const add = (group: GroupKeys, part: PlaceTab | 'providers') => {
    const { added, ...draft } = withPart({ groups, values }, group.key, part);
    change(draft);
    open.show(added);
  };
  const addGroup = () => {
    const { added, ...draft } = withGroup({ groups, values }, groups.length === 0 ? location.host : '');
    change(draft);
    open.show(added, ...(draft.groups.at(-1)?.providers ?? []));
  };
  const nameOf = (group: GroupKeys) => domainNames(group, values) || t('oauth.newGroup');
  const deleteGroup = async (group: GroupKeys) => {
    const isMeant = await ask({
      title: t('oauth.deleteGroupTitle', { names: nameOf(group) }),
      content: t('oauth.deleteGroupText'),
      confirmLabel: t('action.delete'),
      cancelLabel: t('action.cancel'),
      destructive: true,
    });
    if (isMeant) change(without({ groups, values }, group.key));
  };
  const remove = (key: string) => change(without({ groups, values }, key));

  return (
    <form
      ref={form.element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SwitchInput
        label={t('oauth.enabled')}
        checked={values.enabled === true}
        onChange={(checked) => form.change('enabled', checked)}
      />
      {(values.enabled === true || form.refused.length > 0) && (
        <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
          {groups.map((group) => (
            <Disclosure
              key={group.key}
              level={2}
              title={t('oauth.group', { names: nameOf(group) })}
              open={open.isOpen(group.key)}
              onToggle={() => open.toggle(group.key)}
              aside={<DeleteButton label={t('oauth.deleteGroup')} onClick={() => void deleteGroup(group)} />}
            >
              <Places
                group={group}
                form={form}
                parts={parts}
                processingUrl={processingUrl}
                tab={open.tabOf(group.key)}
                onTab={(tab) => open.showTab(group.key, tab)}
                onAdd={(part) => add(group, part)}
                onDelete={remove}
              />
              <Providers
                group={group}
                form={form}
                parts={parts}
                isOpen={open.isOpen}
                onToggle={open.toggle}
                onAdd={() => add(group, 'providers')}
                onDelete={remove}
                onTemplate={(key, name) => {
                  const template = templates.find((one) => one.name === name);
                  form.reset(withTemplate(values, key, template));
                }}
              />
            </Disclosure>
          ))}
          <Box>
            <Button startIcon={<Icon name="add" size={16} />} onClick={addGroup}>
              {t('oauth.addGroup')}
            </Button>
          </Box>
        </Box>
      )}
      <SaveBar fields={form.fields} form={form} onCancel={() => change(stored)} />
    </form>
  );
}

/** The identity providers by which people can sign in. */
export function OAuth2Page() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: QUERY,
    queryFn: readOAuth2Config,
  });
  const known = useQuery({
    queryKey: ['oauth2Templates'],
    queryFn: async () => {
      const [templates, processingUrl] = await Promise.all([readOAuth2Templates(), readLoginProcessingUrl()]);
      return { templates, processingUrl };
    },
  });
  return (
    <SettingsFrame title={t('oauth.title')} text={t('oauth.text')}>
      <Loaded from={query}>
        {(info) => <Loaded from={known}>{(given) => <OAuth2Form info={info} {...given} />}</Loaded>}
      </Loaded>
    </SettingsFrame>
  );
}
