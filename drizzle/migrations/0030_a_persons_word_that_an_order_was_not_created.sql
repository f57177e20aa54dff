CREATE TABLE "attestations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attestations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_row" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" uuid NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "attestations_once_each" UNIQUE("transaction_row","by")
);
--> statement-breakpoint
ALTER TABLE "attestations" ADD CONSTRAINT "attestations_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attestations" ADD CONSTRAINT "attestations_by_people_id_fk" FOREIGN KEY ("by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON attestations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
