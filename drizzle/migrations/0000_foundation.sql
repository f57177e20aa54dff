CREATE TYPE "public"."approval_decision" AS ENUM('approved', 'declined', 'sent back');--> statement-breakpoint
CREATE TYPE "public"."delivery_effect" AS ENUM('asked', 'settled', 'contested', 'repeat', 'mismatch');--> statement-breakpoint
CREATE TYPE "public"."delivery_refusal" AS ENUM('unreadable', 'wrong type', 'too large', 'too slow', 'wrong signature');--> statement-breakpoint
CREATE TYPE "public"."delivery_signature" AS ENUM('absent', 'valid', 'wrong', 'unchecked');--> statement-breakpoint
CREATE TYPE "public"."attempt_outcome" AS ENUM('accepted', 'rejected', 'not sent', 'unknown');--> statement-breakpoint
CREATE TYPE "public"."exchange_purpose" AS ENUM('create', 'look', 'control');--> statement-breakpoint
CREATE TYPE "public"."report_verdict" AS ENUM('moved', 'same', 'hint', 'conflict', 'mismatch');--> statement-breakpoint
CREATE TYPE "public"."role" AS ENUM('admin', 'finance', 'support', 'ops', 'approver');--> statement-breakpoint
CREATE TYPE "public"."environment" AS ENUM('sandbox', 'production');--> statement-breakpoint
CREATE TYPE "public"."source" AS ENUM('unsigned callback', 'create answer', 'signed callback', 'query');--> statement-breakpoint
CREATE TYPE "public"."submission" AS ENUM('awaiting approval', 'declined', 'sent back', 'withdrawn', 'expired', 'queued', 'submitting', 'accepted', 'rejected', 'unknown', 'not created', 'stopped');--> statement-breakpoint
CREATE TYPE "public"."account_type" AS ENUM('1', '2');--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transaction_row" uuid NOT NULL,
	"decision" "approval_decision" NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"digest" text NOT NULL,
	"reason" text,
	CONSTRAINT "approvals_one_each" UNIQUE("transaction_row","by")
);
--> statement-breakpoint
CREATE TABLE "rule_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"rules" jsonb NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"applied_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"environment" "environment",
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "balance_snapshots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "balance_snapshots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" "environment" NOT NULL,
	"currency" text NOT NULL,
	"available" numeric NOT NULL,
	"ledger" numeric NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"transaction_row" uuid,
	"received_at" timestamp with time zone NOT NULL,
	"source_address" text,
	"headers" jsonb NOT NULL,
	"body" "bytea" NOT NULL,
	"signature" "delivery_signature" NOT NULL,
	"refusal" "delivery_refusal",
	"answered" integer NOT NULL,
	"effect" "delivery_effect",
	"judged_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transaction_row" uuid NOT NULL,
	"number" integer NOT NULL,
	"nonce" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	"path" text NOT NULL,
	"body" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"outcome" "attempt_outcome",
	"ended_at" timestamp with time zone,
	"exchange_id" uuid,
	CONSTRAINT "attempts_number" UNIQUE("transaction_row","number")
);
--> statement-breakpoint
CREATE TABLE "exchanges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"transaction_row" uuid,
	"purpose" "exchange_purpose" NOT NULL,
	"path" text NOT NULL,
	"request_body" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"http_status" integer,
	"headers" jsonb NOT NULL,
	"body" text,
	"service_time" timestamp with time zone,
	"failure" jsonb
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transaction_row" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"source" "source" NOT NULL,
	"status" text NOT NULL,
	"verdict" "report_verdict" NOT NULL,
	"exchange_id" uuid,
	"delivery_id" uuid
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" "role" NOT NULL,
	"password_hash" text NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_email_unique" UNIQUE("email"),
	CONSTRAINT "people_email_is_lower_case" CHECK ("people"."email" = lower("people"."email"))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"user_agent" text,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"reference_id" text NOT NULL,
	"transaction_id" text,
	"type" text NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric NOT NULL,
	"fee" numeric,
	"net_amount" numeric,
	"actual_amount" numeric,
	"player_id" text,
	"method" text,
	"submission" "submission",
	"status" text,
	"status_source" "source",
	"status_at" timestamp with time zone,
	"conflict_at" timestamp with time zone,
	"replaces" uuid,
	"callback_token" text,
	"last_asked_at" timestamp with time zone,
	"next_ask_at" timestamp with time zone,
	"asks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transactions_replaces_unique" UNIQUE("replaces"),
	CONSTRAINT "transactions_callback_token_unique" UNIQUE("callback_token"),
	CONSTRAINT "transactions_reference_id" UNIQUE("environment","reference_id"),
	CONSTRAINT "transactions_transaction_id" UNIQUE("environment","transaction_id"),
	CONSTRAINT "transactions_amount_is_positive" CHECK ("transactions"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"transaction_row" uuid PRIMARY KEY NOT NULL,
	"form_id" uuid,
	"destination" text NOT NULL,
	"destination_name" text NOT NULL,
	"destination_branch_code" text,
	"destination_branch_name" text,
	"destination_account" text NOT NULL,
	"destination_account_name" text NOT NULL,
	"destination_account_type" "account_type",
	"digest" text NOT NULL,
	"approvers_needed" integer NOT NULL,
	"approval_expires_at" timestamp with time zone,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	CONSTRAINT "withdrawals_form_id_unique" UNIQUE("form_id")
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_by_people_id_fk" FOREIGN KEY ("by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_changes" ADD CONSTRAINT "rule_changes_proposed_by_people_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_changes" ADD CONSTRAINT "rule_changes_decided_by_people_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_replaces_transactions_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_requested_by_people_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rule_changes_in_force" ON "rule_changes" USING btree ("environment","applied_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "rule_changes_one_open" ON "rule_changes" USING btree ("environment") WHERE "rule_changes"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "audit_events_by_subject" ON "audit_events" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_events_by_environment" ON "audit_events" USING btree ("environment","id");--> statement-breakpoint
CREATE INDEX "balance_snapshots_newest" ON "balance_snapshots" USING btree ("environment","currency","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_newest" ON "deliveries" USING btree ("environment","received_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_unjudged" ON "deliveries" USING btree ("received_at") WHERE "deliveries"."effect" is null and "deliveries"."refusal" is null;--> statement-breakpoint
CREATE INDEX "deliveries_by_transaction" ON "deliveries" USING btree ("transaction_row","received_at");--> statement-breakpoint
CREATE INDEX "attempts_open" ON "attempts" USING btree ("claimed_at") WHERE "attempts"."outcome" is null;--> statement-breakpoint
CREATE INDEX "exchanges_by_transaction" ON "exchanges" USING btree ("transaction_row","sent_at");--> statement-breakpoint
CREATE INDEX "reports_by_transaction" ON "reports" USING btree ("transaction_row","at");--> statement-breakpoint
CREATE INDEX "sessions_by_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "transactions_newest" ON "transactions" USING btree ("environment","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transactions_due" ON "transactions" USING btree ("next_ask_at") WHERE "transactions"."next_ask_at" is not null;--> statement-breakpoint
CREATE INDEX "transactions_queued" ON "transactions" USING btree ("updated_at") WHERE "transactions"."submission" = 'queued';--> statement-breakpoint
CREATE INDEX "withdrawals_by_requester" ON "withdrawals" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "withdrawals_by_account" ON "withdrawals" USING btree ("destination","destination_account");