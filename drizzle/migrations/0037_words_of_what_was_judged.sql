-- A callback's words are entered once it is judged or refused. Judging writes every entry anew, so that they were entered
-- twice, the first time while its sender waited. What waits to be judged is looked at one by one: almost always nothing.
DROP INDEX deliveries_words;
--> statement-breakpoint
CREATE INDEX deliveries_words ON deliveries USING gin (body_words(body)) WITH (gin_pending_list_limit = 64)
  WHERE effect IS NOT NULL OR refusal IS NOT NULL;
--> statement-breakpoint
DROP INDEX deliveries_pairs;
--> statement-breakpoint
CREATE INDEX deliveries_pairs ON deliveries USING gin (wide_pairs(body_wide_text(body))) WITH (fastupdate = off)
  WHERE (effect IS NOT NULL OR refusal IS NOT NULL) AND body_wide_text(body) IS NOT NULL;
--> statement-breakpoint
-- What the planner knows of an index of some rows only it does not use, as for the names.
CREATE STATISTICS deliveries_words_known ON (body_words(body)) FROM deliveries;
--> statement-breakpoint
ALTER INDEX deliveries_words ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
ALTER INDEX deliveries_pairs ALTER COLUMN 1 SET STATISTICS 0;
