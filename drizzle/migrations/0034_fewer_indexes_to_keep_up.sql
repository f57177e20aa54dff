-- What these led to is found a step at a time among what leads there by one of the two.
DROP INDEX transactions_by_standing_evidence_and_amount;
--> statement-breakpoint
DROP INDEX transactions_by_player_and_standing;
--> statement-breakpoint
-- Whoever searches reads all that is pending, and whoever fills it up puts all of it in its place: eight blocks, not 512.
ALTER INDEX deliveries_words SET (gin_pending_list_limit = 64);
--> statement-breakpoint
-- What became of a callback goes with how it was signed. Those of which it does not are few, or none, among very many.
CREATE INDEX deliveries_unusually_signed ON deliveries (environment, signature, effect, received_at DESC, id DESC)
  INCLUDE (refusal, answered, source_address, said, transaction_row, reference_id)
  WHERE CASE WHEN effect = 'settled' THEN signature <> 'valid' WHEN effect = 'asked' THEN signature <> 'absent'
    ELSE effect IS NOT NULL END;
