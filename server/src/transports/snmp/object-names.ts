/** Base of objects in a row → the last numbers of their identifiers and their names, as the MIBs of the IETF say. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // SNMPv2-MIB (RFC 3418)
  '1.3.6.1.2.1.1': numbered(
    'sysDescr sysObjectID sysUpTime sysContact sysName sysLocation sysServices sysORLastChange',
  ),
  '1.3.6.1.2.1.1.9.1': numbered('sysORIndex sysORID sysORDescr sysORUpTime'),
  '1.3.6.1.2.1.11': {
    ...numbered(
      'snmpInPkts snmpOutPkts snmpInBadVersions snmpInBadCommunityNames snmpInBadCommunityUses snmpInASNParseErrs',
    ),
    30: 'snmpEnableAuthenTraps',
    31: 'snmpSilentDrops',
    32: 'snmpProxyDrops',
  },
  // IF-MIB (RFC 2863)
  '1.3.6.1.2.1.2': numbered('ifNumber'),
  '1.3.6.1.2.1.2.2.1': numbered(
    'ifIndex ifDescr ifType ifMtu ifSpeed ifPhysAddress ifAdminStatus ifOperStatus ifLastChange ifInOctets ifInUcastPkts ifInNUcastPkts ifInDiscards ifInErrors ifInUnknownProtos ifOutOctets ifOutUcastPkts ifOutNUcastPkts ifOutDiscards ifOutErrors ifOutQLen ifSpecific',
  ),
  '1.3.6.1.2.1.31.1.1.1': numbered(
    'ifName ifInMulticastPkts ifInBroadcastPkts ifOutMulticastPkts ifOutBroadcastPkts ifHCInOctets ifHCInUcastPkts ifHCInMulticastPkts ifHCInBroadcastPkts ifHCOutOctets ifHCOutUcastPkts ifHCOutMulticastPkts ifHCOutBroadcastPkts ifLinkUpDownTrapEnable ifHighSpeed ifPromiscuousMode ifConnectorPresent ifAlias ifCounterDiscontinuityTime',
  ),
  // HOST-RESOURCES-MIB (RFC 2790)
  '1.3.6.1.2.1.25.1': numbered(
    'hrSystemUptime hrSystemDate hrSystemInitialLoadDevice hrSystemInitialLoadParameters hrSystemNumUsers hrSystemProcesses hrSystemMaxProcesses',
  ),
  '1.3.6.1.2.1.25.2': { 2: 'hrMemorySize' },
  '1.3.6.1.2.1.25.2.3.1': numbered(
    'hrStorageIndex hrStorageType hrStorageDescr hrStorageAllocationUnits hrStorageSize hrStorageUsed hrStorageAllocationFailures',
  ),
  '1.3.6.1.2.1.25.3.2.1': numbered('hrDeviceIndex hrDeviceType hrDeviceDescr hrDeviceID hrDeviceStatus hrDeviceErrors'),
  '1.3.6.1.2.1.25.3.3.1': numbered('hrProcessorFrwID hrProcessorLoad'),
  '1.3.6.1.2.1.25.3.4.1': numbered('hrNetworkIfIndex'),
  '1.3.6.1.2.1.25.4.2.1': numbered(
    'hrSWRunIndex hrSWRunName hrSWRunID hrSWRunPath hrSWRunParameters hrSWRunType hrSWRunStatus',
  ),
  '1.3.6.1.2.1.25.5.1.1': numbered('hrSWRunPerfCPU hrSWRunPerfMem'),
  '1.3.6.1.2.1.25.6.3.1': numbered(
    'hrSWInstalledIndex hrSWInstalledName hrSWInstalledID hrSWInstalledType hrSWInstalledDate',
  ),
};

/** Names in the order of their numbers, from 1. */
function numbered(names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name, index) => [index + 1, name]));
}

const LONGEST_BASE = Math.max(...Object.keys(TABLES).map((base) => base.split('.').length));

/** The name of a well-known object with its instance: "ifInOctets.2"; undefined for all others. */
export function nameOfObject(oid: string): string | undefined {
  const numbers = oid.split('.');
  for (let length = Math.min(LONGEST_BASE, numbers.length - 1); length > 0; length--) {
    const name = TABLES[numbers.slice(0, length).join('.')]?.[numbers[length] as string];
    if (name) return [name, ...numbers.slice(length + 1)].join('.');
  }
  return undefined;
}
