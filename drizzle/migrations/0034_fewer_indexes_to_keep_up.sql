-- What these led to is found a step at a time among what leads there by one of the two.
DROP INDEX transactions_by_standing_evidence_and_amount;
--> statement-breakpoint
DROP INDEX transactions_by_player_and_standing;
--> statement-breakpoint
-- Whoever searches reads all that is pending, and whoever fills it up puts all of it in its place: eight blocks, not 512.
ALTER INDEX deliveries_words SET (gin_pending_list_limit = 64);
