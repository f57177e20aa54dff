CREATE TYPE "public"."finding" AS ENUM('moved once', 'moved twice', 'not moved', 'reported amount moved', 'requested amount moved', 'not to be sent');--> statement-breakpoint
ALTER TYPE "public"."conflict_kind" ADD VALUE 'amount';--> statement-breakpoint
CREATE TABLE "contradictions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contradictions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_row" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" "conflict_kind" NOT NULL,
	"said" text NOT NULL,
	CONSTRAINT "contradictions_said" UNIQUE("transaction_row","kind","said")
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_row" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" uuid NOT NULL,
	"finding" "finding" NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "transactions_need_a_person";--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contradictions" ADD CONSTRAINT "contradictions_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_by_people_id_fk" FOREIGN KEY ("by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "settlements_by_transaction" ON "settlements" USING btree ("transaction_row","id");--> statement-breakpoint
CREATE INDEX "transactions_need_a_person" ON "transactions" USING btree ("environment","created_at") WHERE (("transactions"."conflict_at" is not null and "transactions"."settled_at" is null) or "transactions"."submission" in ('unknown', 'not created'));--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON contradictions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
