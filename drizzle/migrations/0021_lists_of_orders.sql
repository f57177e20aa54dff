DROP INDEX "transactions_deposits_of_player";--> statement-breakpoint
DROP INDEX "transactions_newest_deposits";--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "standing" text GENERATED ALWAYS AS (case
          when status in ('COMPLETED', 'SUCCESS', 'PENDING', 'FAILED', 'CANCELLED', 'RESOLVED') then status
          when status is not null then 'unfamiliar'
          when submission = 'unknown' then 'unknown'
          when submission = 'not created' then 'not created'
          when submission = 'rejected' then 'rejected'
          when submission in ('awaiting approval', 'queued', 'declined', 'sent back', 'withdrawn', 'expired', 'stopped')
            then 'not sent'
          else 'unheard' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "transactions_newest_of_type" ON "transactions" USING btree ("environment","type","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
-- The list's pages: each index holds in itself all that a list shows, so that a page is a few blocks, however old it is.
-- What most orders are (paid, proven by a query) is close together anyway, and has none.
CREATE INDEX transactions_by_standing ON transactions (environment, standing, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, currency, amount, player_id, submission, status, status_source, status_at,
    conflict_at, conflict_kind, settled_at, updated_at) WHERE standing <> 'COMPLETED';
--> statement-breakpoint
CREATE INDEX transactions_contradictory ON transactions (environment, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, currency, amount, player_id, submission, status, status_source, status_at,
    conflict_at, conflict_kind, settled_at, updated_at, standing) WHERE conflict_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX transactions_by_evidence ON transactions (environment, status_source, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, currency, amount, player_id, submission, status, status_at, conflict_at,
    conflict_kind, settled_at, updated_at, standing) WHERE status_source <> 'query';
--> statement-breakpoint
CREATE INDEX transactions_by_player ON transactions (environment, player_id, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, currency, amount, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, updated_at, standing);
--> statement-breakpoint
CREATE INDEX transactions_by_currency ON transactions (environment, currency, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, amount, player_id, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, updated_at, standing);
--> statement-breakpoint
CREATE INDEX transactions_by_amount ON transactions (environment, currency, amount DESC, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, player_id, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, updated_at, standing);
