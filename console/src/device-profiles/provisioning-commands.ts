import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { ServerEndpoints } from '../api/endpoints.ts';
import { COAP_CLIENT, shellQuote } from './shell.ts';

export interface ProvisioningCommand {
  id: 'http' | 'mqtt' | 'coap';
  text: string;
}

type ProvisioningProfile = Pick<
  DeviceProfile,
  'transportType' | 'provisionType' | 'provisionDeviceKey' | 'profileData'
>;

/** How the device is called that the commands ask for. */
const DEVICE_NAME = 'DEVICE_NAME';

/** Commands with which a device of a profile asks for its credentials; none where the profile lets none ask. */
export function provisioningCommands(
  { transportType, provisionType, provisionDeviceKey, profileData }: ProvisioningProfile,
  { host, httpBase, mqttPort, coapPort }: ServerEndpoints,
): ProvisioningCommand[] {
  const { provisionDeviceSecret } = profileData.provisionConfiguration;
  if (provisionType === 'DISABLED' || !provisionDeviceKey || !provisionDeviceSecret) return [];
  const request = shellQuote(JSON.stringify({ deviceName: DEVICE_NAME, provisionDeviceKey, provisionDeviceSecret }));
  const json = `-H 'Content-Type: application/json' -d ${request}`;
  const topics = '-u provision -t /provision/request -e /provision/response -q 1';
  const commands: ProvisioningCommand[] = [
    { id: 'http', text: `curl -X POST ${shellQuote(`${httpBase}/api/v1/provision`)} \\\n  ${json}` },
    {
      id: 'mqtt',
      text: `mosquitto_rr -h ${shellQuote(host)}${mqttPort === 1883 ? '' : ` -p ${mqttPort}`} ${topics} \\\n  -m ${request}`,
    },
    {
      id: 'coap',
      text: `${COAP_CLIENT} -m post -e ${request} \\\n  ${shellQuote(`coap://${host}${coapPort === 5683 ? '' : `:${coapPort}`}/api/v1/provision`)}`,
    },
  ];
  const isFor = (id: ProvisioningCommand['id']): boolean =>
    id === 'http' || transportType === 'DEFAULT' || transportType === id.toUpperCase();
  return commands.filter(({ id }) => isFor(id));
}
