import { Box, Button, IconButton, MenuItem, Switch, Tooltip } from '@mui/material';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { SelectInput } from '../../controls/select-input.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import { Section, type SectionProps } from './form-parts.tsx';
import { CONNECTOR_TYPES, type ConnectorDraft } from './gateway-draft.ts';

const CodeEditor = lazyPart(async () => (await import('../../editors/code-editor.tsx')).CodeEditor);

/** Of the editor of a configuration, px. */
const EDITOR_HEIGHT = 180;

/** What the gateway is joined to: each with a name, a type and a configuration of its own. */
export function ConnectorsSection(props: SectionProps) {
  const { t } = useTranslation();
  const { draft, readOnly, onEdit } = props;
  const { connectors } = draft;
  const added = useRef(0);
  const add = () => {
    added.current += 1;
    const connector = { key: `new ${added.current}`, name: '', type: '', enabled: true, config: '{}' };
    onEdit({ connectors: [...connectors, connector] });
  };
  const change = (key: string, edit: Partial<ConnectorDraft>) =>
    onEdit({ connectors: connectors.map((one) => (one.key === key ? { ...one, ...edit } : one)) });
  return (
    <Section title={t('gatewayForm.connectors')}>
      {connectors.length === 0 && (
        <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 2 }}>{t('gatewayForm.noConnectors')}</Box>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', gap: 2 }}>
        {connectors.map((connector, index) => (
          <ConnectorRow
            key={connector.key}
            connector={connector}
            name={connector.name.trim() || t('gatewayForm.connectorNumber', { number: index + 1 })}
            readOnly={readOnly}
            problemOf={(field) => props.problemOf(`connector ${connector.key} ${field}`)}
            onChange={(edit) => change(connector.key, edit)}
            onRemove={() => onEdit({ connectors: connectors.filter(({ key }) => key !== connector.key) })}
          />
        ))}
      </Box>
      {!readOnly && (
        <Button startIcon={<Icon name="add" size={16} />} onClick={add} sx={{ mt: 2 }}>
          {t('gatewayForm.addConnector')}
        </Button>
      )}
    </Section>
  );
}

function ConnectorRow(props: {
  connector: ConnectorDraft;
  /** Names it while it has no name. */
  name: string;
  readOnly: boolean;
  problemOf: (field: string) => string | undefined;
  onChange: (edit: Partial<ConnectorDraft>) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { connector, name, readOnly, problemOf, onChange } = props;
  const [isOpen, setOpen] = useState(connector.key.startsWith('new'));
  const configProblem = problemOf('config');
  const isShown = isOpen || configProblem !== undefined;
  const types = CONNECTOR_TYPES as readonly string[];
  const unusual = connector.type !== '' && !types.includes(connector.type) ? [connector.type] : [];
  const field = (of: string) => `connector ${connector.key} ${of}`;
  return (
    <Box
      component="li"
      aria-label={name}
      sx={{ border: '1px solid var(--line)', borderRadius: '8px', p: 3, display: 'grid', gap: 3 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 3 }}>
        <Box data-field={field('name')} sx={{ flex: '2 1 160px' }}>
          <TextInput
            label={t('gatewayForm.connectorName')}
            value={connector.name}
            error={problemOf('name')}
            disabled={readOnly}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Box>
        <Box data-field={field('type')} sx={{ flex: '1 1 130px' }}>
          <SelectInput
            label={t('gatewayForm.connectorType')}
            value={connector.type}
            error={problemOf('type')}
            disabled={readOnly}
            onChange={(type) => onChange({ type })}
          >
            {[...types, ...unusual].map((type) => (
              <MenuItem key={type} value={type}>
                {types.includes(type) ? t(`gatewayForm.type.${type}`) : type}
              </MenuItem>
            ))}
          </SelectInput>
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', alignSelf: 'flex-end', marginInlineStart: 'auto' }}>
          <Switch
            checked={connector.enabled}
            disabled={readOnly}
            onChange={(event) => onChange({ enabled: event.target.checked })}
            slotProps={{ input: { 'aria-label': t('gatewayForm.enabled', { name }) } }}
          />
          <Tooltip title={t('gatewayForm.editConfiguration', { name })}>
            <IconButton
              aria-label={t('gatewayForm.editConfiguration', { name })}
              aria-expanded={isShown}
              onPointerEnter={CodeEditor.preload}
              onClick={() => setOpen(!isShown)}
            >
              <Icon name={isShown ? 'chevronUp' : 'chevronDown'} />
            </IconButton>
          </Tooltip>
          {!readOnly && (
            <Tooltip title={t('gatewayForm.removeConnector', { name })}>
              <IconButton aria-label={t('gatewayForm.removeConnector', { name })} onClick={props.onRemove}>
                <Icon name="delete" />
              </IconButton>
            </Tooltip>
          )}
        </Box>
      </Box>
      {isShown && (
        <Box data-field={field('config')} sx={{ minWidth: 0 }}>
          <Suspense fallback={<Box sx={{ height: EDITOR_HEIGHT + 28 }} />}>
            <CodeEditor
              label={t('gatewayForm.configuration', { name })}
              language="json"
              value={connector.config}
              error={configProblem}
              readOnly={readOnly}
              minHeight={EDITOR_HEIGHT}
              maxHeight={EDITOR_HEIGHT * 2}
              onChange={(config) => onChange({ config })}
            />
          </Suspense>
        </Box>
      )}
    </Box>
  );
}
