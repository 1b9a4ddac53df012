/**
 * The devices of a profile by label, and those of a state by label and by name, each in an index: in an order of all
 * devices, those of a profile may all be at the other end. Labels from Z to A are read backwards, with those that have
 * none after the others, so that they need no index of their own. Which of a customer's devices are of a profile is known
 * without reading them.
 */
export const sql = `
SET LOCAL maintenance_work_mem = '256MB';
CREATE INDEX device_profile_label ON device (device_profile_id, lower(label), created_time DESC, id DESC)
  INCLUDE (tenant_id, label);
CREATE INDEX device_state_profile_name ON device_state (device_profile_id, active, lower(name), created_time DESC, id DESC)
  INCLUDE (tenant_id, name);
CREATE INDEX device_state_profile_label
  ON device_state (device_profile_id, active, lower(label), created_time DESC, id DESC) INCLUDE (tenant_id, label);
DROP INDEX device_label_order_desc, device_customer, device_state_customer;
CREATE INDEX device_customer ON device (tenant_id, customer_id, created_time DESC, id DESC)
  INCLUDE (name, label, device_profile_id);
CREATE INDEX device_state_customer ON device_state (tenant_id, customer_id, active, created_time DESC, id DESC)
  INCLUDE (name, label, device_profile_id);
`;
