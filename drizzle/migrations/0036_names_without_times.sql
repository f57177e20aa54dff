-- The log is read in steps by time, whatever it is searched for, so that nothing reads the times beside the names any more.
DROP INDEX deliveries_pairs;
--> statement-breakpoint
CREATE INDEX deliveries_pairs ON deliveries USING gin (wide_pairs(body_wide_text(body)))
  WITH (fastupdate = off) WHERE body_wide_text(body) IS NOT NULL;
--> statement-breakpoint
DROP FUNCTION log_parts(timestamptz);
