import { getProfiles } from '../../api/device-profiles.ts';
import { getDeviceInfos } from '../../api/devices.ts';
import type { ChoicePage } from '../../controls/choice.ts';

/** Profiles whose devices are offered, and devices of each. */
const MAX_PROFILES = 30;
const PAGE_SIZE = 50;

/** Finds devices of profiles for SNMP by name; the first of each profile. */
export async function snmpDevices(search: string): Promise<ChoicePage> {
  const profiles = await getProfiles({ pageSize: MAX_PROFILES, page: 0, transportType: 'SNMP' });
  const pages = await Promise.all(
    profiles.data.map(({ id }) =>
      getDeviceInfos(undefined, {
        pageSize: PAGE_SIZE,
        page: 0,
        textSearch: search,
        deviceProfileId: id.id,
        sortProperty: 'name',
        sortOrder: 'ASC',
      }),
    ),
  );
  const choices = pages
    .flatMap(({ data }) => data.map((device) => ({ id: device.id.id, label: device.name })))
    .sort((one, other) => one.label.localeCompare(other.label));
  return { choices, hasNext: false };
}
