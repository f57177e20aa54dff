-- What happened stays as it was written: the audit log, what came in, what went out and what was said.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- What came in stays as it came. Only its raw text may go, whole and once, when it has been judged and is a month old.
CREATE FUNCTION refuse_other_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  removes_raw boolean := OLD.raw_removed_at IS NULL AND NEW.raw_removed_at IS NOT NULL
    AND NEW.headers = '{}'::jsonb AND NEW.body = ''::bytea
    AND (OLD.effect IS NOT NULL OR OLD.refusal IS NOT NULL) AND OLD.received_at < now() - interval '30 days';
BEGIN
  IF (NEW.id, NEW.environment, NEW.environment_address, NEW.received_at, NEW.source_address, NEW.signature, NEW.refusal, NEW.answered)
    IS DISTINCT FROM
     (OLD.id, OLD.environment, OLD.environment_address, OLD.received_at, OLD.source_address, OLD.signature, OLD.refusal, OLD.answered)
    OR (OLD.transaction_row IS NOT NULL AND NEW.transaction_row IS DISTINCT FROM OLD.transaction_row)
    OR (OLD.registration_row IS NOT NULL AND NEW.registration_row IS DISTINCT FROM OLD.registration_row)
    OR (NOT removes_raw AND (NEW.headers, NEW.body, NEW.raw_removed_at) IS DISTINCT FROM (OLD.headers, OLD.body, OLD.raw_removed_at))
  THEN
    RAISE EXCEPTION 'a delivery stays as it came; only its effect is written later' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_other_intent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was intended is never changed' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- The same as framedLine in lib/audit/chain.ts: each column with its length in front, so that no two lines are alike.
-- Both are one expression, which the planner puts in place of the call: it is computed for each audit line.
CREATE FUNCTION audit_field_text(field text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(octet_length(field) || ':' || field, '-')
$$;
--> statement-breakpoint
CREATE FUNCTION audit_line_text(e audit_events) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT convert_to(concat_ws(',', audit_field_text(e.id::text),
    audit_field_text(to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')),
    audit_field_text(e.environment::text), audit_field_text(e.actor_kind), audit_field_text(e.actor_id),
    audit_field_text(e.actor_name), audit_field_text(e.action), audit_field_text(e.subject),
    audit_field_text(e.detail::text)), 'UTF8')
$$;
--> statement-breakpoint
-- A line is linked after its commit: a link in its transaction would keep the chain locked through each commit.
-- With its owner's rights: the application's role has none to write links, or the lines that wait for one.
CREATE FUNCTION await_audit_link() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO audit_unlinked (event_id, chain, digest)
    SELECT e.id, coalesce(e.environment::text, 'console')::audit_chain, sha256(audit_line_text(e)) FROM fresh e;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Links what was committed, in the order of its IDs. What is not as it was written stays unlinked, for audit:verify.
-- It also tells listeners and the job runner, as NOTIFY in the transactions of the lines would serialise their commits.
CREATE FUNCTION link_audit_lines(most integer) RETURNS integer LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  chains audit_chain[] := enum_range(NULL::audit_chain);
  positions bigint[];
  hashes bytea[];
  line record;
  linked audit_links[] := '{}';
BEGIN
  -- Another process is linking, or nothing waits.
  IF NOT EXISTS (SELECT FROM audit_unlinked)
    OR NOT pg_try_advisory_xact_lock(hashtextextended('choba audit chain', 0)) THEN RETURN 0; END IF;
  SELECT array_agg(coalesce(head.position, 0) ORDER BY chain),
      array_agg(coalesce(head.hash, sha256(convert_to('choba audit: ' || chain, 'UTF8'))) ORDER BY chain)
    INTO positions, hashes
    FROM unnest(chains) chain LEFT JOIN LATERAL (
      SELECT l.position, l.hash FROM audit_links l WHERE l.chain = chain.chain ORDER BY l.position DESC LIMIT 1
    ) head ON true;
  FOR line IN
    SELECT waiting.event_id AS id, array_position(chains, waiting.chain) AS at, written.hashed
    FROM (SELECT * FROM audit_unlinked ORDER BY event_id LIMIT most) waiting
    -- OFFSET 0: by its ID, as the statistics of tables that grow so quickly are old.
    CROSS JOIN LATERAL (
      SELECT audit_line_text(e) AS hashed FROM audit_events e WHERE e.id = waiting.event_id OFFSET 0
    ) written
    WHERE sha256(written.hashed) = waiting.digest ORDER BY waiting.event_id
  LOOP
    positions[line.at] := positions[line.at] + 1;
    hashes[line.at] := sha256(hashes[line.at] || line.hashed);
    linked := linked || ROW(chains[line.at], positions[line.at], line.id, hashes[line.at])::audit_links;
  END LOOP;
  INSERT INTO audit_links SELECT * FROM unnest(linked);
  DELETE FROM audit_unlinked u USING unnest(linked) l WHERE u.event_id = l.event_id;
  PERFORM pg_notify('choba_activity', chain::text) FROM (SELECT DISTINCT l.chain FROM unnest(linked) l) news(chain);
  PERFORM pg_notify('jobs:insert', json_build_object('r', random(), 'count', cardinality(linked))::text)
    WHERE linked <> '{}';
  RETURN cardinality(linked);
END $$;
--> statement-breakpoint
-- A line waits until it has its link.
CREATE FUNCTION refuse_unlinked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone WHERE NOT EXISTS (SELECT FROM audit_links l WHERE l.event_id = gone.event_id)) THEN
    RAISE EXCEPTION 'an audit line waits until it is linked' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_other_registration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.environment, NEW.player_id, NEW.user_name, NEW.currency, NEW.form_id, NEW.callback_token, NEW.requested_by, NEW.created_at)
    IS DISTINCT FROM
     (OLD.id, OLD.environment, OLD.player_id, OLD.user_name, OLD.currency, OLD.form_id, OLD.callback_token, OLD.requested_by, OLD.created_at)
  THEN
    RAISE EXCEPTION 'who was to be registered is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_other_exchange() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.raw_removed_at IS NULL AND NEW.raw_removed_at IS NOT NULL AND OLD.sent_at < now() - interval '30 days'
    AND NEW.request_body = '' AND NEW.headers = '{}'::jsonb AND NEW.body IS NULL
    AND to_jsonb(NEW) - '{request_body,headers,body,raw_removed_at}'::text[] = to_jsonb(OLD) - '{request_body,headers,body,raw_removed_at}'::text[]
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'exchanges is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_other_registration_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.file_id, NEW.line, NEW.player_id, NEW.user_name, NEW.due_at, NEW.replaces)
    IS DISTINCT FROM (OLD.id, OLD.file_id, OLD.line, OLD.player_id, OLD.user_name, OLD.due_at, OLD.replaces)
    OR OLD.left_out IS NOT NULL OR OLD.registration_row IS NOT NULL
  THEN
    RAISE EXCEPTION 'a row of a file stays as it was started; only what became of it is written, once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- One active admin must remain. lib/team/lock.ts ensures it; this trigger covers every other change of users. It takes
-- a lock, so that of two admins who leave concurrently one stays.
CREATE FUNCTION keep_last_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.role = 'admin' AND NEW.disabled_at IS NULL THEN RETURN NEW; END IF;
  END IF;
  PERFORM pg_advisory_xact_lock(7420021);
  IF NOT EXISTS (SELECT FROM users WHERE role = 'admin' AND disabled_at IS NULL AND id <> OLD.id) THEN
    RAISE EXCEPTION 'the last admin stays' USING ERRCODE = 'restrict_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION name_words(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(name_key(word) ORDER BY at) FILTER (WHERE name_key(word) <> ''), '{}')
    FROM regexp_split_to_table(normalize(translate(name, E'\u309b\u309c', E'\u3099\u309a'), NFKC), '\s+') WITH ORDINALITY AS words (word, at)
$$;
--> statement-breakpoint
-- Without voice marks, whole and with each of its letters left out: what is near has one of these in common.
CREATE FUNCTION name_around(key text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  WITH spoken AS (SELECT translate(key, 'ガギグゲゴザジズゼゾダデドバビブベボパピプペポヴ', 'カキクケコサシスセソタテトハヒフヘホハヒフヘホウ') AS plain)
  SELECT plain FROM spoken WHERE length(plain) >= 3
  UNION ALL
  SELECT overlay(plain PLACING '' FROM at FOR 1) FROM spoken, generate_series(1, length(plain)) at WHERE length(plain) > 3
$$;
--> statement-breakpoint
CREATE FUNCTION name_near(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT near), '{}')
    FROM unnest(name_key(name) || name_words(name)) AS words (word), name_around(word) near
$$;
--> statement-breakpoint
-- Keeps each name once, with what is near to it; the trigger `neighbours` writes the keys that misspelt names are found by.
CREATE FUNCTION remember_name(environment environment, name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  key text := nullif(name_key(name), '');
  its_words text;
BEGIN
  IF key IS NULL THEN RETURN; END IF;
  its_words := array_to_string(name_words(name), ' ');
  -- Most orders are of a name that is known: what is near to it is costly to compute.
  IF EXISTS (SELECT FROM party_names p
    WHERE p.environment = remember_name.environment AND p.name_key = key AND p.words = its_words) THEN RETURN; END IF;
  INSERT INTO party_names VALUES (environment, key, its_words, name_near(name)) ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
CREATE FUNCTION name_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE transactions SET party_name = NEW.destination_account_name, party_account = NEW.destination_account
    WHERE id = NEW.transaction_row
      AND (party_name, party_account) IS DISTINCT FROM (NEW.destination_account_name, NEW.destination_account);
  PERFORM remember_name(t.environment, NEW.destination_account_name)
    FROM transactions t WHERE t.id = NEW.transaction_row;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION name_payer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE transactions SET party_name = NEW.payer_account_name, party_account = NEW.payer_account
    WHERE id = NEW.transaction_row AND (party_name, party_account) IS DISTINCT FROM (NEW.payer_account_name, NEW.payer_account);
  PERFORM remember_name(t.environment, NEW.payer_account_name)
    FROM transactions t WHERE t.id = NEW.transaction_row;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION name_player() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM remember_name(NEW.environment, NEW.user_name);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What a reader may see of a body who may not see names and accounts: the values of these fields, and nothing of a body
-- that cannot be read. Asked only of rows that deliveries_words has found.
CREATE FUNCTION body_words_of(body bytea, fields text[]) RETURNS tsvector LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 500 AS $$
DECLARE
  shown text;
BEGIN
  SELECT string_agg(value, ' ') INTO shown
    FROM jsonb_each_text(convert_from(body, 'UTF8')::jsonb) WHERE key = ANY (fields);
  RETURN to_tsvector('simple'::regconfig, regexp_replace(lower(coalesce(shown, '')), '[^a-z0-9]+', ' ', 'g'));
EXCEPTION WHEN OTHERS THEN
  RETURN ''::tsvector;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_other_instructions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cleared text[] := '{address,receiver_account,receiver_name,receiver_bank,receiver_bank_code,receiver_bank_branch,raw_removed_at}';
BEGIN
  IF OLD.raw_removed_at IS NULL AND NEW.raw_removed_at IS NOT NULL AND OLD.at < now() - interval '30 days'
    AND num_nonnulls(NEW.address, NEW.receiver_account, NEW.receiver_name, NEW.receiver_bank, NEW.receiver_bank_code, NEW.receiver_bank_branch) = 0
    AND to_jsonb(NEW) - cleared = to_jsonb(OLD) - cleared
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'payment_instructions is append-only' USING ERRCODE = 'restrict_violation';
END $$;
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
-- A payee is never deleted, and stays of its environment and currency. Versions in force only grow.
CREATE FUNCTION refuse_other_payee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.environment, NEW.currency, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.environment, OLD.currency, OLD.created_at)
    OR (OLD.version IS NOT NULL AND (NEW.version IS NULL OR NEW.version < OLD.version))
  THEN
    RAISE EXCEPTION 'a payee stays in the book as it was made' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_other_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Generated columns are not computed yet.
  decided text[] := '{decision,decided_by,decided_at,reason,account_since,name_key}';
BEGIN
  IF OLD.decision IS NOT NULL OR NEW.decision IS NULL OR to_jsonb(NEW) - decided IS DISTINCT FROM to_jsonb(OLD) - decided THEN
    RAISE EXCEPTION 'a version stays as it was proposed; only the decision is written later, once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- An event for the merchant's systems, in the transaction of its change, while one of them wants to hear of it.
CREATE FUNCTION write_webhook_event(its_environment environment, its_type webhook_event_type, its_row uuid, its_subject text, its_data jsonb)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  its_position bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE environment = its_environment AND removed_at IS NULL AND its_type = ANY (types))
    AND NOT EXISTS (SELECT FROM api_keys WHERE environment = its_environment AND revoked_at IS NULL AND 'events:read' = ANY (scopes)) THEN
    RETURN;
  END IF;
  -- A transaction may have its number before it waits for the lock of the row: then another one with a higher number has
  -- written of the row before it, and this event comes after that one in the feed. Its number only grows by this, so that
  -- no reader has gone past it.
  INSERT INTO webhook_events (environment, type, subject_row, subject, data, at, xid)
    VALUES (its_environment, its_type, its_row, its_subject, its_data, clock_timestamp(),
      greatest(pg_current_xact_id()::text::bigint,
        (SELECT max(e.xid) FROM webhook_events e WHERE e.subject = its_subject AND e.subject_row = its_row)))
    RETURNING position INTO its_position;
  INSERT INTO webhook_deliveries (endpoint_id, position, subject_row, next_try_at)
    SELECT id, its_position, its_row, clock_timestamp() FROM webhook_endpoints
    WHERE environment = its_environment AND removed_at IS NULL AND its_type = ANY (types);
END $$;
--> statement-breakpoint
-- Amounts as text, so that no digit is lost. `paid` by the rule of /v1/orders: a resolution does not make an order paid.
CREATE FUNCTION tell_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_webhook_event(NEW.environment, CASE TG_OP WHEN 'INSERT' THEN 'order.created' ELSE 'order.updated' END::webhook_event_type,
    NEW.id, NEW.reference_id, jsonb_build_object(
      'referenceId', NEW.reference_id, 'transactionId', NEW.transaction_id, 'type', NEW.type, 'currency', NEW.currency,
      'amount', NEW.amount::text, 'fee', NEW.fee::text, 'netAmount', NEW.net_amount::text, 'actualAmount', NEW.actual_amount::text,
      'playerId', NEW.player_id, 'submission', NEW.submission, 'status', NEW.status,
      'evidence', CASE WHEN NEW.status_source IS NULL THEN NULL ELSE
        jsonb_build_object('source', NEW.status_source, 'at', NEW.status_at) END,
      'paid', NEW.status IS NOT DISTINCT FROM 'COMPLETED' AND NEW.status_source IS NOT NULL AND NEW.status_at IS NOT NULL
        AND NEW.discrepancy_at IS NULL,
      'discrepancy', NEW.discrepancy_at IS NOT NULL AND NEW.resolved_at IS NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The subject is the player: an event of an earlier registration does not arrive after one of a later.
CREATE FUNCTION tell_of_player() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_webhook_event(NEW.environment, 'player.updated', md5(NEW.environment || ' ' || NEW.player_id)::uuid, NEW.player_id, jsonb_build_object(
    'playerId', NEW.player_id, 'currency', NEW.currency, 'submission', NEW.submission, 'status', NEW.status,
    'evidence', CASE WHEN NEW.status_source IS NULL THEN NULL ELSE
      jsonb_build_object('source', NEW.status_source, 'at', NEW.status_at) END));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON deliveries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER as_it_came BEFORE UPDATE ON deliveries FOR EACH ROW EXECUTE FUNCTION refuse_other_delivery();
--> statement-breakpoint
CREATE TRIGGER tells_of_new AFTER INSERT ON transactions FOR EACH ROW EXECUTE FUNCTION tell_of_order();
--> statement-breakpoint
CREATE TRIGGER tells_of_change AFTER UPDATE ON transactions FOR EACH ROW
  WHEN ((OLD.submission, OLD.status, OLD.discrepancy_at, OLD.resolved_at) IS DISTINCT FROM (NEW.submission, NEW.status, NEW.discrepancy_at, NEW.resolved_at))
  EXECUTE FUNCTION tell_of_order();
--> statement-breakpoint
-- A later registration says what is true of the player.
CREATE TRIGGER tells_of_change AFTER UPDATE ON registrations FOR EACH ROW
  WHEN (NEW.superseded_at IS NULL AND (OLD.submission, OLD.status) IS DISTINCT FROM (NEW.submission, NEW.status))
  EXECUTE FUNCTION tell_of_player();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE ON webhook_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- WEBHOOK_DAYS may be shorter by mistake: what is younger stays.
CREATE FUNCTION refuse_young_webhook_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.at > clock_timestamp() - interval '31 days' THEN
    RAISE EXCEPTION 'events are kept for at least 31 days' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER kept_for_a_month BEFORE DELETE ON webhook_events
  FOR EACH ROW EXECUTE FUNCTION refuse_young_webhook_event();
--> statement-breakpoint
CREATE TRIGGER as_intended BEFORE UPDATE OR DELETE OR TRUNCATE ON withdrawals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_intent();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approvals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER awaits_link AFTER INSERT ON audit_events REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION await_audit_link();
--> statement-breakpoint
CREATE TRIGGER as_written BEFORE UPDATE OR TRUNCATE ON audit_unlinked
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER linked AFTER DELETE ON audit_unlinked REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unlinked();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON registration_reports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON registration_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER as_intended BEFORE UPDATE ON registrations FOR EACH ROW EXECUTE FUNCTION refuse_other_registration();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON registrations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER as_intended BEFORE UPDATE OR DELETE OR TRUNCATE ON deposits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_intent();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON exchanges
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER as_it_went BEFORE UPDATE ON exchanges FOR EACH ROW EXECUTE FUNCTION refuse_other_exchange();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON registration_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER as_started BEFORE UPDATE ON registration_rows FOR EACH ROW EXECUTE FUNCTION refuse_other_registration_row();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON daily_closes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER as_uploaded BEFORE UPDATE OR TRUNCATE ON attachments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON withdrawal_attachments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON batch_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON column_mappings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON day_reopenings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON discrepancies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON discrepancy_resolutions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_dismissals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER as_made BEFORE UPDATE ON payees FOR EACH ROW EXECUTE FUNCTION refuse_other_payee();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON payees
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payee_imports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON account_checks
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER as_proposed BEFORE UPDATE ON payee_versions FOR EACH ROW EXECUTE FUNCTION refuse_other_version();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON payee_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER keep_last_admin BEFORE UPDATE OR DELETE ON users FOR EACH ROW
  WHEN (OLD.role = 'admin' AND OLD.disabled_at IS NULL) EXECUTE FUNCTION keep_last_admin();
--> statement-breakpoint
CREATE TRIGGER named AFTER INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION name_recipient();
--> statement-breakpoint
CREATE TRIGGER named AFTER INSERT ON deposits FOR EACH ROW EXECUTE FUNCTION name_payer();
--> statement-breakpoint
CREATE TRIGGER named AFTER INSERT ON registrations FOR EACH ROW EXECUTE FUNCTION name_player();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON payment_instructions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER as_it_was_said BEFORE UPDATE ON payment_instructions
  FOR EACH ROW EXECUTE FUNCTION refuse_other_instructions();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON attestations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER neighbours AFTER INSERT ON party_names FOR EACH ROW EXECUTE FUNCTION write_neighbours();
--> statement-breakpoint
-- What the planner knows of an index of some rows only it does not use. With these it knows the words and the pairs of
-- letters that many bodies hold, so that the indexes need no statistics of their own.
CREATE STATISTICS deliveries_pairs_known ON (wide_pairs(body_wide_text(body))) FROM deliveries;
--> statement-breakpoint
CREATE STATISTICS deliveries_words_known ON (body_words(body)) FROM deliveries;
--> statement-breakpoint
ALTER INDEX deliveries_words ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
ALTER INDEX deliveries_pairs ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliation_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON ledger_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A line stays as it was read. Only its text may go, whole and once.
CREATE FUNCTION refuse_other_ledger_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.raw = '' AND to_jsonb(NEW) - 'raw' = to_jsonb(OLD) - 'raw' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a line of a ledger stays as it was read' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER as_read BEFORE UPDATE ON ledger_rows FOR EACH ROW EXECUTE FUNCTION refuse_other_ledger_row();
--> statement-breakpoint
CREATE TRIGGER as_uploaded BEFORE UPDATE OR TRUNCATE ON ledger_file_parts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The content of a ledger goes with a mark on the ledger, and not within its first month.
CREATE FUNCTION refuse_early_ledger_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger_files f WHERE f.id = OLD.file_id AND f.raw_removed_at IS NOT NULL
    AND f.uploaded_at < f.raw_removed_at - interval '30 days') THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'a ledger stays as it was uploaded' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER not_early BEFORE DELETE ON ledger_file_parts FOR EACH ROW EXECUTE FUNCTION refuse_early_ledger_removal();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_sources
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON bank_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION refuse_other_statement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  withdrawn text[] := '{withdrawn_by,withdrawn_at}';
BEGIN
  IF OLD.withdrawn_at IS NULL AND num_nulls(NEW.withdrawn_by, NEW.withdrawn_at) = 0 AND to_jsonb(NEW) - withdrawn = to_jsonb(OLD) - withdrawn
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a statement stays as it was uploaded; only that it is withdrawn is written, once' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER as_uploaded BEFORE UPDATE ON bank_statements FOR EACH ROW EXECUTE FUNCTION refuse_other_statement();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON bank_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION refuse_other_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'is_counted' = to_jsonb(OLD) - 'is_counted' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'an entry stays as it was read; only whether it counts changes' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER as_read BEFORE UPDATE ON bank_entries FOR EACH ROW EXECUTE FUNCTION refuse_other_entry();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON exception_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON month_packages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER as_packed BEFORE UPDATE ON month_packages
  FOR EACH ROW WHEN (OLD.packed_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
