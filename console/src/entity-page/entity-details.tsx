import type { PageData } from '@signalbox/contract/page';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { isTakenAway } from '../api/failure.ts';
import { useAddress } from '../app/use-address.ts';
import { Loaded } from '../controls/loaded.tsx';
import { DetailsPanel, type DetailsTab } from './details-panel.tsx';
import { type EntityAction, type Identified, type OfferedAction, offeredFor } from './entity-action.ts';
import type { EntityForm } from './form.ts';
import { withTab } from './tab-address.ts';
import { type Editing, DetailsTab as FormTab, type SaveEntity } from './tabs/details-tab.tsx';

/** What a list hands to the details of the entity that is open. */
export interface DetailsControls<Row> {
  id: string;
  /** Its row, when it is on the page of the list: shown until everything is here. */
  row: Row | undefined;
  /** What can be done with entities of this list. */
  actions: readonly EntityAction<Row>[];
  onClose: () => void;
  /** Absent at the ends of the page. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** What is particular to the details of a kind of entity. */
export interface EntityDescription<Row, Body> {
  title: string;
  subtitle?: ReactNode;
  /** Absent: nothing of it is edited by a form. */
  form?: EntityForm<Row, Body> | undefined;
  /** Saves the body of the form; absent: this person may only read. */
  save?: SaveEntity<Body> | undefined;
  /** Below the facts of the first tab. */
  after?: ReactNode;
  /** The tabs after the first one. */
  tabs: readonly DetailsTab[];
}

/** An entity as some loaded list has it: its name stands in the header while the rest loads. */
function useKnownRow<Row extends Identified>(
  queryKey: readonly [string],
  id: string,
  row: Row | undefined,
): Row | undefined {
  const queryClient = useQueryClient();
  if (row) return row;
  for (const [, page] of queryClient.getQueriesData<Partial<PageData<Row>>>({ queryKey })) {
    const found = Array.isArray(page?.data) ? page.data.find((one) => one.id?.id === id) : undefined;
    if (found) return found;
  }
  return undefined;
}

const EDIT = 'edit';

/** Editing the first tab of the panel: begun from any tab, ended where another entity or tab is opened. */
function useEditing(id: string, control: RefObject<HTMLButtonElement | null>): Editing {
  const [address, setAddress] = useAddress();
  const tab = address.get('tab');
  const [current, setCurrent] = useState<{ field?: string }>();
  const begin = useCallback(
    (field?: string) => {
      setAddress((now) => withTab(now, undefined));
      setCurrent((now) => now ?? (field === undefined ? {} : { field }));
    },
    [setAddress],
  );
  const end = useCallback(() => {
    setCurrent(undefined);
    requestAnimationFrame(() => control.current?.focus());
  }, [control]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entity has come
  useEffect(() => setCurrent(undefined), [id]);
  useEffect(() => {
    if (tab !== null) setCurrent(undefined);
  }, [tab]);
  return useMemo(() => ({ current, begin, end }), [current, begin, end]);
}

/** Everything about one entity: its form, what can be done with it, and its tabs. */
export function EntityDetails<Row extends Identified & { createdTime: number }, Body>(props: {
  controls: DetailsControls<Row>;
  /** Root of the query keys of this kind. */
  queryKey: readonly [string];
  load: (id: string) => Promise<Row>;
  /** The kind in words, for as long as there is no name. */
  kind: string;
  describe: (entity: Row) => EntityDescription<Row, Body>;
}) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { id, row, actions, ...panel } = props.controls;
  const query = useQuery({
    queryKey: [...props.queryKey, 'one', id],
    queryFn: () => props.load(id),
  });
  const known = useKnownRow<Row>(props.queryKey, id, row);
  const entity = isTakenAway(query.error) ? undefined : (query.data ?? (query.isPending ? known : undefined));
  const named = (useLocation().state as { name?: string } | null)?.name;
  const control = useRef<HTMLButtonElement>(null);
  const editing = useEditing(id, control);
  const description = entity && props.describe(entity);
  const mayEdit = description?.save !== undefined && (description.form?.fields.length ?? 0) > 0;
  const { begin } = editing;
  const offered = useMemo(() => {
    const all: OfferedAction[] = entity ? offeredFor(actions, entity) : [];
    if (!mayEdit) return all;
    const primary = !all.some((action) => action.primary);
    return [
      { id: EDIT, label: t('action.edit'), icon: 'edit' as const, keys: 'E', primary, run: () => begin() },
      ...all,
    ];
  }, [actions, entity, mayEdit, t, begin]);

  if (!entity || !description) {
    const waiting: DetailsTab = {
      id: 'details',
      label: t('details.details'),
      render: () => (
        <Loaded from={query} title={t('details.notShown', { kind: props.kind })} skeleton={8}>
          {() => null}
        </Loaded>
      ),
    };
    const words = named ?? props.kind;
    return <DetailsPanel {...panel} title={words} waiting={!named && query.isPending} tabs={[waiting]} actions={[]} />;
  }

  const { title, subtitle, form, save, after, tabs } = description;
  const details: DetailsTab = {
    id: 'details',
    label: t('details.details'),
    render: () => (
      <FormTab
        key={id}
        entity={entity}
        form={form}
        save={
          mayEdit && save
            ? async (body: Body, basedOn?: string) => {
                await save(body, basedOn);
                await queryClient.invalidateQueries({ queryKey: props.queryKey });
              }
            : undefined
        }
        reload={() => props.load(id)}
        after={after}
        editing={editing}
      />
    ),
  };
  return (
    <DetailsPanel
      {...panel}
      title={title}
      subtitle={subtitle}
      tabs={[details, ...tabs]}
      actions={offered}
      control={{ id: EDIT, ref: control, isHidden: editing.current !== undefined }}
    />
  );
}
