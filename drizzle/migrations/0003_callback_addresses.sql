ALTER TYPE "public"."delivery_refusal" ADD VALUE 'not signed';--> statement-breakpoint
ALTER TYPE "public"."delivery_refusal" ADD VALUE 'broken off';--> statement-breakpoint
CREATE TABLE "callback_addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"token" text NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"retired_by" uuid,
	"retired_at" timestamp with time zone,
	CONSTRAINT "callback_addresses_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "signature_lock_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"locks" boolean NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"applied_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "stray_calls" (
	"environment" "environment" NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"calls" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"last_source_address" text,
	CONSTRAINT "stray_calls_environment_hour_pk" PRIMARY KEY("environment","hour")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "registration_row" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "environment_address" uuid;--> statement-breakpoint
ALTER TABLE "callback_addresses" ADD CONSTRAINT "callback_addresses_made_by_people_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_addresses" ADD CONSTRAINT "callback_addresses_retired_by_people_id_fk" FOREIGN KEY ("retired_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_lock_changes" ADD CONSTRAINT "signature_lock_changes_proposed_by_people_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_lock_changes" ADD CONSTRAINT "signature_lock_changes_decided_by_people_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "callback_addresses_newest" ON "callback_addresses" USING btree ("environment","made_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "signature_lock_changes_in_force" ON "signature_lock_changes" USING btree ("environment","applied_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "signature_lock_changes_one_open" ON "signature_lock_changes" USING btree ("environment") WHERE "signature_lock_changes"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "deliveries_to_look_up" ON "deliveries" USING btree ("judged_at") WHERE "deliveries"."effect" = 'asked' and "deliveries"."transaction_row" is null and "deliveries"."environment_address" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_by_environment_address" ON "deliveries" USING btree ("environment_address","received_at") WHERE "deliveries"."environment_address" is not null;--> statement-breakpoint
-- The order that a delivery is about may be found out later; the address that it came to may not.
CREATE OR REPLACE FUNCTION refuse_other_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.environment, NEW.registration_row, NEW.environment_address, NEW.received_at, NEW.source_address, NEW.headers, NEW.body, NEW.signature, NEW.refusal, NEW.answered)
    IS DISTINCT FROM
     (OLD.id, OLD.environment, OLD.registration_row, OLD.environment_address, OLD.received_at, OLD.source_address, OLD.headers, OLD.body, OLD.signature, OLD.refusal, OLD.answered)
    OR (OLD.transaction_row IS NOT NULL AND NEW.transaction_row IS DISTINCT FROM OLD.transaction_row)
  THEN
    RAISE EXCEPTION 'a delivery stays as it came; only its effect is written later' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
