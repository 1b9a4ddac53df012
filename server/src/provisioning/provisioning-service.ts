import { createHash, timingSafeEqual } from 'node:crypto';
import type { CredentialsType, Device } from '@signalbox/contract/device';
import { nullId } from '@signalbox/contract/id';
import { containsMarkup, DEFAULT_TEXT_LENGTH, isStorableText, unlessBlank } from '@signalbox/contract/text';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ActionLog } from '../audit/action-log.ts';
import { steadyNow } from '../config/steady-clock.ts';
import { createTokenBuckets, type TokenBucket, takeTokens, waitForToken } from '../config/token-buckets.ts';
import { randomAccessToken } from '../entities/device/device-credentials.ts';
import type { DeviceService } from '../entities/device/device-service.ts';
import type { DeviceProfileStore } from '../entities/device-profile/device-profile-store.ts';
import { ApiError } from '../http/errors.ts';
import { type SecurityUser, SYSTEM_USER } from '../http/security-user.ts';
import { type Message, newMessage } from '../messages/message.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { createEmbeddedCache } from '../storage/cache.ts';
import { createTurns } from '../storage/turns.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import { FAILURE, NOT_FOUND, type ProvisionReply, type ProvisionRequest } from './provision-request.ts';

export interface ProvisioningParts {
  pool: pg.Pool;
  profiles: Pick<DeviceProfileStore, 'findByProvisionKey'>;
  devices: Pick<DeviceService, 'findNamed' | 'save' | 'saveWithCredentials'>;
  attributes: Pick<AttributeStore, 'find'>;
  telemetry: Pick<TelemetryService, 'saveAttributes'>;
  actionLog: ActionLog;
  messageLog: Pick<MessageLog, 'append'>;
  log: Pick<Logger, 'error'>;
}

/** Lets devices that know the key and the secret of a profile provision themselves. */
export interface Provisioning {
  /** @param address where the request comes from: too many that failed are not looked at any more for a while */
  provision(request: ProvisionRequest, address: string): Promise<ProvisionReply>;
}

/** Server attribute that says that a device has been provisioned. */
const STATE = 'provisionState';
const PROVISIONED = 'provisioned';
/** Failed requests that an address may send: many at once, then one in a second. */
const FAILURES = '60:60';
const MAX_ADDRESSES = 20_000;
/** Requests that are worked on at a time; others wait, and what is more is refused. */
const AT_ONCE = 20;
const MAX_WAITING = 2_000;

/** Whether they are equal, in a time that says nothing about where they differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

const isName = (text: string): boolean =>
  text.length > 0 && text.length <= DEFAULT_TEXT_LENGTH && isStorableText(text) && !containsMarkup(text);

export function createProvisioning({
  pool,
  profiles,
  devices,
  attributes,
  telemetry,
  actionLog,
  messageLog,
  log,
}: ProvisioningParts): Provisioning {
  const inTurn = createTurns(AT_ONCE, { maxWaiting: MAX_WAITING, refusal: () => new Error('too many requests') });
  /** address → failures that it has left */
  const failures = createEmbeddedCache<TokenBucket[]>(MAX_ADDRESSES);

  function bucketsOf(address: string): TokenBucket[] {
    const buckets = failures.get(address) ?? createTokenBuckets(FAILURES, steadyNow());
    failures.set(address, buckets);
    return buckets;
  }

  /** Tells the tenant and its rules how a request about a device went. */
  async function tell(user: SecurityUser, device: Device, request: ProvisionRequest, isDone: boolean): Promise<void> {
    const { deviceName, provisionDeviceKey, credentialsType } = request;
    // Neither the secret of the profile nor the credentials of the device belong into logs.
    const provisionRequest = { deviceName: deviceName ?? null, provisionDeviceKey, credentialsType };
    const type = isDone ? 'PROVISION_SUCCESS' : 'PROVISION_FAILURE';
    await actionLog.record({
      user,
      type,
      entityId: device.id,
      entityName: device.name,
      customerId: device.customerId.id,
      data: { provisionRequest },
      ...(isDone ? {} : { error: new Error(FAILURE.errorMsg) }),
    });
    await messageLog.append([await messageOf(device, type, provisionRequest)]);
  }

  /** A message for the root chain, whatever the profile says: that sets up what is new. */
  async function messageOf(device: Device, type: string, data: object): Promise<Message> {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM rule_chain WHERE tenant_id = $1 AND type = 'CORE' AND root`,
      [device.tenantId.id],
    );
    return newMessage({
      ruleChainId: rows[0]?.id ?? null,
      tenantId: device.tenantId.id,
      type,
      originator: device.id,
      customerId: device.customerId.id,
      metadata: { tenantId: device.tenantId.id },
      data: JSON.stringify(data),
    });
  }

  async function markProvisioned(device: Device): Promise<void> {
    await telemetry.saveAttributes({
      tenantId: device.tenantId.id,
      entityId: device.id,
      scope: 'SERVER_SCOPE',
      entries: [{ key: STATE, value: { type: 'STRING', value: PROVISIONED } }],
    });
  }

  /** The credentials of a device as devices are told of them. */
  async function credentialsOf(device: Device): Promise<ProvisionReply> {
    const { rows } = await pool.query<{ type: CredentialsType; id: string; value: string | null }>(
      `SELECT credentials_type AS type, credentials_id AS id, credentials_value AS value
       FROM device_credentials WHERE device_id = $1`,
      [device.id.id],
    );
    const [found] = rows;
    if (!found) return FAILURE;
    const { type: credentialsType, id, value } = found;
    if (credentialsType === 'ACCESS_TOKEN') return { credentialsValue: id, credentialsType, status: 'SUCCESS' };
    const credentialsValue = credentialsType === 'MQTT_BASIC' ? (JSON.parse(value ?? '{}') as unknown) : value;
    return { credentialsValue, credentialsType, status: 'SUCCESS' };
  }

  async function create(user: SecurityUser, profile: ProfileOfKey, request: ProvisionRequest): Promise<ProvisionReply> {
    const name = unlessBlank(request.deviceName) ?? randomAccessToken();
    if (!isName(name) || !Object.values(request.credentials).every(isStorableText)) return FAILURE;
    const known = await devices.findNamed(user.tenantId, name);
    if (known) {
      await tell(user, known, request, false);
      return FAILURE;
    }
    const input = {
      name,
      type: profile.name,
      label: null,
      additionalInfo: null,
      customerId: nullId('CUSTOMER'),
      deviceProfileId: profile.id,
    };
    let device: Device;
    try {
      const brought = credentialsIn(request);
      device = brought
        ? await devices.saveWithCredentials(user, input, brought, true)
        : await devices.save(user, input);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return FAILURE;
      throw error;
    }
    await markProvisioned(device);
    await messageLog.append([await messageOf(device, 'ENTITY_CREATED', device)]);
    await tell(user, device, request, true);
    return credentialsOf(device);
  }

  async function takeKnown(
    user: SecurityUser,
    profile: ProfileOfKey,
    request: ProvisionRequest,
  ): Promise<ProvisionReply> {
    const device = request.deviceName ? await devices.findNamed(user.tenantId, request.deviceName) : undefined;
    if (!device) return FAILURE;
    const [state] = await attributes.find(device.id.id, 'SERVER_SCOPE', [STATE]);
    const isOpen = state === undefined || state.value.value === PROVISIONED;
    if (device.deviceProfileId.id !== profile.id.id || !isOpen) {
      await tell(user, device, request, false);
      return FAILURE;
    }
    if (!state) await markProvisioned(device);
    await tell(user, device, request, true);
    return credentialsOf(device);
  }

  async function answer(request: ProvisionRequest): Promise<ProvisionReply> {
    const { provisionDeviceKey: key, provisionDeviceSecret: secret, deviceName } = request;
    if (!isName(key) || secret === '' || !isStorableText(deviceName ?? '')) return NOT_FOUND;
    const profile = await profiles.findByProvisionKey(key);
    const expected = profile?.profileData.provisionConfiguration.provisionDeviceSecret;
    if (!profile || !expected || !isSame(secret, expected)) return NOT_FOUND;
    const user: SecurityUser = { ...SYSTEM_USER, authority: 'TENANT_ADMIN', tenantId: profile.tenantId.id };
    if (profile.provisionType === 'ALLOW_CREATE_NEW_DEVICES') return create(user, profile, request);
    return profile.provisionType === 'CHECK_PRE_PROVISIONED_DEVICES' ? takeKnown(user, profile, request) : NOT_FOUND;
  }

  return {
    async provision(request, address) {
      if (waitForToken(bucketsOf(address), steadyNow()) > 0) return NOT_FOUND;
      let reply: ProvisionReply;
      try {
        reply = await inTurn(() => answer(request));
      } catch (error) {
        log.error({ err: error }, 'a device could not be provisioned');
        return FAILURE;
      }
      if (reply.status !== 'SUCCESS') takeTokens(bucketsOf(address), 1, steadyNow());
      return reply;
    },
  };
}

type ProfileOfKey = NonNullable<Awaited<ReturnType<DeviceProfileStore['findByProvisionKey']>>>;

/** The credentials that a device brings along; undefined when it brings none. */
function credentialsIn({ credentialsType, credentials }: ProvisionRequest) {
  const { token, clientId, username, password, hash } = credentials;
  switch (credentialsType) {
    case 'ACCESS_TOKEN':
      return token ? { credentialsType, credentialsId: token, credentialsValue: null } : undefined;
    case 'MQTT_BASIC': {
      if (!clientId && !username) return undefined;
      const value = { clientId: clientId ?? null, userName: username ?? null, password: password ?? null };
      return { credentialsType, credentialsId: null, credentialsValue: JSON.stringify(value) };
    }
    case 'X509_CERTIFICATE':
      return hash ? { credentialsType, credentialsId: null, credentialsValue: hash } : undefined;
  }
}
