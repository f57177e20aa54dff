-- Pages of what few orders are in two ways at once: between those that are it in one way alone, they would lie far apart.
CREATE INDEX transactions_by_standing_and_currency ON transactions (environment, standing, currency, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, amount, player_id, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, updated_at) WHERE standing <> 'COMPLETED';
--> statement-breakpoint
CREATE INDEX transactions_by_standing_and_amount ON transactions (environment, currency, standing, amount DESC, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, player_id, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, updated_at) WHERE standing <> 'COMPLETED';
--> statement-breakpoint
CREATE INDEX transactions_by_standing_and_evidence ON transactions (environment, standing, status_source, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, currency, amount, player_id, submission, status, status_at, conflict_at,
    conflict_kind, settled_at, updated_at) WHERE standing <> 'COMPLETED' OR status_source <> 'query';
--> statement-breakpoint
CREATE INDEX transactions_by_player_and_standing ON transactions (environment, player_id, standing, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, currency, amount, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, updated_at) WHERE standing <> 'COMPLETED';
--> statement-breakpoint
CREATE INDEX transactions_by_player_and_amount ON transactions (environment, player_id, currency, amount DESC, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, submission, status, status_source, status_at, conflict_at, conflict_kind,
    settled_at, updated_at, standing);
--> statement-breakpoint
CREATE INDEX transactions_by_day_and_amount ON transactions
  (environment, currency, ((created_at AT TIME ZONE 'Asia/Tokyo')::date), amount DESC, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, player_id, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, updated_at, standing);
--> statement-breakpoint
CREATE INDEX transactions_contradictory_by_amount ON transactions (environment, currency, amount DESC, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, player_id, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, updated_at, standing) WHERE conflict_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX transactions_contradictory_by_currency ON transactions (environment, currency, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, amount, player_id, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, updated_at, standing) WHERE conflict_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX transactions_by_evidence_and_amount ON transactions (environment, currency, status_source, amount DESC, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, player_id, submission, status, status_at, conflict_at, conflict_kind,
    settled_at, updated_at, standing) WHERE status_source <> 'query';
--> statement-breakpoint
CREATE INDEX transactions_by_standing_evidence_and_amount ON transactions
  (environment, currency, standing, status_source, amount DESC, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, player_id, submission, status, status_at, conflict_at, conflict_kind,
    settled_at, updated_at) WHERE standing <> 'COMPLETED' OR status_source <> 'query';
