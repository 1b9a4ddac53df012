/** Users in the orders that lists have, of a customer too, and found by parts of their e-mails. */
export const sql = `
CREATE INDEX app_user_created ON app_user (tenant_id, created_time DESC, id DESC);
CREATE INDEX app_user_customer ON app_user (customer_id, created_time DESC, id DESC);
CREATE INDEX app_user_email_order ON app_user (tenant_id, lower(email), created_time DESC, id DESC);
CREATE INDEX app_user_first_name_order ON app_user (tenant_id, lower(first_name), created_time DESC, id DESC);
CREATE INDEX app_user_last_name_order ON app_user (tenant_id, lower(last_name), created_time DESC, id DESC);
CREATE INDEX app_user_search ON app_user USING gin (lower(email) gin_trgm_ops);
`;
