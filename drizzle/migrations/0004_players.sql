CREATE TABLE "registration_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"registration_row" uuid NOT NULL,
	"number" integer NOT NULL,
	"nonce" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	"path" text NOT NULL,
	"body" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"outcome" "attempt_outcome",
	"ended_at" timestamp with time zone,
	"exchange_id" uuid,
	CONSTRAINT "registration_attempts_number" UNIQUE("registration_row","number")
);
--> statement-breakpoint
CREATE TABLE "registration_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"registration_row" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"source" "source" NOT NULL,
	"status" text NOT NULL,
	"verdict" "report_verdict" NOT NULL,
	"exchange_id" uuid,
	"delivery_id" uuid
);
--> statement-breakpoint
CREATE TABLE "registration_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"form_id" uuid NOT NULL,
	"name" text NOT NULL,
	"digest" text NOT NULL,
	"started_by" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	CONSTRAINT "registration_files_form_id_unique" UNIQUE("form_id")
);
--> statement-breakpoint
CREATE TABLE "registration_rows" (
	"file_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"player_id" text NOT NULL,
	"user_name" text NOT NULL,
	"left_out" text,
	"registration_row" uuid,
	CONSTRAINT "registration_rows_line" UNIQUE("file_id","line")
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"player_id" text NOT NULL,
	"user_name" text,
	"currency" text NOT NULL,
	"form_id" uuid,
	"submission" "submission",
	"status" text,
	"status_source" "source",
	"status_at" timestamp with time zone,
	"callback_token" text,
	"requested_by" uuid,
	"due_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"last_asked_at" timestamp with time zone,
	"next_ask_at" timestamp with time zone,
	"asks" integer DEFAULT 0 NOT NULL,
	"superseded_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "registrations_form_id_unique" UNIQUE("form_id"),
	CONSTRAINT "registrations_callback_token_unique" UNIQUE("callback_token")
);
--> statement-breakpoint
ALTER TABLE "exchanges" ADD COLUMN "registration_row" uuid;--> statement-breakpoint
ALTER TABLE "registration_attempts" ADD CONSTRAINT "registration_attempts_registration_row_registrations_id_fk" FOREIGN KEY ("registration_row") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_attempts" ADD CONSTRAINT "registration_attempts_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_reports" ADD CONSTRAINT "registration_reports_registration_row_registrations_id_fk" FOREIGN KEY ("registration_row") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_reports" ADD CONSTRAINT "registration_reports_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_reports" ADD CONSTRAINT "registration_reports_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_files" ADD CONSTRAINT "registration_files_started_by_people_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_rows" ADD CONSTRAINT "registration_rows_file_id_registration_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."registration_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_rows" ADD CONSTRAINT "registration_rows_registration_row_registrations_id_fk" FOREIGN KEY ("registration_row") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_requested_by_people_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registration_attempts_open" ON "registration_attempts" USING btree ("claimed_at") WHERE "registration_attempts"."outcome" is null;--> statement-breakpoint
CREATE INDEX "registration_reports_by_registration" ON "registration_reports" USING btree ("registration_row","at");--> statement-breakpoint
CREATE INDEX "registration_files_newest" ON "registration_files" USING btree ("environment","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_current" ON "registrations" USING btree ("environment","player_id") WHERE "registrations"."superseded_at" is null;--> statement-breakpoint
CREATE INDEX "registrations_by_player" ON "registrations" USING btree ("environment","player_id","created_at");--> statement-breakpoint
CREATE INDEX "registrations_newest" ON "registrations" USING btree ("environment","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "registrations_open" ON "registrations" USING btree ("environment","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "registrations"."superseded_at" is null and "registrations"."status" is distinct from 'REGISTERED';--> statement-breakpoint
CREATE INDEX "registrations_player_prefix" ON "registrations" USING btree ("environment","player_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "registrations_name_prefix" ON "registrations" USING btree ("environment","user_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "registrations_queued" ON "registrations" USING btree ("due_at") WHERE "registrations"."submission" = 'queued';--> statement-breakpoint
CREATE INDEX "registrations_due" ON "registrations" USING btree ("next_ask_at") WHERE "registrations"."next_ask_at" is not null;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_registration_row_registrations_id_fk" FOREIGN KEY ("registration_row") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exchanges_by_registration" ON "exchanges" USING btree ("registration_row","sent_at");--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON registration_reports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON registration_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON registration_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
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
CREATE TRIGGER as_intended BEFORE UPDATE ON registrations FOR EACH ROW EXECUTE FUNCTION refuse_other_registration();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON registrations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
