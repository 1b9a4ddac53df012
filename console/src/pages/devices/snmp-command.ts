/** The time that an agent has been up, which every agent has (RFC 3418). */
const UPTIME = '1.3.6.1.2.1.1.3.0';
const VERSIONS: Readonly<Record<string, string>> = { V1: '1', V2C: '2c', V3: '3' };
/** Names of algorithms here → of Net-SNMP, where they differ. */
const ALGORITHMS: Readonly<Record<string, string>> = { SHA_1: 'SHA', AES_128: 'AES' };

/** A command that asks a device of SNMP as the server does. @param quote for the shell */
export function snmpCommand(transport: Readonly<Record<string, unknown>>, quote: (text: string) => string): string {
  const text = (name: string) => quote(String(transport[name] ?? ''));
  const algorithm = (name: string) => {
    const id = String(transport[name] ?? '');
    return ALGORITHMS[id] ?? id.replace('_', '-');
  };
  const version = String(transport.protocolVersion ?? 'V2C');
  const port = transport.port === 161 || transport.port === undefined ? '' : `:${String(transport.port)}`;
  const target = `${quote(`${String(transport.host ?? 'localhost')}${port}`)} ${UPTIME}`;
  const command = `snmpget -v${VERSIONS[version] ?? '2c'}`;
  if (version !== 'V3') return `${command} -c ${text('community')} ${target}`;
  const context = transport.contextName ? ` -n ${text('contextName')}` : '';
  return [
    `${command} -l authPriv -u ${text('username')}${context} \\`,
    `  -a ${algorithm('authenticationProtocol')} -A ${text('authenticationPassphrase')} \\`,
    `  -x ${algorithm('privacyProtocol')} -X ${text('privacyPassphrase')} \\`,
    `  ${target}`,
  ].join('\n');
}
