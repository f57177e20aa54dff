CREATE TABLE "daily_closes" (
	"environment" "environment" NOT NULL,
	"day" date NOT NULL,
	"document" text NOT NULL,
	"hash" text NOT NULL,
	"closed_by" uuid NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "daily_closes_environment_day_pk" PRIMARY KEY("environment","day")
);
--> statement-breakpoint
DROP INDEX "transactions_in_flight";--> statement-breakpoint
ALTER TABLE "daily_closes" ADD CONSTRAINT "daily_closes_closed_by_people_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_settling" ON "reports" USING btree ("at") WHERE ("reports"."verdict" = 'moved' and "reports"."status" in ('COMPLETED', 'FAILED', 'CANCELLED', 'RESOLVED'));--> statement-breakpoint
CREATE INDEX "transactions_in_flight" ON "transactions" USING btree ("environment","currency") WHERE (("transactions"."submission" is null or "transactions"."submission" in ('submitting', 'unknown', 'accepted'))
    and ("transactions"."status" is null or "transactions"."status" not in ('COMPLETED', 'FAILED', 'CANCELLED', 'RESOLVED')));--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON daily_closes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
