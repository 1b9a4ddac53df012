import type { DeviceKind } from './device-models.ts';

/** Names of the assets of the demo tenant. */
export const DEMO_SITES = ['Hillside greenhouses', 'Nordfisk quay', 'Waterworks'] as const;
type DemoSite = (typeof DEMO_SITES)[number];

export interface DemoDevice {
  name: string;
  kind: DeviceKind;
  label: string;
  /** Name of the asset that contains it. */
  site: DemoSite;
  /** Title of the customer it is assigned to. */
  customer?: string;
}

/** The customer of the demo's customer user. */
export const DEMO_CUSTOMER = 'Nordfisk';

/** The devices of the demo tenant. */
export const DEMO_DEVICES: readonly DemoDevice[] = [
  { name: 'Greenhouse A · climate', kind: 'climate', label: 'Tomatoes', site: 'Hillside greenhouses' },
  { name: 'Greenhouse B · climate', kind: 'climate', label: 'Cucumbers', site: 'Hillside greenhouses' },
  { name: 'Greenhouse C · climate', kind: 'climate', label: 'Herbs', site: 'Hillside greenhouses' },
  { name: 'Greenhouse D · climate', kind: 'climate', label: 'Seedlings', site: 'Hillside greenhouses' },
  { name: 'Packing hall · climate', kind: 'climate', label: 'Line 1', site: 'Hillside greenhouses' },
  { name: 'Roof garden · climate', kind: 'climate', label: 'Test beds', site: 'Hillside greenhouses' },
  { name: 'Cold store 1 · freezer', kind: 'freezer', label: 'Fillets', site: 'Nordfisk quay', customer: DEMO_CUSTOMER },
  {
    name: 'Cold store 2 · freezer',
    kind: 'freezer',
    label: 'Whole fish',
    site: 'Nordfisk quay',
    customer: DEMO_CUSTOMER,
  },
  { name: 'Cold store 3 · freezer', kind: 'freezer', label: 'Prawns', site: 'Nordfisk quay', customer: DEMO_CUSTOMER },
  { name: 'Cold store 4 · freezer', kind: 'freezer', label: 'Bait', site: 'Nordfisk quay', customer: DEMO_CUSTOMER },
  { name: 'Quay freezer', kind: 'freezer', label: 'Landing', site: 'Nordfisk quay', customer: DEMO_CUSTOMER },
  { name: 'Van 07 freezer', kind: 'freezer', label: 'North route', site: 'Nordfisk quay', customer: DEMO_CUSTOMER },
  { name: 'Van 12 freezer', kind: 'freezer', label: 'City route', site: 'Nordfisk quay', customer: DEMO_CUSTOMER },
  { name: 'Substation 14', kind: 'meter', label: 'Greenhouses A and B', site: 'Hillside greenhouses' },
  { name: 'Substation 15', kind: 'meter', label: 'Greenhouses C and D', site: 'Hillside greenhouses' },
  { name: 'Substation 16', kind: 'meter', label: 'Packing hall', site: 'Hillside greenhouses' },
  { name: 'Pump station east', kind: 'meter', label: 'Irrigation', site: 'Waterworks' },
  { name: 'Pump station west', kind: 'meter', label: 'Irrigation', site: 'Waterworks' },
  { name: 'Boiler house', kind: 'meter', label: 'Heating', site: 'Hillside greenhouses' },
  { name: 'Cold store meter', kind: 'meter', label: 'Nordfisk', site: 'Nordfisk quay', customer: DEMO_CUSTOMER },
];
