import './texts/texts.ts';
import { Box } from '@mui/material';
import type { RuleChainType } from '@signalbox/contract/rule-chain';
import { DEFAULT_TEXT_LENGTH } from '@signalbox/contract/text';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../controls/file-drop.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import { useChosenFile } from '../../controls/use-chosen-file.ts';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { type ImportedChain, readChainFile } from '../../rule-chain/model/exchange.ts';
import { nameProblem } from '../../rule-chain/model/problems.ts';

/** As much as a save takes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads the file of a chain, which is then opened in the editor: nothing is stored before it is made live there. */
export function ImportChainDialog(props: { type: RuleChainType; close: (imported?: ImportedChain) => void }) {
  const { t } = useTranslation();
  const file = useChosenFile<ImportedChain>({
    maxBytes: MAX_BYTES,
    tooLarge: t('ruleChain.importTooLarge'),
    unreadable: t('ruleChain.importProblem.notJson'),
    needed: t('ruleChain.importNeeded'),
    read(text) {
      const content = readChainFile(text, props.type);
      return typeof content === 'string' ? { problem: t(`ruleChain.importProblem.${content}`) } : { content };
    },
  });
  /** Another name than that of the file. */
  const [typed, setTyped] = useState<string>();
  const nameField = useRef<HTMLInputElement>(null);
  const name = typed ?? file.content?.name ?? '';
  const problemOf = (text: string) => {
    const problem = nameProblem(text.trim());
    return problem && t(`ruleChain.importName.${problem}`, { max: DEFAULT_TEXT_LENGTH });
  };
  async function open() {
    const imported = await file.ready();
    if (!imported) return;
    const wanted = typed ?? imported.name;
    if (problemOf(wanted)) nameField.current?.focus();
    else props.close({ ...imported, name: wanted.trim() });
  }
  return (
    <FormDialog
      title={t('ruleChain.importTitle')}
      submitLabel={t('ruleChain.importOpen')}
      dirty={false}
      onSubmit={open}
      onClose={() => props.close()}
    >
      <FileDrop
        label={t('ruleChain.importChoose')}
        accept=".json,application/json"
        hint={file.name || t('ruleChain.importDrop')}
        onFile={(chosen) => {
          setTyped(undefined);
          void file.choose(chosen);
        }}
      />
      {file.content && (
        <TextInput
          required
          label={t('ruleChain.name')}
          value={name}
          error={problemOf(name)}
          inputRef={nameField}
          onChange={(event) => setTyped(event.target.value)}
          sx={{ mt: 4 }}
        />
      )}
      {file.problem && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2, overflowWrap: 'anywhere' }}>
          {file.problem}
        </Box>
      )}
    </FormDialog>
  );
}
