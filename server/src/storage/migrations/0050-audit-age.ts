/**
 * The audit log and the history of entities by age, for what is too old; the log of a customer. Rows come in the order of
 * their age, so an index of ranges of pages does, which costs a writer next to nothing.
 */
export const sql = `
CREATE INDEX audit_log_age ON audit_log USING brin (created_time) WITH (autosummarize = on);
CREATE INDEX entity_version_age ON entity_version USING brin (created_time) WITH (autosummarize = on);
CREATE INDEX audit_log_customer ON audit_log (customer_id, created_time DESC)
  WHERE customer_id <> '13814000-1dd2-11b2-8080-808080808080';
`;
