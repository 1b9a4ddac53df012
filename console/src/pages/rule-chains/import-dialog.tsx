import './texts/texts.ts';
import { Box } from '@mui/material';
import type { RuleChainType } from '@signalbox/contract/rule-chain';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../controls/file-drop.tsx';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { type ImportedChain, readChainFile } from '../../rule-chain/model/exchange.ts';

/** As much as a save takes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads the file of a chain, which is then opened in the editor: nothing is stored before it is made live there. */
export function ImportChainDialog(props: { type: RuleChainType; close: (imported?: ImportedChain) => void }) {
  const { t } = useTranslation();
  const [imported, setImported] = useState<ImportedChain>();
  const [fileName, setFileName] = useState('');
  const [error, setError] = useState<string>();
  /** The file that was chosen last: what was read of an earlier one is dropped. */
  const latest = useRef<File>(undefined);

  async function choose(file: File) {
    latest.current = file;
    setImported(undefined);
    setFileName(file.name);
    if (file.size > MAX_BYTES) return setError(t('ruleChain.importTooLarge'));
    const read = readChainFile(await file.text(), props.type);
    if (latest.current !== file) return;
    if (typeof read === 'string') return setError(t(`ruleChain.importProblem.${read}`));
    setError(undefined);
    setImported(read);
  }
  return (
    <FormDialog
      title={t('ruleChain.importTitle')}
      submitLabel={t('ruleChain.importOpen')}
      dirty={false}
      onSubmit={() => (imported ? props.close(imported) : setError(error ?? t('ruleChain.importNeeded')))}
      onClose={() => props.close()}
    >
      <FileDrop
        label={t('ruleChain.importChoose')}
        accept=".json,application/json"
        hint={fileName || t('ruleChain.importDrop')}
        onFile={(file) => void choose(file)}
      />
      {error && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2, overflowWrap: 'anywhere' }}>
          {error}
        </Box>
      )}
    </FormDialog>
  );
}
