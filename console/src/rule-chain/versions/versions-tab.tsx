import { Box } from '@mui/material';
import type { RuleChainVersion } from '@signalbox/contract/rule-chain-version';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getRuleChainMetadata, ruleChainState } from '../../api/rule-chain-metadata.ts';
import { getRuleChainVersion } from '../../api/rule-chain-versions.ts';
import { attempt } from '../../entity-page/entity-action.ts';
import { restoreVersion } from './restore-version.ts';
import { VersionList } from './version-list.tsx';

/** What a chain was, beside its other details. */
export function VersionsTab({ ruleChainId }: { ruleChainId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const restore = ({ number }: RuleChainVersion, shown: RuleChainVersion | undefined) =>
    attempt(async () => {
      const metadata = shown
        ? (await getRuleChainVersion(ruleChainId, shown.number)).metadata
        : await getRuleChainMetadata(ruleChainId);
      restoreVersion(t, {
        ruleChainId,
        number,
        inForce: shown?.number,
        basedOn: ruleChainState(metadata),
        done: () => void client.invalidateQueries({ queryKey: ['ruleChains'] }),
      });
    });
  return (
    <Box sx={{ p: 1 }}>
      <VersionList ruleChainId={ruleChainId} readOnly={false} onRestore={restore} />
    </Box>
  );
}
