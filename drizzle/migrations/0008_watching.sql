CREATE TYPE "public"."history_finding" AS ENUM('waiting', 'unreachable', 'joined', 'held before', 'not found', 'not valid', 'twice');--> statement-breakpoint
CREATE TABLE "history_rows" (
	"run_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"given" text NOT NULL,
	"finding" "history_finding" NOT NULL,
	"reference_id" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	CONSTRAINT "history_rows_run_id_line_pk" PRIMARY KEY("run_id","line")
);
--> statement-breakpoint
CREATE TABLE "history_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"started_by" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"rows" integer NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "wire_facts" (
	"environment" "environment" NOT NULL,
	"fact" text NOT NULL,
	"value" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wire_facts_environment_fact_value_pk" PRIMARY KEY("environment","fact","value")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "said" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "reference_id" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "raw_removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exchanges" ADD COLUMN "raw_removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "history_rows" ADD CONSTRAINT "history_rows_run_id_history_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."history_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_runs" ADD CONSTRAINT "history_runs_started_by_people_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "history_rows_due" ON "history_rows" USING btree ("run_id","due_at","line") WHERE "history_rows"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "history_runs_newest" ON "history_runs" USING btree ("environment","started_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "history_runs_open" ON "history_runs" USING btree ("environment") WHERE "history_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "deliveries_raw" ON "deliveries" USING btree ("received_at") WHERE "deliveries"."raw_removed_at" is null;--> statement-breakpoint
CREATE INDEX "exchanges_raw" ON "exchanges" USING btree ("sent_at") WHERE "exchanges"."raw_removed_at" is null;--> statement-breakpoint
-- The log's pages: each index holds in itself all that a list shows, so that a page is a few blocks, however old it is.
CREATE INDEX deliveries_by_effect ON deliveries (environment, effect, received_at DESC, id DESC)
  INCLUDE (signature, refusal, answered, source_address, said, transaction_row, reference_id) WHERE effect IS NOT NULL;
--> statement-breakpoint
CREATE INDEX deliveries_by_refusal ON deliveries (environment, refusal, received_at DESC, id DESC)
  INCLUDE (signature, effect, answered, source_address, said, transaction_row, reference_id) WHERE refusal IS NOT NULL;
--> statement-breakpoint
CREATE INDEX deliveries_by_signature ON deliveries (environment, signature, received_at DESC, id DESC)
  INCLUDE (refusal, effect, answered, source_address, said, transaction_row, reference_id);
--> statement-breakpoint
CREATE INDEX audit_events_newest ON audit_events (environment, at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX audit_events_of_people ON audit_events (environment, at DESC, id DESC) WHERE actor_kind = 'person';
--> statement-breakpoint
-- Letters and digits only, so that an id is found by itself or by a part of it, whatever stands around it.
CREATE FUNCTION body_words(body bytea) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple'::regconfig, regexp_replace(lower(encode(body, 'escape')), '[^a-z0-9]+', ' ', 'g'))
$$;
--> statement-breakpoint
CREATE INDEX deliveries_words ON deliveries USING gin (body_words(body));
--> statement-breakpoint
-- Whoever watches the log hears in which environment something happened, and asks what it was.
CREATE FUNCTION tell_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('choba_activity', seen.environment::text)
    FROM (SELECT DISTINCT environment FROM fresh WHERE environment IS NOT NULL) seen;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER told_of_new AFTER INSERT ON deliveries REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION tell_activity();
--> statement-breakpoint
CREATE TRIGGER told_of_judged AFTER UPDATE ON deliveries REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION tell_activity();
--> statement-breakpoint
CREATE TRIGGER told_of_new AFTER INSERT ON audit_events REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION tell_activity();
--> statement-breakpoint
-- What came in stays as it came. Only its raw text may go, whole and once, when it has been judged and is a month old.
CREATE OR REPLACE FUNCTION refuse_other_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  removes_raw boolean := OLD.raw_removed_at IS NULL AND NEW.raw_removed_at IS NOT NULL
    AND NEW.headers = '{}'::jsonb AND NEW.body = ''::bytea
    AND (OLD.effect IS NOT NULL OR OLD.refusal IS NOT NULL) AND OLD.received_at < now() - interval '30 days';
BEGIN
  IF (NEW.id, NEW.environment, NEW.registration_row, NEW.environment_address, NEW.received_at, NEW.source_address, NEW.signature, NEW.refusal, NEW.answered)
    IS DISTINCT FROM
     (OLD.id, OLD.environment, OLD.registration_row, OLD.environment_address, OLD.received_at, OLD.source_address, OLD.signature, OLD.refusal, OLD.answered)
    OR (OLD.transaction_row IS NOT NULL AND NEW.transaction_row IS DISTINCT FROM OLD.transaction_row)
    OR (NOT removes_raw AND (NEW.headers, NEW.body, NEW.raw_removed_at) IS DISTINCT FROM (OLD.headers, OLD.body, OLD.raw_removed_at))
  THEN
    RAISE EXCEPTION 'a delivery stays as it came; only its effect is written later' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The same for what went over the wire when we called the service.
DROP TRIGGER append_only ON exchanges;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON exchanges
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
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
CREATE TRIGGER as_it_went BEFORE UPDATE ON exchanges FOR EACH ROW EXECUTE FUNCTION refuse_other_exchange();
