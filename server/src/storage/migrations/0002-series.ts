/**
 * Packed points (ARCHITECTURE.md, "Packed points"): the dictionary of series, blocks (one a unit of work), chunks (one a
 * series and stretch of time) and deletions. Sequences number blocks and deletions in the order they take effect.
 */
export const sql = `
CREATE TABLE series (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id uuid NOT NULL,
  key_id integer NOT NULL,
  -- points of blocks up to this sequence are in chunks
  watermark bigint NOT NULL DEFAULT 0,
  UNIQUE (entity_id, key_id)
) WITH (fillfactor = 70);

-- Points that were committed together and are not all in chunks yet.
CREATE TABLE series_block (
  sequence bigint PRIMARY KEY,
  created_time bigint NOT NULL,
  body bytea NOT NULL
);
ALTER TABLE series_block ALTER COLUMN body SET STORAGE EXTERNAL;

-- Deletions that chunks and blocks do not show yet: points of lower sequences with start_ts <= ts < end_ts are gone.
CREATE TABLE series_deletion (
  sequence bigint NOT NULL,
  series_id bigint NOT NULL,
  start_ts bigint NOT NULL,
  end_ts bigint NOT NULL,
  -- the latest value becomes the newest one left
  rewrite_latest boolean NOT NULL,
  -- the entity is gone: its series leaves the dictionary with its last point
  forget boolean NOT NULL,
  PRIMARY KEY (sequence, series_id)
);

CREATE TABLE series_chunk (
  series_id bigint NOT NULL,
  -- newest and oldest point; no two chunks of a series hold points of the same ts
  to_ts bigint NOT NULL,
  from_ts bigint NOT NULL,
  -- day since 1970 from which on the partition is dropped; 0: never
  expires integer NOT NULL,
  -- class of all its points, see telemetry/packed/retention.ts
  retention_class smallint NOT NULL,
  -- all points and deletions of the series up to this sequence have taken effect on it
  sequence bigint NOT NULL,
  point_count integer NOT NULL,
  -- bits of the types in it: 1 boolean, 2 long, 4 double, 8 string, 16 JSON
  types smallint NOT NULL,
  -- set when all values are numbers and a double holds the figure exactly (longs) or as well as can be (doubles)
  sum_value double precision,
  min_value double precision,
  max_value double precision,
  first_value double precision,
  last_value double precision,
  body bytea NOT NULL,
  PRIMARY KEY (series_id, to_ts, from_ts, expires)
) PARTITION BY LIST (expires);
ALTER TABLE series_chunk ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE TABLE series_chunk_0 PARTITION OF series_chunk FOR VALUES IN (0);

-- Highest sequence that was ever used by something that may be gone.
CREATE TABLE series_horizon (
  sequence bigint NOT NULL
);
INSERT INTO series_horizon VALUES (0);

ALTER TABLE latest_value SET (fillfactor = 70);
`;
