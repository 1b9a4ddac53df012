import { Box, Button, FormHelperText, IconButton, Tooltip } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../controls/icon.tsx';
import { defaultElement } from './default-settings.ts';
import { Disclosure } from './disclosure.tsx';
import { useErrorOf } from './error-of.ts';
import { useForm } from './form-context.ts';
import { type Field, placeOf } from './form-fields.ts';
import { memberAt } from './members.ts';
import { typeOf } from './settings-schema.ts';

/** With more elements, each is opened by itself. */
const FEW = 3;

/** What tells an element from others: its first texts and numbers. */
function summaryOf(element: unknown): string {
  if (typeof element !== 'object' || element === null) return '';
  const plain = Object.values(element).filter(
    (value) => (typeof value === 'string' && value !== '' && value.length < 60) || typeof value === 'number',
  );
  return plain.slice(0, 3).join(' · ');
}

function moved<Element>(list: readonly Element[], from: number, to: number): Element[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** A list: its elements with their fields, in an order that can be changed. */
export function ListField({
  field,
  places,
  children,
}: {
  field: Field;
  places: readonly number[];
  /** The fields of the element at a place. */
  children: (place: number) => ReactNode;
}) {
  const { t } = useTranslation();
  const form = useForm();
  const host = useRef<HTMLDivElement>(null);
  /** The button that has the focus once the list has changed. */
  const focused = useRef<string>(undefined);
  const path = placeOf(field, places);
  const value = memberAt(form.model, path);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const items = field.schema.items ?? {};
  const label = form.translate(field.label);
  const one = form.translate(items.title ?? field.label);
  const isPlain = typeOf(items) !== 'object';
  const error = useErrorOf(field, places);
  const wasFew = useRef(list.length <= FEW);
  const added = useRef(-1);

  useEffect(() => {
    const buttons = host.current?.querySelectorAll<HTMLElement>(focused.current ?? ':not(*)');
    focused.current = undefined;
    [...(buttons ?? [])].find((button) => !button.hasAttribute('disabled'))?.focus();
  });
  const change = (next: readonly unknown[], focus: string) => {
    focused.current = focus;
    form.change(path, next);
  };
  const tool = (place: number, action: 'up' | 'down' | 'remove', icon: IconName, isOff: boolean, run: () => void) => {
    const name = t(`schemaForm.${action}`, { element: t('schemaForm.element', { one, number: place + 1 }) });
    return (
      <Tooltip title={name}>
        <span>
          <IconButton
            size="small"
            data-tool={`${action} ${place}`}
            aria-label={name}
            disabled={isOff || form.readOnly}
            onClick={run}
          >
            <Icon name={icon} size={16} />
          </IconButton>
        </span>
      </Tooltip>
    );
  };
  const toolsOf = (place: number) => (
    <Box sx={{ display: 'flex', flex: 'none' }}>
      {tool(place, 'up', 'sortUp', place === 0, () =>
        change(moved(list, place, place - 1), `[data-tool="up ${place - 1}"], [data-tool="down ${place - 1}"]`),
      )}
      {tool(place, 'down', 'sortDown', place === list.length - 1, () =>
        change(moved(list, place, place + 1), `[data-tool="down ${place + 1}"], [data-tool="up ${place + 1}"]`),
      )}
      {tool(place, 'remove', 'delete', false, () =>
        change(
          list.filter((_element, at) => at !== place),
          '[data-tool="add"]',
        ),
      )}
    </Box>
  );
  return (
    <Box ref={host} role="group" aria-label={label} sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ fontSize: 13, fontWeight: 550 }}>{label}</Box>
      {field.help && <FormHelperText sx={{ m: 0 }}>{field.help}</FormHelperText>}
      {list.map((element, place) => {
        const key = `${place}`;
        if (isPlain) {
          return (
            <Box key={key} sx={{ display: 'flex', gap: 1, alignItems: 'end' }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>{children(place)}</Box>
              {toolsOf(place)}
            </Box>
          );
        }
        return (
          <Disclosure
            key={key}
            title={t('schemaForm.element', { one, number: place + 1 })}
            note={summaryOf(element)}
            isOpenFirst={wasFew.current || place === added.current}
            tools={toolsOf(place)}
          >
            {children(place)}
          </Disclosure>
        );
      })}
      {error && <FormHelperText error>{error}</FormHelperText>}
      <Box>
        <Button
          size="small"
          data-tool="add"
          disabled={form.readOnly}
          startIcon={<Icon name="add" size={16} />}
          onClick={() => {
            added.current = list.length;
            change([...list, defaultElement(items)], '[data-tool="add"]');
          }}
        >
          {t('schemaForm.add', { one })}
        </Button>
      </Box>
    </Box>
  );
}
