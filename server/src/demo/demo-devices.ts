import type { DeviceKind } from './device-models.ts';

export interface DemoDevice {
  name: string;
  kind: DeviceKind;
  label: string;
  /** Title of the customer it is assigned to. */
  customer?: string;
}

/** The customer of the demo's customer user. */
export const DEMO_CUSTOMER = 'Nordfisk';

/** The devices of the demo tenant. */
export const DEMO_DEVICES: readonly DemoDevice[] = [
  { name: 'Greenhouse A · climate', kind: 'climate', label: 'Tomatoes' },
  { name: 'Greenhouse B · climate', kind: 'climate', label: 'Cucumbers' },
  { name: 'Greenhouse C · climate', kind: 'climate', label: 'Herbs' },
  { name: 'Greenhouse D · climate', kind: 'climate', label: 'Seedlings' },
  { name: 'Packing hall · climate', kind: 'climate', label: 'Line 1' },
  { name: 'Roof garden · climate', kind: 'climate', label: 'Test beds' },
  { name: 'Cold store 1 · freezer', kind: 'freezer', label: 'Fillets', customer: DEMO_CUSTOMER },
  { name: 'Cold store 2 · freezer', kind: 'freezer', label: 'Whole fish', customer: DEMO_CUSTOMER },
  { name: 'Cold store 3 · freezer', kind: 'freezer', label: 'Prawns', customer: DEMO_CUSTOMER },
  { name: 'Cold store 4 · freezer', kind: 'freezer', label: 'Bait', customer: DEMO_CUSTOMER },
  { name: 'Quay freezer', kind: 'freezer', label: 'Landing', customer: DEMO_CUSTOMER },
  { name: 'Van 07 freezer', kind: 'freezer', label: 'North route', customer: DEMO_CUSTOMER },
  { name: 'Van 12 freezer', kind: 'freezer', label: 'City route', customer: DEMO_CUSTOMER },
  { name: 'Substation 14', kind: 'meter', label: 'Greenhouses A and B' },
  { name: 'Substation 15', kind: 'meter', label: 'Greenhouses C and D' },
  { name: 'Substation 16', kind: 'meter', label: 'Packing hall' },
  { name: 'Pump station east', kind: 'meter', label: 'Irrigation' },
  { name: 'Pump station west', kind: 'meter', label: 'Irrigation' },
  { name: 'Boiler house', kind: 'meter', label: 'Heating' },
  { name: 'Cold store meter', kind: 'meter', label: 'Nordfisk', customer: DEMO_CUSTOMER },
];
