CREATE TABLE "party_near" (
	"environment" "environment" NOT NULL,
	"near" text NOT NULL,
	"name_key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "name_key" text GENERATED ALWAYS AS (nullif(name_key(user_name), '')) STORED;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "party_name" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "party_account" text;--> statement-breakpoint
UPDATE transactions SET party_name = destination_account_name, party_account = destination_account
  FROM withdrawals WHERE transaction_row = id;
--> statement-breakpoint
UPDATE transactions SET party_name = payer_account_name, party_account = payer_account
  FROM deposits WHERE transaction_row = id AND (payer_account_name IS NOT NULL OR payer_account IS NOT NULL);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "party_key" text GENERATED ALWAYS AS (nullif(name_key(party_name), '')) STORED,
  ADD COLUMN "party_digits" text GENERATED ALWAYS AS (account_key(party_account)) STORED;
--> statement-breakpoint
CREATE INDEX "registrations_named" ON "registrations" USING btree ("environment","name_key" text_pattern_ops,"created_at" DESC NULLS FIRST);
--> statement-breakpoint
-- One type alone, newest first: among many of the other they are far apart.
DROP INDEX transactions_newest_of_type;
--> statement-breakpoint
CREATE INDEX transactions_by_type ON transactions (environment, type, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, currency, amount, player_id, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, updated_at, standing);
--> statement-breakpoint
-- What people search for: each index holds in itself all that a search shows.
DROP INDEX transactions_reference_prefix;
--> statement-breakpoint
CREATE INDEX transactions_by_reference ON transactions (environment, reference_id text_pattern_ops)
  INCLUDE (id, transaction_id, type, currency, amount, player_id, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, created_at, updated_at, party_name, party_account);
--> statement-breakpoint
DROP INDEX transactions_transaction_prefix;
--> statement-breakpoint
CREATE INDEX transactions_by_transaction_id ON transactions (environment, transaction_id text_pattern_ops)
  INCLUDE (id, reference_id, type, currency, amount, player_id, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, created_at, updated_at, party_name, party_account) WHERE transaction_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX transactions_by_party ON transactions (environment, party_key text_pattern_ops, created_at DESC)
  INCLUDE (id, reference_id, transaction_id, type, currency, amount, player_id, submission, status, status_source, status_at,
    conflict_at, conflict_kind, settled_at, updated_at, party_name, party_account) WHERE party_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX transactions_by_party_account ON transactions (environment, party_digits text_pattern_ops, created_at DESC)
  INCLUDE (id, reference_id, transaction_id, type, currency, amount, player_id, submission, status, status_source, status_at,
    conflict_at, conflict_kind, settled_at, updated_at, party_name, party_account) WHERE party_digits IS NOT NULL;
--> statement-breakpoint
CREATE INDEX transactions_by_last_digits ON transactions (environment, reverse(party_digits) text_pattern_ops, created_at DESC)
  INCLUDE (id, reference_id, transaction_id, type, currency, amount, player_id, submission, status, status_source, status_at,
    conflict_at, conflict_kind, settled_at, updated_at, party_name, party_account, party_digits)
  WHERE party_digits IS NOT NULL;
--> statement-breakpoint
DROP INDEX transactions_by_player;
--> statement-breakpoint
CREATE INDEX transactions_by_player ON transactions (environment, player_id, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, currency, amount, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, updated_at, standing, party_name, party_account);
--> statement-breakpoint
DROP INDEX transactions_by_amount;
--> statement-breakpoint
CREATE INDEX transactions_by_amount ON transactions (environment, currency, amount DESC, created_at DESC, id DESC)
  INCLUDE (reference_id, transaction_id, type, player_id, submission, status, status_source, status_at, conflict_at,
    conflict_kind, settled_at, updated_at, standing, party_name, party_account);
--> statement-breakpoint
-- One block leads to a name that is near, where a tree takes three.
CREATE INDEX "party_near_to" ON "party_near" USING hash ("near");
--> statement-breakpoint
-- Of two words also the other way round, so that who looks for a name need not try both.
CREATE FUNCTION name_neighbours(near text[], words text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT unnest(near)
  UNION
  SELECT name_around(name_key(word[2] || word[1])) FROM string_to_array(words, ' ') word WHERE cardinality(word) = 2
$$;
--> statement-breakpoint
CREATE FUNCTION write_neighbours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO party_near SELECT NEW.environment, neighbour, NEW.name_key FROM name_neighbours(NEW.near, NEW.words) neighbour;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER neighbours AFTER INSERT ON party_names FOR EACH ROW EXECUTE FUNCTION write_neighbours();
--> statement-breakpoint
INSERT INTO party_near
  SELECT environment, neighbour, name_key FROM party_names, name_neighbours(party_names.near, words) neighbour;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION name_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE transactions SET party_name = NEW.destination_account_name, party_account = NEW.destination_account
    WHERE id = NEW.transaction_row;
  PERFORM name_party(t.id, t.environment, 'recipient', t.created_at, NEW.destination_account_name, NEW.destination_account)
    FROM transactions t WHERE t.id = NEW.transaction_row;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION name_payer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE transactions SET party_name = NEW.payer_account_name, party_account = NEW.payer_account
    WHERE id = NEW.transaction_row AND (NEW.payer_account_name IS NOT NULL OR NEW.payer_account IS NOT NULL);
  PERFORM name_party(t.id, t.environment, 'payer', t.created_at, NEW.payer_account_name, NEW.payer_account)
    FROM transactions t WHERE t.id = NEW.transaction_row;
  RETURN NULL;
END $$;
