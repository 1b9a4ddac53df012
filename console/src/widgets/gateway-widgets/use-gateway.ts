import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getCredentials } from '../../api/devices.ts';
import type { EntityRef } from '../../api/entity-ref.ts';
import { saveAttributes, useLiveValues } from '../../api/telemetry.ts';
import type { GatewayDraft } from './gateway-draft.ts';
import { type GatewayAttributes, gatewayDraft } from './read-configuration.ts';
import { gatewayValues } from './write-configuration.ts';

/** The form of a gateway, and what is known of it. */
export interface GatewayInUse {
  /** Undefined until everything has been read. */
  draft: GatewayDraft | undefined;
  /** Why nothing can be read. */
  error: Error | undefined;
  /** Base64 of the configuration that is stored. */
  stored: string | undefined;
  /** The token of the device, where it has one and the person may see it. */
  token: string | undefined;
  isDirty: boolean;
  /** What is stored has become another since the person began to edit. */
  hasChanged: boolean;
  /** What was saved last has not come back from the gateway yet. */
  isWaiting: boolean;
  /** The gateway keeps its configuration elsewhere, as those do since version 3.4: what it says its version is. */
  elsewhere: { version: string | undefined } | undefined;
  edit: (edit: Partial<GatewayDraft>) => void;
  restore: () => void;
  /** Stores a form without mistakes. */
  save: () => Promise<void>;
}

interface Edits {
  draft: GatewayDraft;
  /** What was stored when they began. */
  basis: GatewayAttributes;
  isSaved: boolean;
}

const sameAttributes = (one: GatewayAttributes, other: GatewayAttributes) =>
  one.configuration === other.configuration && one.drafts === other.drafts && one.loggingLevel === other.loggingLevel;

/** Follows the configuration of a gateway, and keeps what people make of it until they save. */
export function useGateway(gateway: EntityRef): GatewayInUse {
  const client = useLiveValues(gateway, 'CLIENT_SCOPE');
  const shared = useLiveValues(gateway, 'SHARED_SCOPE');
  const server = useLiveValues(gateway, 'SERVER_SCOPE');
  const credentials = useQuery({
    queryKey: ['devices', 'credentials', gateway.id],
    queryFn: () => getCredentials(gateway.id),
    retry: false,
  });
  const [edits, setEdits] = useState<Edits>();

  const current = client.values?.get('current_configuration');
  const saved = shared.values?.get('configuration');
  // Since version 3.4 a gateway sends its configuration in parts, of which this is the first, and reads them alone.
  const general = client.values?.get('general_configuration');
  const isElsewhere = general !== undefined && general.ts > (current?.ts ?? 0);
  // What was saved after the gateway sent its own is what it has still to take over.
  const isNewer = saved !== undefined && saved.ts > (current?.ts ?? 0) && saved.value !== current?.value;
  const attributes: GatewayAttributes = {
    configuration: (isNewer ? saved : current)?.value,
    drafts: server.values?.get('configuration_drafts')?.value,
    loggingLevel: shared.values?.get('RemoteLoggingLevel')?.value,
  };
  // What was saved is shown until it arrives.
  const edited = edits?.isSaved && attributes.configuration !== edits.basis.configuration ? undefined : edits;
  const isRead = client.values !== undefined && shared.values !== undefined && server.values !== undefined;
  const token =
    credentials.data?.credentialsType === 'ACCESS_TOKEN' ? (credentials.data.credentialsId ?? undefined) : undefined;
  const fromStore = () => {
    const draft = gatewayDraft(attributes, window.location.hostname);
    return { ...draft, accessToken: draft.accessToken || (token ?? '') };
  };
  const isReady = isRead && !credentials.isPending;
  const draft = edited?.draft ?? (isReady ? fromStore() : undefined);
  return {
    draft,
    error: client.error ?? shared.error ?? server.error,
    stored: attributes.configuration,
    token,
    isDirty: edited?.isSaved === false,
    hasChanged: edited?.isSaved === false && !sameAttributes(edited.basis, attributes),
    isWaiting: isNewer && !isElsewhere,
    elsewhere: isElsewhere ? { version: client.values?.get('Version')?.value } : undefined,
    edit(edit) {
      if (!draft) return;
      const begun = edited?.isSaved === false ? edited.basis : attributes;
      setEdits({ draft: { ...draft, ...edit }, basis: begun, isSaved: false });
    },
    restore: () => setEdits(undefined),
    async save() {
      if (!draft) return;
      const values = gatewayValues(draft, attributes.configuration, attributes.loggingLevel);
      // The gateway acts when the shared attributes arrive, so they are the last.
      await saveAttributes(gateway, 'SERVER_SCOPE', values.SERVER_SCOPE);
      await saveAttributes(gateway, 'SHARED_SCOPE', values.SHARED_SCOPE);
      const basis = values.SHARED_SCOPE.configuration === attributes.configuration ? {} : attributes;
      // What was typed meanwhile is still to be saved.
      setEdits((now) => (now?.draft === draft || !now ? { draft, basis, isSaved: true } : { ...now, basis }));
    },
  };
}
