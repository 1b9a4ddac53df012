/** MQTT 5 reason codes that the server uses. */
export const Reason = {
  success: 0x00,
  noSubscriptionExisted: 0x11,
  unspecified: 0x80,
  malformedPacket: 0x81,
  protocolError: 0x82,
  implementationSpecific: 0x83,
  unsupportedVersion: 0x84,
  badCredentials: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  serverBusy: 0x89,
  shuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  filterInvalid: 0x8f,
  topicInvalid: 0x90,
  packetIdentifierNotFound: 0x92,
  receiveMaximumExceeded: 0x93,
  topicAliasInvalid: 0x94,
  packetTooLarge: 0x95,
  rateTooHigh: 0x96,
  quotaExceeded: 0x97,
  administrativeAction: 0x98,
  payloadInvalid: 0x99,
  sharedSubscriptionsNotSupported: 0x9e,
  connectionRateExceeded: 0x9f,
} as const;

/** `+` matches a whole level, `#` all remaining levels (MQTT 5 §4.7.1). */
const WELL_FORMED_FILTER = /^(?:(?:\+|[^+#/\0]*)\/)*(?:\+|#|[^+#/\0]*)$/;

/** Return codes of a CONNACK before MQTT 5. */
const ReturnCode = {
  accepted: 0,
  unsupportedVersion: 1,
  serverUnavailable: 3,
  notAuthorized: 5,
} as const;

/** Returns the return code for a reason code before MQTT 5. */
export function returnCodeOf(reason: number): number {
  if (reason === Reason.success) return ReturnCode.accepted;
  if (reason === Reason.unsupportedVersion) return ReturnCode.unsupportedVersion;
  const isRefusal =
    reason === Reason.badCredentials || reason === Reason.notAuthorized || reason === Reason.badAuthenticationMethod;
  return isRefusal ? ReturnCode.notAuthorized : ReturnCode.serverUnavailable;
}

/** Reason code in a SUBACK for a filter that devices cannot subscribe. */
export function subscriptionRefusalOf(filter: string, version: number): number {
  if (version !== 5) return Reason.unspecified;
  if (!WELL_FORMED_FILTER.test(filter)) return Reason.filterInvalid;
  return filter.startsWith('$share/') ? Reason.sharedSubscriptionsNotSupported : Reason.notAuthorized;
}
