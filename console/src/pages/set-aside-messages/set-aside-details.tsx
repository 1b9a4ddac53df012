import './texts/texts.ts';
import { Box, Link } from '@mui/material';
import type { SetAsideMessage, SetAsideMessageInfo } from '@signalbox/contract/set-aside-message';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { getCauseOfSetAside } from '../../api/recorder.ts';
import { getSetAsideMessage } from '../../api/set-aside-messages.ts';
import { Instant } from '../../controls/ago.tsx';
import { Fact } from '../../controls/fact.tsx';
import { LongText } from '../../controls/long-text.tsx';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import { EntityLink } from '../../entity-page/entity-link.tsx';
import { WhyButton } from '../../recorder/why/why-button.tsx';
import { SET_ASIDE } from './query-key.ts';

/** A message, or its row of the list while the rest of it is on its way. */
type Shown = SetAsideMessageInfo & Partial<Omit<SetAsideMessage, keyof SetAsideMessageInfo>>;

/** Everything about one message that was set aside. */
export function SetAsideDetails({ controls }: { controls: DetailsControls<SetAsideMessageInfo> }) {
  const { t } = useTranslation();
  return (
    <EntityDetails<Shown, never>
      controls={controls}
      queryKey={SET_ASIDE}
      load={getSetAsideMessage}
      kind={t('setAside.message')}
      describe={(message) => ({
        title: message.messageType,
        subtitle: message.originatorName ?? t('setAside.gone'),
        after: <Facts message={message} />,
        tabs: [],
      })}
    />
  );
}

function Facts({ message }: { message: Shown }) {
  const { t } = useTranslation();
  const { originator, originatorName, ruleChainId, ruleNodeId, entered } = message;
  const chainAddress = ruleChainId && `/ruleChains/${ruleChainId.id}`;
  const link = (address: string, name: string | null) => (
    <Link component={RouterLink} to={address} color="var(--accent-text)" underline="hover">
      {name}
    </Link>
  );
  return (
    <>
      <LongText label={t('setAside.reason')} value={message.reason} />
      <Box component="dl" sx={{ m: 0, mt: 2 }}>
        <Fact label={t('setAside.originator')}>
          <span>
            {originatorName === null ? (
              t('setAside.gone')
            ) : (
              <EntityLink {...originator} name={originatorName} color="var(--accent-text)" />
            )}
            {` · ${t(`entityType.${originator.entityType}`)}`}
          </span>
        </Fact>
        <Fact label={t('setAside.chain')}>
          {chainAddress ? link(chainAddress, message.ruleChainName) : t('setAside.none')}
        </Fact>
        <Fact label={t('setAside.node')}>
          {chainAddress && ruleNodeId
            ? link(`${chainAddress}?node=${ruleNodeId.id}`, message.ruleNodeName)
            : t('setAside.none')}
        </Fact>
        <Fact label={t('setAside.queue')}>{message.queueName}</Fact>
        {message.ts !== undefined && (
          <Fact label={t('setAside.sent')}>
            <Instant ts={message.ts} />
          </Fact>
        )}
        {message.messageId !== undefined && <Fact label={t('setAside.messageId')}>{message.messageId}</Fact>}
      </Box>
      <WhyButton label={t('cause.way')} text={t('cause.way')} find={() => getCauseOfSetAside(message.id.id)} />
      {message.data !== undefined && (
        <>
          <LongText label={t('setAside.payload')} value={message.data} />
          <LongText label={t('setAside.metadata')} value={message.metadata} />
        </>
      )}
      {entered && (
        <>
          <LongText label={t('setAside.enteredPayload')} value={entered.data} />
          <LongText label={t('setAside.enteredMetadata')} value={entered.metadata} />
        </>
      )}
    </>
  );
}
