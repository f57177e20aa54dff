CREATE TABLE "deposits" (
	"transaction_row" uuid PRIMARY KEY NOT NULL,
	"form_id" uuid,
	"payer_account_name" text,
	"payer_account" text,
	"payer_bank_code" text,
	"digest" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deposits_form_id_unique" UNIQUE("form_id")
);
--> statement-breakpoint
CREATE TABLE "payment_instructions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_instructions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_row" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"exchange_id" uuid NOT NULL,
	"address" text,
	"receiver_account" text,
	"receiver_name" text,
	"receiver_bank" text,
	"receiver_bank_code" text,
	"receiver_bank_branch" text
);
--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_requested_by_people_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_instructions" ADD CONSTRAINT "payment_instructions_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_instructions" ADD CONSTRAINT "payment_instructions_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_instructions_by_transaction" ON "payment_instructions" USING btree ("transaction_row","id");--> statement-breakpoint
CREATE INDEX "transactions_deposits_of_player" ON "transactions" USING btree ("environment","player_id") WHERE "transactions"."type" = 'DEPOSIT';--> statement-breakpoint
CREATE TRIGGER as_intended BEFORE UPDATE OR DELETE OR TRUNCATE ON deposits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_intent();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_instructions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
