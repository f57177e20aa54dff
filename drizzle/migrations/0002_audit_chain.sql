CREATE TYPE "public"."audit_chain" AS ENUM('sandbox', 'production', 'console');--> statement-breakpoint
CREATE TABLE "audit_links" (
	"chain" "audit_chain" NOT NULL,
	"position" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_links_chain_position_pk" PRIMARY KEY("chain","position"),
	CONSTRAINT "audit_links_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
ALTER TABLE "audit_links" ADD CONSTRAINT "audit_links_event_id_audit_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."audit_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The same as linkHash in lib/audit/chain.ts: each column with its length in front, so that no two lines are alike.
CREATE FUNCTION audit_link_hash(previous bytea, e audit_events) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(previous || convert_to(string_agg(coalesce(octet_length(field) || ':' || field, '-'), ',' ORDER BY n), 'UTF8'))
  FROM unnest(ARRAY[
    e.id::text, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.environment::text,
    e.actor_kind, e.actor_id, e.actor_name, e.action, e.subject, e.detail::text
  ]) WITH ORDINALITY AS columns(field, n)
$$;
--> statement-breakpoint
CREATE FUNCTION append_audit_link(e audit_events) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  its_chain audit_chain := coalesce(e.environment::text, 'console');
  last audit_links;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('choba audit chain ' || its_chain, 0));
  SELECT * INTO last FROM audit_links WHERE chain = its_chain ORDER BY position DESC LIMIT 1;
  INSERT INTO audit_links VALUES (
    its_chain, coalesce(last.position, 0) + 1, e.id,
    audit_link_hash(coalesce(last.hash, sha256(convert_to('choba audit: ' || its_chain, 'UTF8'))), e)
  );
END $$;
--> statement-breakpoint
DO $$
DECLARE
  e audit_events;
BEGIN
  FOR e IN SELECT * FROM audit_events ORDER BY id LOOP
    PERFORM append_audit_link(e);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION link_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM append_audit_link(NEW);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Deferred: the chain is locked when all other locks of the transaction are held, so that it can never be part of a deadlock.
CREATE CONSTRAINT TRIGGER linked AFTER INSERT ON audit_events
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION link_audit_event();
