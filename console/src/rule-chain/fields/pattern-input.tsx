import { Button, ListSubheader, MenuItem } from '@mui/material';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PopupMenu } from '../../controls/popup-menu.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import { type ExampleMessage, SAMPLE_MESSAGE } from '../example-message.ts';

/** Of each source, in the menu. */
const MAX_OFFERED = 40;

/** What a placeholder looks like, by where it is filled from. */
export const placeholderOf = {
  metadata: (key: string) => `\${${key}}`,
  payload: (path: string) => `$[${path}]`,
};

/** Paths to the texts, numbers and booleans of a payload; lists have none. */
function pathsOf(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return prefix === '' ? [] : [prefix.slice(0, -1)];
  if (Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, `${prefix}${key}.`));
}

/** The placeholders that a message like the example can fill. */
export function placeholdersOf({ msg, metadata }: ExampleMessage) {
  return {
    metadata: Object.keys(metadata).slice(0, MAX_OFFERED).map(placeholderOf.metadata),
    payload: pathsOf(msg).slice(0, MAX_OFFERED).map(placeholderOf.payload),
  };
}

/** A text with placeholders, which are offered as the last message of the node can fill them. */
export function PatternInput({
  example,
  value,
  onText,
  ...input
}: Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'inputRef'> & {
  example: ExampleMessage | undefined;
  value: string;
  onText: (value: string) => void;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const offered = placeholdersOf(example ?? SAMPLE_MESSAGE);

  const insert = (placeholder: string) => {
    const start = field.current?.selectionStart ?? value.length;
    const end = field.current?.selectionEnd ?? value.length;
    setAnchor(null);
    onText(value.slice(0, start) + placeholder + value.slice(end));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(start + placeholder.length, start + placeholder.length);
    });
  };

  return (
    <>
      <TextInput
        {...input}
        multiline
        maxRows={8}
        value={value}
        inputRef={field}
        onChange={(event) => onText(event.target.value)}
        aside={
          <Button
            size="small"
            disabled={input.disabled ?? false}
            aria-label={t('rules.pattern.insertInto', { label: input.label })}
            aria-haspopup="menu"
            title={t('rules.pattern.insert')}
            onClick={(event) => setAnchor(event.currentTarget)}
            sx={{ minWidth: 0, minHeight: 0, height: 20, px: 1.5, py: 0, fontFamily: 'monospace' }}
          >
            {placeholderOf.metadata('…')}
          </Button>
        }
      />
      <PopupMenu anchorEl={anchor} onClose={() => setAnchor(null)}>
        {(['metadata', 'payload'] as const).flatMap((source) =>
          offered[source].length === 0
            ? []
            : [
                <ListSubheader key={source} sx={{ lineHeight: '32px' }}>
                  {t(`rules.pattern.${source}`)}
                </ListSubheader>,
                ...offered[source].map((placeholder) => (
                  <MenuItem key={placeholder} dense onClick={() => insert(placeholder)}>
                    {placeholder}
                  </MenuItem>
                )),
              ],
        )}
      </PopupMenu>
    </>
  );
}
