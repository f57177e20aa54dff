CREATE TYPE "public"."api_scope" AS ENUM('payouts:request', 'orders:read', 'payees:read', 'balances:read', 'players:read', 'events:read', 'personal:read', 'mcp:read');--> statement-breakpoint
CREATE TYPE "public"."approval_decision" AS ENUM('approved', 'declined', 'sent_back');--> statement-breakpoint
CREATE TYPE "public"."audit_chain" AS ENUM('sandbox', 'production', 'console');--> statement-breakpoint
CREATE TYPE "public"."backfill_finding" AS ENUM('waiting', 'unreachable', 'joined', 'held_before', 'not_found', 'not_valid', 'twice');--> statement-breakpoint
CREATE TYPE "public"."batch_state" AS ENUM('draft', 'awaiting_approval', 'sending', 'paused', 'sent', 'cancelled', 'declined', 'discarded');--> statement-breakpoint
CREATE TYPE "public"."batch_pause_reason" AS ENUM('user', 'access_refused', 'balance', 'unknown_in_a_row', 'discrepancy', 'held', 'altered');--> statement-breakpoint
CREATE TYPE "public"."account_type" AS ENUM('1', '2');--> statement-breakpoint
CREATE TYPE "public"."environment" AS ENUM('sandbox', 'production');--> statement-breakpoint
CREATE TYPE "public"."recipient_warning" AS ENUM('bank_unknown', 'branch_unknown', 'bank_name_as_typed', 'branch_name_as_typed');--> statement-breakpoint
CREATE TYPE "public"."delivery_effect" AS ENUM('asked', 'applied', 'contested', 'repeat', 'mismatch');--> statement-breakpoint
CREATE TYPE "public"."delivery_refusal" AS ENUM('unreadable', 'too_large', 'too_slow', 'wrong_signature', 'not_signed', 'broken_off');--> statement-breakpoint
CREATE TYPE "public"."delivery_signature" AS ENUM('absent', 'valid', 'wrong', 'unchecked');--> statement-breakpoint
CREATE TYPE "public"."finding" AS ENUM('moved_once', 'moved_twice', 'not_moved', 'reported_amount_moved', 'requested_amount_moved', 'not_to_be_sent');--> statement-breakpoint
CREATE TYPE "public"."attempt_outcome" AS ENUM('accepted', 'rejected', 'not_sent', 'unknown');--> statement-breakpoint
CREATE TYPE "public"."exchange_purpose" AS ENUM('create', 'status_check', 'control');--> statement-breakpoint
CREATE TYPE "public"."report_verdict" AS ENUM('moved', 'same', 'hint', 'conflict', 'mismatch');--> statement-breakpoint
CREATE TYPE "public"."freeze_cause" AS ENUM('manual', 'database_changed');--> statement-breakpoint
CREATE TYPE "public"."source_run_state" AS ENUM('running', 'done', 'failed');--> statement-breakpoint
CREATE TYPE "public"."notification_channel_kind" AS ENUM('slack', 'teams', 'line_works', 'webhook');--> statement-breakpoint
CREATE TYPE "public"."notification_locale" AS ENUM('en', 'ja');--> statement-breakpoint
CREATE TYPE "public"."notification_delivery_state" AS ENUM('waiting', 'sent', 'failed', 'withdrawn');--> statement-breakpoint
CREATE TYPE "public"."notification_event" AS ENUM('approval_waiting', 'approval_expiring', 'approval_unseen', 'outcome_unknown', 'discrepancy', 'forged_callbacks', 'batch_paused', 'batch_attention', 'service_unreachable', 'day_not_closed', 'low_balance', 'webhook_disabled', 'ledger_source_failed', 'batch_completed', 'payee_changed', 'kyc_failed', 'daily_digest');--> statement-breakpoint
CREATE TYPE "public"."account_check_result" AS ENUM('confirmed', 'no_account', 'name_differs', 'other');--> statement-breakpoint
CREATE TYPE "public"."payee_decision" AS ENUM('approved', 'rejected', 'withdrawn');--> statement-breakpoint
CREATE TYPE "public"."proposal_kind" AS ENUM('approval_rules', 'daily_limits', 'signature_lock', 'resume_payouts', 'day', 'exception', 'api_key_limits', 'user');--> statement-breakpoint
CREATE TYPE "public"."exception_state" AS ENUM('open', 'matched', 'closed', 'superseded');--> statement-breakpoint
CREATE TYPE "public"."reconciliation_class" AS ENUM('credited_not_completed', 'completed_not_credited', 'amount_differs', 'only_in_ledger', 'only_at_service', 'across_cutoff', 'matched');--> statement-breakpoint
CREATE TYPE "public"."reconciliation_state" AS ENUM('importing', 'matching', 'done', 'cancelled', 'failed');--> statement-breakpoint
CREATE TYPE "public"."discrepancy_kind" AS ENUM('reports', 'altered', 'double', 'amount');--> statement-breakpoint
CREATE TYPE "public"."ended_at_source" AS ENUM('service', 'learned');--> statement-breakpoint
CREATE TYPE "public"."hold_reason" AS ENUM('requester_inactive', 'requester_not_permitted', 'approvals_not_enough', 'payee_blocked', 'payee_undecided', 'payee_changed', 'daily_limit');--> statement-breakpoint
CREATE TYPE "public"."source" AS ENUM('unsigned_callback', 'create_answer', 'signed_callback', 'query');--> statement-breakpoint
CREATE TYPE "public"."submission" AS ENUM('awaiting_approval', 'declined', 'sent_back', 'withdrawn', 'expired', 'queued', 'submitting', 'accepted', 'rejected', 'unknown', 'not_created', 'stopped');--> statement-breakpoint
CREATE TYPE "public"."role" AS ENUM('admin', 'finance', 'support', 'ops', 'approver', 'viewer', 'api_key');--> statement-breakpoint
CREATE TYPE "public"."view_list" AS ENUM('transactions', 'withdrawals', 'deposits', 'players');--> statement-breakpoint
CREATE TYPE "public"."webhook_event_type" AS ENUM('order.created', 'order.updated', 'player.updated');--> statement-breakpoint
CREATE TYPE "public"."webhook_state" AS ENUM('waiting', 'delivered', 'failed');--> statement-breakpoint
CREATE TYPE "public"."approval_basis" AS ENUM('payout', 'batch', 'requester_24h', 'person_24h', 'payee_24h');--> statement-breakpoint
CREATE TABLE "api_facts" (
	"environment" "environment" NOT NULL,
	"fact" text NOT NULL,
	"value" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "api_facts_environment_fact_value_pk" PRIMARY KEY("environment","fact","value")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment" "environment" NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" text NOT NULL,
	"former" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"scopes" "api_scope"[] NOT NULL,
	"networks" text[] NOT NULL,
	"limits" jsonb NOT NULL,
	"unattended" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"expires_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"holders" uuid[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"rotated_at" timestamp with time zone,
	"revoked_by" uuid,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_used_from" text,
	CONSTRAINT "api_keys_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "api_keys_revoked" CHECK (("api_keys"."revoked_at" is null) = ("api_keys"."revoked_by" is null))
);
--> statement-breakpoint
CREATE TABLE "api_requests" (
	"key_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"digest" text NOT NULL,
	"status" integer,
	"answer" json,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "api_requests_key_id_idempotency_key_pk" PRIMARY KEY("key_id","idempotency_key")
);
--> statement-breakpoint
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
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawal_attachments" (
	"transaction_row" uuid NOT NULL,
	"attachment_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "withdrawal_attachments_transaction_row_position_pk" PRIMARY KEY("transaction_row","position")
);
--> statement-breakpoint
CREATE TABLE "attestations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attestations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_row" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" uuid NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "attestations_once_each" UNIQUE("transaction_row","by")
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
CREATE TABLE "audit_links" (
	"chain" "audit_chain" NOT NULL,
	"position" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_links_chain_position_pk" PRIMARY KEY("chain","position"),
	CONSTRAINT "audit_links_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "audit_unlinked" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"chain" "audit_chain" NOT NULL,
	"digest" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backfill_rows" (
	"run_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"given" text NOT NULL,
	"finding" "backfill_finding" NOT NULL,
	"reference_id" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	CONSTRAINT "backfill_rows_run_id_line_pk" PRIMARY KEY("run_id","line")
);
--> statement-breakpoint
CREATE TABLE "backfill_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"started_by" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"rows" integer NOT NULL,
	"failure" jsonb,
	"ended_at" timestamp with time zone
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
CREATE TABLE "batch_files" (
	"environment" "environment" NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "batch_files_environment_sha256_pk" PRIMARY KEY("environment","sha256")
);
--> statement-breakpoint
CREATE TABLE "batch_approvals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" uuid NOT NULL,
	"decision" "approval_decision" NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"digest" text NOT NULL,
	"reason" text,
	CONSTRAINT "batch_approvals_one_each" UNIQUE("batch_id","digest","by")
);
--> statement-breakpoint
CREATE TABLE "batch_rows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"raw" text NOT NULL,
	"fields" jsonb NOT NULL,
	"marks" jsonb DEFAULT '{"restored":[],"converted":[]}'::jsonb NOT NULL,
	"file_problems" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problems" jsonb,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"accepted" jsonb,
	"excluded_by" uuid,
	"excluded_reason" text,
	"terms" jsonb,
	"currency" text,
	"amount" numeric,
	"payee_key" text,
	"payee_id" uuid,
	"payee_version" integer,
	"reference_id" text NOT NULL,
	"digest" text,
	"transaction_row" uuid,
	"ordered_at" timestamp with time zone,
	"replaces" uuid,
	"replaced_by" text,
	CONSTRAINT "batch_rows_transaction_row_unique" UNIQUE("transaction_row"),
	CONSTRAINT "batch_rows_line" UNIQUE("batch_id","line")
);
--> statement-breakpoint
CREATE TABLE "batch_turns" (
	"environment" "environment" PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"name" text NOT NULL,
	"file_sha256" text NOT NULL,
	"encoding" text NOT NULL,
	"format" text NOT NULL,
	"mapping_id" uuid,
	"run" integer NOT NULL,
	"run_reason" text,
	"follows" uuid,
	"is_retry" boolean DEFAULT false NOT NULL,
	"state" "batch_state" NOT NULL,
	"edits" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"root" text,
	"totals" jsonb,
	"trailers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"trailers_accepted" jsonb,
	"approvers_needed" integer,
	"approval_expires_at" timestamp with time zone,
	"new_payee_until" timestamp with time zone,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"requested_by" uuid,
	"requested_at" timestamp with time zone,
	"pause_reason" "batch_pause_reason",
	"paused_by" uuid,
	"sending_since" timestamp with time zone,
	"possibly_sent_until" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "batches_run" UNIQUE("environment","file_sha256","run")
);
--> statement-breakpoint
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
CREATE TABLE "callback_quotas" (
	"address" uuid NOT NULL,
	"day" date NOT NULL,
	"environment" "environment" NOT NULL,
	"kept" integer NOT NULL,
	"kept_bytes" bigint NOT NULL,
	"not_kept" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"last_source_address" text,
	CONSTRAINT "callback_quotas_address_day_pk" PRIMARY KEY("address","day")
);
--> statement-breakpoint
CREATE TABLE "query_budgets" (
	"address" uuid PRIMARY KEY NOT NULL,
	"environment" "environment" NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"in_vain" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unknown_token_calls" (
	"environment" "environment" NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"calls" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"last_source_address" text,
	CONSTRAINT "unknown_token_calls_environment_hour_pk" PRIMARY KEY("environment","hour")
);
--> statement-breakpoint
CREATE TABLE "column_mappings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"of" text NOT NULL,
	"fingerprint" text NOT NULL,
	"version" integer NOT NULL,
	"header" jsonb NOT NULL,
	"mapping" jsonb NOT NULL,
	"saved_by" uuid NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "column_mappings_version" UNIQUE("environment","of","fingerprint","version")
);
--> statement-breakpoint
CREATE TABLE "daily_closes" (
	"environment" "environment" NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"document" text NOT NULL,
	"hash" text NOT NULL,
	"closed_by" uuid NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "daily_closes_environment_day_version_pk" PRIMARY KEY("environment","day","version")
);
--> statement-breakpoint
CREATE TABLE "day_reopenings" (
	"environment" "environment" NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"confirmed_by" uuid NOT NULL,
	"reopened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "day_reopenings_environment_day_version_pk" PRIMARY KEY("environment","day","version")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"transaction_row" uuid,
	"registration_row" uuid,
	"environment_address" uuid,
	"received_at" timestamp with time zone NOT NULL,
	"source_address" text,
	"headers" jsonb NOT NULL,
	"body" "bytea" NOT NULL,
	"signature" "delivery_signature" NOT NULL,
	"refusal" "delivery_refusal",
	"answered" integer NOT NULL,
	"effect" "delivery_effect",
	"processed_at" timestamp with time zone,
	"said" jsonb,
	"reference_id" text,
	"raw_removed_at" timestamp with time zone
);
--> statement-breakpoint
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
	"receiver_bank_branch" text,
	"raw_removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "callback_disagreements" (
	"subject" uuid PRIMARY KEY NOT NULL,
	"environment" "environment" NOT NULL,
	"transaction_row" uuid,
	"registration_row" uuid,
	"delivery_id" uuid NOT NULL,
	"fields" jsonb NOT NULL,
	"is_proven" boolean NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"seen_by" uuid,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "discrepancies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discrepancies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_row" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" "discrepancy_kind" NOT NULL,
	"said" text NOT NULL,
	CONSTRAINT "contradictions_said" UNIQUE("transaction_row","kind","said")
);
--> statement-breakpoint
CREATE TABLE "discrepancy_resolutions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discrepancy_resolutions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_row" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" uuid NOT NULL,
	"finding" "finding" NOT NULL,
	"reason" text NOT NULL
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
	"raw_removed_at" timestamp with time zone,
	CONSTRAINT "attempts_number" UNIQUE("transaction_row","number")
);
--> statement-breakpoint
CREATE TABLE "exchanges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"transaction_row" uuid,
	"registration_row" uuid,
	"purpose" "exchange_purpose" NOT NULL,
	"path" text NOT NULL,
	"request_body" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"http_status" integer,
	"headers" jsonb NOT NULL,
	"body" text,
	"service_time" timestamp with time zone,
	"clock_process" text,
	"clock_ms" double precision,
	"failure" jsonb,
	"raw_removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transaction_row" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"source" "source" NOT NULL,
	"status" text NOT NULL,
	"verdict" "report_verdict" NOT NULL,
	"service_created_at" timestamp with time zone,
	"service_updated_at" timestamp with time zone,
	"exchange_id" uuid,
	"delivery_id" uuid
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"is_synced" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"kept_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"level" double precision NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totps" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint
);
--> statement-breakpoint
CREATE TABLE "order_dismissals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_dismissals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_row" uuid NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"setback" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "freezes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"cause" "freeze_cause" NOT NULL,
	"user_id" uuid,
	"reason" text NOT NULL,
	"frozen_by" uuid,
	"frozen_at" timestamp with time zone NOT NULL,
	"database_change" jsonb,
	"resumed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger_source_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"source_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"trigger" text NOT NULL,
	"started_by" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"state" "source_run_state" DEFAULT 'running' NOT NULL,
	"failure" text,
	"message" text,
	"rows" integer DEFAULT 0 NOT NULL,
	"file_id" uuid,
	"run_id" uuid
);
--> statement-breakpoint
CREATE TABLE "ledger_sources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"version" integer NOT NULL,
	"query" text NOT NULL,
	"header" jsonb NOT NULL,
	"mapping" jsonb NOT NULL,
	"run_at" text,
	"saved_by" uuid NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_sources_version" UNIQUE("environment","version")
);
--> statement-breakpoint
CREATE TABLE "journal_accounts" (
	"environment" "environment" PRIMARY KEY NOT NULL,
	"accounts" jsonb NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "month_packages" (
	"environment" "environment" NOT NULL,
	"month" text NOT NULL,
	"version" integer NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"packed_at" timestamp with time zone,
	"content" "bytea",
	"bytes" bigint,
	"sha256" text,
	"content_hash" text,
	"figures" jsonb,
	CONSTRAINT "month_packages_environment_month_version_pk" PRIMARY KEY("environment","month","version")
);
--> statement-breakpoint
CREATE TABLE "balance_movements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"explained_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "movement_names" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"movement_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"note" text NOT NULL,
	"rule_id" uuid,
	"named_by" uuid,
	"named_at" timestamp with time zone NOT NULL,
	"undone_by" uuid,
	"undone_at" timestamp with time zone,
	"undo_reason" text
);
--> statement-breakpoint
CREATE TABLE "movement_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"number" integer NOT NULL,
	"currency" text NOT NULL,
	"direction" text NOT NULL,
	"condition" text NOT NULL,
	"amount" numeric NOT NULL,
	"amount_to" numeric,
	"on_weekdays" boolean NOT NULL,
	"time_from" text,
	"time_to" text,
	"kind" text NOT NULL,
	"note" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_by" uuid,
	"ended_at" timestamp with time zone,
	CONSTRAINT "movement_rules_number" UNIQUE("environment","number")
);
--> statement-breakpoint
CREATE TABLE "movement_scans" (
	"environment" "environment" NOT NULL,
	"currency" text NOT NULL,
	"scanned_until" timestamp with time zone NOT NULL,
	"scanned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "movement_scans_environment_currency_pk" PRIMARY KEY("environment","currency")
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_row" uuid NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"kind" "notification_channel_kind" NOT NULL,
	"name" text NOT NULL,
	"locale" "notification_locale" NOT NULL,
	"host" text NOT NULL,
	"sealed_url" text,
	"sealed_secret" text,
	"added_by" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "notification_channels_removed" CHECK (("notification_channels"."removed_at" is null) = ("notification_channels"."sealed_url" is not null))
);
--> statement-breakpoint
CREATE TABLE "notification_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"notification_id" uuid NOT NULL,
	"channel_id" uuid,
	"user_id" uuid,
	"subscription_id" uuid,
	"state" "notification_delivery_state" DEFAULT 'waiting' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "notification_deliveries_to_one" CHECK (num_nonnulls("notification_deliveries"."channel_id", "notification_deliveries"."user_id", "notification_deliveries"."subscription_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"environment" "environment" NOT NULL,
	"user_id" uuid NOT NULL,
	"choices" jsonb NOT NULL,
	CONSTRAINT "notification_preferences_environment_user_id_pk" PRIMARY KEY("environment","user_id")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"environment" "environment" PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_views" (
	"notification_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_views_notification_id_user_id_pk" PRIMARY KEY("notification_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"event" "notification_event" NOT NULL,
	"subject" text NOT NULL,
	"caused_by" text,
	"at" timestamp with time zone NOT NULL,
	"fanned_out_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint_hash" text NOT NULL,
	"host" text NOT NULL,
	"sealed" text,
	"browser" text,
	"system" text,
	"locale" "notification_locale" NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "push_subscriptions_removed" CHECK (("push_subscriptions"."removed_at" is null) = ("push_subscriptions"."sealed" is not null))
);
--> statement-breakpoint
CREATE TABLE "party_names" (
	"environment" "environment" NOT NULL,
	"name_key" text NOT NULL,
	"words" text NOT NULL,
	"near" text[] NOT NULL,
	CONSTRAINT "party_names_environment_name_key_words_pk" PRIMARY KEY("environment","name_key","words")
);
--> statement-breakpoint
CREATE TABLE "party_near" (
	"environment" "environment" NOT NULL,
	"near" text NOT NULL,
	"name_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payee_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"result" "account_check_result" NOT NULL,
	"bank" text NOT NULL,
	"checked_on" date NOT NULL,
	"file_sha256" text NOT NULL,
	"imported_by" uuid NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_checks_once" UNIQUE("payee_id","version","file_sha256")
);
--> statement-breakpoint
CREATE TABLE "payee_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"name" text NOT NULL,
	"file_sha256" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payee_versions" (
	"payee_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"destination" text NOT NULL,
	"destination_name" text NOT NULL,
	"destination_branch_code" text,
	"destination_branch_name" text,
	"destination_account" text NOT NULL,
	"destination_account_name" text NOT NULL,
	"destination_account_type" "account_type",
	"yucho_symbol" text,
	"yucho_number" text,
	"warnings" "recipient_warning"[] DEFAULT '{}' NOT NULL,
	"payee_key" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (nullif(name_key(destination_account_name), '')) STORED,
	"player_id" text,
	"kyc_name" text,
	"label" text DEFAULT '' NOT NULL,
	"import_id" uuid,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"decision" "payee_decision",
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"reason" text,
	"account_since" timestamp with time zone,
	CONSTRAINT "payee_versions_payee_id_version_pk" PRIMARY KEY("payee_id","version"),
	CONSTRAINT "payee_versions_second_person" CHECK ("payee_versions"."decision" is distinct from 'approved' or ("payee_versions"."decided_by" is not null and "payee_versions"."decided_by" <> "payee_versions"."proposed_by"))
);
--> statement-breakpoint
CREATE TABLE "payees" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"currency" text NOT NULL,
	"version" integer,
	"waiting" integer,
	"blocked_at" timestamp with time zone,
	"blocked_by" uuid,
	"block_reason" text,
	"block_check" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "circuit_breakers" (
	"environment" "environment" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"trips" integer NOT NULL,
	"open_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "polling_leases" (
	"environment" "environment" NOT NULL,
	"slot" integer NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"holder" text NOT NULL,
	CONSTRAINT "polling_leases_environment_slot_pk" PRIMARY KEY("environment","slot")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" "proposal_kind" NOT NULL,
	"environment" "environment",
	"subject" text DEFAULT '' NOT NULL,
	"change" jsonb NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '72 hours' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"applied_at" timestamp with time zone,
	"rejection_reason" text,
	"dismissed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "exception_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exception_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"exception_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" uuid NOT NULL,
	"kind" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_file_parts" (
	"file_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "ledger_file_parts_file_id_part_pk" PRIMARY KEY("file_id","part")
);
--> statement-breakpoint
CREATE TABLE "ledger_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment" "environment" NOT NULL,
	"name" text NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"sha256" text,
	"bytes" bigint,
	"encoding" text,
	"raw_removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger_rows" (
	"run_id" uuid NOT NULL,
	"file" smallint NOT NULL,
	"line" integer NOT NULL,
	"raw" text NOT NULL,
	"transaction_id" text collate "C",
	"reference_id" text collate "C",
	"player_id" text,
	"type" text,
	"currency" text,
	"amount" numeric,
	"is_booked" boolean NOT NULL,
	"booked_at" timestamp with time zone,
	"problems" jsonb,
	CONSTRAINT "ledger_rows_run_id_file_line_pk" PRIMARY KEY("run_id","file","line")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_exceptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"identity" text NOT NULL,
	"class" "reconciliation_class" NOT NULL,
	"currency" text NOT NULL,
	"ledger_amount" numeric,
	"service_amount" numeric,
	"order_id" uuid,
	"ledger_key" text collate "C",
	"day" date NOT NULL,
	"first_run" uuid NOT NULL,
	"last_run" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"owner" uuid,
	"reason" text,
	"note" text,
	"state" "exception_state" DEFAULT 'open' NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_run" uuid,
	"closed_by" uuid,
	"close_reason" text
);
--> statement-breakpoint
CREATE TABLE "reconciliation_rows" (
	"run_id" uuid NOT NULL,
	"position" numeric NOT NULL,
	"class" "reconciliation_class" NOT NULL,
	"currency" text NOT NULL,
	"ledger_amount" numeric,
	"service_amount" numeric,
	"mark" text,
	"file" smallint,
	"line" integer,
	"order_id" uuid,
	"identity" text,
	CONSTRAINT "reconciliation_rows_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"file_ids" uuid[] NOT NULL,
	"mapping_id" uuid NOT NULL,
	"state" "reconciliation_state" DEFAULT 'importing' NOT NULL,
	"failure" text,
	"started_by" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"bytes" bigint NOT NULL,
	"bytes_read" bigint DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"broken_rows" integer DEFAULT 0 NOT NULL,
	"superseded_by" uuid,
	"figures" jsonb,
	"digest" text
);
--> statement-breakpoint
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
	"raw_removed_at" timestamp with time zone,
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
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"player_id" text NOT NULL,
	"user_name" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"replaces" jsonb,
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
	"name_key" text GENERATED ALWAYS AS (nullif(name_key(user_name), '')) STORED,
	"currency" text NOT NULL,
	"form_id" uuid,
	"submission" "submission",
	"status" text,
	"status_source" "source",
	"status_at" timestamp with time zone,
	"not_found_at" timestamp with time zone,
	"callback_token" text,
	"requested_by" uuid,
	"due_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"last_polled_at" timestamp with time zone,
	"next_poll_at" timestamp with time zone,
	"polls" integer DEFAULT 0 NOT NULL,
	"superseded_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "registrations_form_id_unique" UNIQUE("form_id"),
	CONSTRAINT "registrations_callback_token_unique" UNIQUE("callback_token")
);
--> statement-breakpoint
CREATE TABLE "bank_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"statement_id" uuid NOT NULL,
	"environment" "environment" NOT NULL,
	"line" integer NOT NULL,
	"account" smallint NOT NULL,
	"raw" text NOT NULL,
	"booked_on" date NOT NULL,
	"valued_on" date,
	"currency" text,
	"amount" numeric,
	"movement_amount" numeric,
	"party" text NOT NULL,
	"description" text NOT NULL,
	"reference" text NOT NULL,
	"problems" jsonb,
	"identity" text NOT NULL,
	"is_counted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"name" text NOT NULL,
	"format" text NOT NULL,
	"encoding" text NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"is_own" boolean NOT NULL,
	"accounts" jsonb NOT NULL,
	"left_out" integer NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"withdrawn_by" uuid,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "statement_matches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entry_id" uuid NOT NULL,
	"movement_id" uuid NOT NULL,
	"matched_by" uuid,
	"matched_at" timestamp with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"undone_by" uuid,
	"undone_at" timestamp with time zone,
	"undo_reason" text
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"link_hash" text NOT NULL,
	"to" text NOT NULL,
	"sealed_link" text,
	"hours" integer NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "emails_link_hash_unique" UNIQUE("link_hash")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"role" "role" NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"accepted_by" uuid,
	"accepted_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "invitations_email_is_lower_case" CHECK ("invitations"."email" = lower("invitations"."email"))
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"invitation_id" uuid,
	"user_id" uuid,
	"made_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	CONSTRAINT "sign_in_links_for_one" CHECK (num_nonnulls("sign_in_links"."invitation_id", "sign_in_links"."user_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"reference_id" text collate "C" NOT NULL,
	"transaction_id" text collate "C",
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
	"discrepancy_at" timestamp with time zone,
	"discrepancy_kind" "discrepancy_kind",
	"resolved_at" timestamp with time zone,
	"held_at" timestamp with time zone,
	"held_reason" "hold_reason",
	"replaces" uuid,
	"callback_token" text,
	"possibly_sent_until" timestamp with time zone,
	"last_polled_at" timestamp with time zone,
	"next_poll_at" timestamp with time zone,
	"display_status" text GENERATED ALWAYS AS (case when status is not null then case status when 'SUCCESS' then 'SUCCESS' when 'PENDING' then 'PENDING' when 'COMPLETED' then 'COMPLETED' when 'FAILED' then 'FAILED' when 'CANCELLED' then 'CANCELLED' when 'RESOLVED' then 'RESOLVED' else 'unfamiliar' end
    when submission in ('awaiting_approval', 'declined', 'sent_back', 'withdrawn', 'expired', 'queued', 'stopped') then 'not_sent'
    when submission in ('submitting', 'accepted') then 'unheard'
    when submission in ('rejected') then 'rejected'
    when submission in ('unknown') then 'unknown'
    when submission in ('not_created') then 'not_created' else 'unheard' end) STORED NOT NULL,
	"polls" integer DEFAULT 0 NOT NULL,
	"party_name" text,
	"party_account" text,
	"party_key" text GENERATED ALWAYS AS (nullif(name_key(party_name), '')) STORED,
	"party_digits" text GENERATED ALWAYS AS (account_key(party_account)) STORED,
	"created_at" timestamp with time zone NOT NULL,
	"first_seen_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_at_source" "ended_at_source",
	"end_known_at" timestamp with time zone,
	"paid_at" timestamp with time zone GENERATED ALWAYS AS (case when status = 'COMPLETED' then ended_at end) STORED,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transactions_replaces_unique" UNIQUE("replaces"),
	CONSTRAINT "transactions_callback_token_unique" UNIQUE("callback_token"),
	CONSTRAINT "transactions_reference_id" UNIQUE("environment","reference_id"),
	CONSTRAINT "transactions_transaction_id" UNIQUE("environment","transaction_id"),
	CONSTRAINT "transactions_amount_is_positive" CHECK ("transactions"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "issuer_accounts" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "issuer_accounts_issuer_subject_pk" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "issuer_accounts_one_a_person" UNIQUE("issuer","user_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"awaits_factor" boolean DEFAULT false NOT NULL,
	"password_at" timestamp with time zone,
	"factor_at" timestamp with time zone,
	"issuer" text,
	"challenge" text,
	"challenge_at" timestamp with time zone,
	"user_agent" text,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" "role" NOT NULL,
	"password_hash" text NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_is_lower_case" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_keys_have_no_password" CHECK (("users"."role" = 'api_key') = ("users"."password_hash" = ''))
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"owner" uuid NOT NULL,
	"list" "view_list" NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_views_name" UNIQUE("environment","owner","list","name")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"endpoint_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"subject_row" uuid NOT NULL,
	"state" "webhook_state" DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "webhook_deliveries_endpoint_id_position_pk" PRIMARY KEY("endpoint_id","position")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"name" text NOT NULL,
	"types" "webhook_event_type"[] NOT NULL,
	"host" text NOT NULL,
	"sealed_url" text,
	"sealed_secret" text,
	"sealed_former" text,
	"former_until" timestamp with time zone,
	"holders" uuid[] NOT NULL,
	"added_by" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"paused_until" timestamp with time zone,
	"lease_holder" text,
	"leased_until" timestamp with time zone,
	CONSTRAINT "webhook_endpoints_removed" CHECK (("webhook_endpoints"."removed_at" is null) = ("webhook_endpoints"."sealed_url" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"environment" "environment" NOT NULL,
	"type" "webhook_event_type" NOT NULL,
	"subject_row" uuid NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"xid" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL,
	CONSTRAINT "webhook_events_id_unique" UNIQUE("id")
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
	"yucho_symbol" text,
	"yucho_number" text,
	"warnings" "recipient_warning"[] DEFAULT '{}' NOT NULL,
	"shortfall_reason" text,
	"purpose" text DEFAULT '' NOT NULL,
	"digest" text NOT NULL,
	"payee_key" text NOT NULL,
	"payee_id" uuid,
	"payee_version" integer,
	"new_payee_until" timestamp with time zone,
	"approval_basis" "approval_basis" NOT NULL,
	"approval_amount" numeric NOT NULL,
	"approvers_needed" integer NOT NULL,
	"approval_expires_at" timestamp with time zone,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	CONSTRAINT "withdrawals_form_id_unique" UNIQUE("form_id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_requests" ADD CONSTRAINT "api_requests_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_attachments" ADD CONSTRAINT "withdrawal_attachments_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_attachments" ADD CONSTRAINT "withdrawal_attachments_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attestations" ADD CONSTRAINT "attestations_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attestations" ADD CONSTRAINT "attestations_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_links" ADD CONSTRAINT "audit_links_event_id_audit_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."audit_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backfill_rows" ADD CONSTRAINT "backfill_rows_run_id_backfill_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."backfill_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backfill_runs" ADD CONSTRAINT "backfill_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_approvals" ADD CONSTRAINT "batch_approvals_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_approvals" ADD CONSTRAINT "batch_approvals_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_excluded_by_users_id_fk" FOREIGN KEY ("excluded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_replaces_transactions_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_payee_version" FOREIGN KEY ("payee_id","payee_version") REFERENCES "public"."payee_versions"("payee_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_mapping_id_column_mappings_id_fk" FOREIGN KEY ("mapping_id") REFERENCES "public"."column_mappings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_follows_batches_id_fk" FOREIGN KEY ("follows") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_paused_by_users_id_fk" FOREIGN KEY ("paused_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_addresses" ADD CONSTRAINT "callback_addresses_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_addresses" ADD CONSTRAINT "callback_addresses_retired_by_users_id_fk" FOREIGN KEY ("retired_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "column_mappings" ADD CONSTRAINT "column_mappings_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_closes" ADD CONSTRAINT "daily_closes_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_reopenings" ADD CONSTRAINT "day_reopenings_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_reopenings" ADD CONSTRAINT "day_reopenings_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_reopenings" ADD CONSTRAINT "day_reopenings_environment_day_version_daily_closes_environment_day_version_fk" FOREIGN KEY ("environment","day","version") REFERENCES "public"."daily_closes"("environment","day","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_instructions" ADD CONSTRAINT "payment_instructions_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_instructions" ADD CONSTRAINT "payment_instructions_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_disagreements" ADD CONSTRAINT "callback_disagreements_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_disagreements" ADD CONSTRAINT "callback_disagreements_registration_row_registrations_id_fk" FOREIGN KEY ("registration_row") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_disagreements" ADD CONSTRAINT "callback_disagreements_seen_by_users_id_fk" FOREIGN KEY ("seen_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discrepancies" ADD CONSTRAINT "discrepancies_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discrepancy_resolutions" ADD CONSTRAINT "discrepancy_resolutions_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discrepancy_resolutions" ADD CONSTRAINT "discrepancy_resolutions_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_registration_row_registrations_id_fk" FOREIGN KEY ("registration_row") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totps" ADD CONSTRAINT "totps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_dismissals" ADD CONSTRAINT "order_dismissals_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_dismissals" ADD CONSTRAINT "order_dismissals_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freezes" ADD CONSTRAINT "freezes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freezes" ADD CONSTRAINT "freezes_frozen_by_users_id_fk" FOREIGN KEY ("frozen_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_source_runs" ADD CONSTRAINT "ledger_source_runs_source_id_ledger_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."ledger_sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_source_runs" ADD CONSTRAINT "ledger_source_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_source_runs" ADD CONSTRAINT "ledger_source_runs_file_id_ledger_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."ledger_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_source_runs" ADD CONSTRAINT "ledger_source_runs_run_id_reconciliation_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."reconciliation_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_sources" ADD CONSTRAINT "ledger_sources_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_accounts" ADD CONSTRAINT "journal_accounts_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_packages" ADD CONSTRAINT "month_packages_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement_names" ADD CONSTRAINT "movement_names_movement_id_balance_movements_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."balance_movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement_names" ADD CONSTRAINT "movement_names_rule_id_movement_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."movement_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement_names" ADD CONSTRAINT "movement_names_named_by_users_id_fk" FOREIGN KEY ("named_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement_names" ADD CONSTRAINT "movement_names_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement_rules" ADD CONSTRAINT "movement_rules_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movement_rules" ADD CONSTRAINT "movement_rules_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_views" ADD CONSTRAINT "notification_views_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_views" ADD CONSTRAINT "notification_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_checks" ADD CONSTRAINT "account_checks_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_checks" ADD CONSTRAINT "account_checks_version" FOREIGN KEY ("payee_id","version") REFERENCES "public"."payee_versions"("payee_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_imports" ADD CONSTRAINT "payee_imports_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_versions" ADD CONSTRAINT "payee_versions_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_versions" ADD CONSTRAINT "payee_versions_import_id_payee_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."payee_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_versions" ADD CONSTRAINT "payee_versions_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_versions" ADD CONSTRAINT "payee_versions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_blocked_by_users_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception_events" ADD CONSTRAINT "exception_events_exception_id_reconciliation_exceptions_id_fk" FOREIGN KEY ("exception_id") REFERENCES "public"."reconciliation_exceptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exception_events" ADD CONSTRAINT "exception_events_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_file_parts" ADD CONSTRAINT "ledger_file_parts_file_id_ledger_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."ledger_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_files" ADD CONSTRAINT "ledger_files_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_exceptions" ADD CONSTRAINT "reconciliation_exceptions_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_exceptions" ADD CONSTRAINT "reconciliation_exceptions_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_runs" ADD CONSTRAINT "reconciliation_runs_mapping_id_column_mappings_id_fk" FOREIGN KEY ("mapping_id") REFERENCES "public"."column_mappings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_runs" ADD CONSTRAINT "reconciliation_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_runs" ADD CONSTRAINT "reconciliation_runs_superseded_by_reconciliation_runs_id_fk" FOREIGN KEY ("superseded_by") REFERENCES "public"."reconciliation_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_attempts" ADD CONSTRAINT "registration_attempts_registration_row_registrations_id_fk" FOREIGN KEY ("registration_row") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_attempts" ADD CONSTRAINT "registration_attempts_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_reports" ADD CONSTRAINT "registration_reports_registration_row_registrations_id_fk" FOREIGN KEY ("registration_row") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_reports" ADD CONSTRAINT "registration_reports_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_reports" ADD CONSTRAINT "registration_reports_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_files" ADD CONSTRAINT "registration_files_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_rows" ADD CONSTRAINT "registration_rows_file_id_registration_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."registration_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_rows" ADD CONSTRAINT "registration_rows_registration_row_registrations_id_fk" FOREIGN KEY ("registration_row") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_matches" ADD CONSTRAINT "statement_matches_entry_id_bank_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."bank_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_matches" ADD CONSTRAINT "statement_matches_movement_id_balance_movements_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."balance_movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_matches" ADD CONSTRAINT "statement_matches_matched_by_users_id_fk" FOREIGN KEY ("matched_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_matches" ADD CONSTRAINT "statement_matches_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_link_hash_sign_in_links_token_hash_fk" FOREIGN KEY ("link_hash") REFERENCES "public"."sign_in_links"("token_hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_replaces_transactions_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issuer_accounts" ADD CONSTRAINT "issuer_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_position_webhook_events_position_fk" FOREIGN KEY ("position") REFERENCES "public"."webhook_events"("position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_transaction_row_transactions_id_fk" FOREIGN KEY ("transaction_row") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_payee_version" FOREIGN KEY ("payee_id","payee_version") REFERENCES "public"."payee_versions"("payee_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_of_environment" ON "api_keys" USING btree ("environment");--> statement-breakpoint
CREATE INDEX "approvals_by_time" ON "approvals" USING btree ("at");--> statement-breakpoint
CREATE INDEX "attachments_by_time" ON "attachments" USING btree ("uploaded_at");--> statement-breakpoint
CREATE INDEX "withdrawal_attachments_by_attachment" ON "withdrawal_attachments" USING btree ("attachment_id");--> statement-breakpoint
CREATE INDEX "audit_events_by_subject" ON "audit_events" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_events_by_environment" ON "audit_events" USING btree ("environment","id");--> statement-breakpoint
CREATE INDEX "audit_events_newest" ON "audit_events" USING btree ("environment","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_events_of_users" ON "audit_events" USING btree ("environment","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "audit_events"."actor_kind" = 'user';--> statement-breakpoint
CREATE INDEX "audit_events_by_user" ON "audit_events" USING btree ("environment","actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "audit_events"."actor_kind" = 'user';--> statement-breakpoint
CREATE INDEX "audit_events_by_action" ON "audit_events" USING btree ("environment","action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_events_by_subject_newest" ON "audit_events" USING btree ("environment","subject","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "backfill_rows_due" ON "backfill_rows" USING btree ("run_id","due_at","line") WHERE "backfill_rows"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "backfill_runs_newest" ON "backfill_runs" USING btree ("environment","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "backfill_runs_open" ON "backfill_runs" USING btree ("environment") WHERE "backfill_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "balance_snapshots_newest" ON "balance_snapshots" USING btree ("environment","currency","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "balance_snapshots_by_time" ON "balance_snapshots" USING btree ("environment","currency","first_seen_at");--> statement-breakpoint
CREATE INDEX "batch_rows_waiting" ON "batch_rows" USING btree ("batch_id","line") WHERE ("batch_rows"."transaction_row" is null and "batch_rows"."replaced_by" is null and "batch_rows"."digest" is not null);--> statement-breakpoint
CREATE INDEX "batch_rows_ordered" ON "batch_rows" USING btree ("batch_id","ordered_at" DESC NULLS FIRST,"line" DESC NULLS FIRST) WHERE "batch_rows"."ordered_at" is not null;--> statement-breakpoint
CREATE INDEX "batch_rows_by_payee" ON "batch_rows" USING btree ("payee_key") WHERE "batch_rows"."transaction_row" is null;--> statement-breakpoint
CREATE INDEX "batch_rows_by_replaced" ON "batch_rows" USING btree ("replaces") WHERE "batch_rows"."replaces" is not null;--> statement-breakpoint
CREATE INDEX "batches_newest" ON "batches" USING btree ("environment","uploaded_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "callback_addresses_newest" ON "callback_addresses" USING btree ("environment","made_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "callback_quotas_by_day" ON "callback_quotas" USING btree ("environment","day");--> statement-breakpoint
CREATE INDEX "deliveries_newest" ON "deliveries" USING btree ("environment","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deliveries_unjudged" ON "deliveries" USING btree ((case when "signature" = 'valid' then 0 when "environment_address" is null then 1 else 2 end),"received_at") WHERE "deliveries"."effect" is null and "deliveries"."refusal" is null;--> statement-breakpoint
CREATE INDEX "deliveries_to_look_up" ON "deliveries" USING btree ("environment","signature","processed_at") WHERE "deliveries"."effect" = 'asked' and "deliveries"."transaction_row" is null and "deliveries"."registration_row" is null
  and "deliveries"."environment_address" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_by_environment_address" ON "deliveries" USING btree ("environment_address","received_at") WHERE "deliveries"."environment_address" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_by_transaction" ON "deliveries" USING btree ("transaction_row","received_at");--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("environment","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "deliveries"."effect" is null and "deliveries"."refusal" is null;--> statement-breakpoint
CREATE INDEX "deliveries_by_effect" ON "deliveries" USING btree ("environment","effect","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "deliveries"."effect" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_by_refusal" ON "deliveries" USING btree ("environment","refusal","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "deliveries"."refusal" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_by_signature" ON "deliveries" USING btree ("environment","signature","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deliveries_words" ON "deliveries" USING gin (body_words("body")) WITH (gin_pending_list_limit=64) WHERE ("deliveries"."effect" is not null or "deliveries"."refusal" is not null);--> statement-breakpoint
CREATE INDEX "deliveries_pairs" ON "deliveries" USING gin (wide_pairs(body_wide_text("body"))) WITH (fastupdate=false) WHERE ("deliveries"."effect" is not null or "deliveries"."refusal" is not null) and body_wide_text("deliveries"."body") is not null;--> statement-breakpoint
CREATE INDEX "deliveries_raw" ON "deliveries" USING btree ("received_at") WHERE "deliveries"."raw_removed_at" is null;--> statement-breakpoint
CREATE INDEX "payment_instructions_by_transaction" ON "payment_instructions" USING btree ("transaction_row","id");--> statement-breakpoint
CREATE INDEX "payment_instructions_raw" ON "payment_instructions" USING btree ("at") WHERE "payment_instructions"."raw_removed_at" is null;--> statement-breakpoint
CREATE INDEX "callback_disagreements_unseen" ON "callback_disagreements" USING btree ("environment","last_at") WHERE "callback_disagreements"."seen_at" is null;--> statement-breakpoint
CREATE INDEX "discrepancy_resolutions_by_transaction" ON "discrepancy_resolutions" USING btree ("transaction_row","id");--> statement-breakpoint
CREATE INDEX "attempts_raw" ON "attempts" USING btree ("claimed_at") WHERE "attempts"."raw_removed_at" is null;--> statement-breakpoint
CREATE INDEX "attempts_open" ON "attempts" USING btree ("claimed_at") WHERE "attempts"."outcome" is null;--> statement-breakpoint
CREATE INDEX "attempts_unknown" ON "attempts" USING btree ("ended_at") WHERE "attempts"."outcome" = 'unknown';--> statement-breakpoint
CREATE INDEX "exchanges_by_transaction" ON "exchanges" USING btree ("transaction_row","sent_at");--> statement-breakpoint
CREATE INDEX "exchanges_raw" ON "exchanges" USING btree ("sent_at") WHERE "exchanges"."raw_removed_at" is null;--> statement-breakpoint
CREATE INDEX "exchanges_by_registration" ON "exchanges" USING btree ("registration_row","sent_at");--> statement-breakpoint
CREATE INDEX "reports_by_transaction" ON "reports" USING btree ("transaction_row","at");--> statement-breakpoint
CREATE INDEX "reports_final" ON "reports" USING btree ("at") WHERE ("reports"."verdict" = 'moved' and "reports"."status" in ('COMPLETED', 'FAILED', 'CANCELLED', 'RESOLVED'));--> statement-breakpoint
CREATE INDEX "passkeys_by_person" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "order_dismissals_by_transaction" ON "order_dismissals" USING btree ("transaction_row");--> statement-breakpoint
CREATE UNIQUE INDEX "freezes_open_of_environment" ON "freezes" USING btree ("environment","cause") WHERE "freezes"."resumed_at" is null and "freezes"."user_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "freezes_open_of_person" ON "freezes" USING btree ("environment","user_id") WHERE "freezes"."resumed_at" is null;--> statement-breakpoint
CREATE INDEX "ledger_source_runs_newest" ON "ledger_source_runs" USING btree ("environment","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ledger_source_runs_open" ON "ledger_source_runs" USING btree ("environment") WHERE "ledger_source_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "ledger_source_runs_of" ON "ledger_source_runs" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "month_packages_in_work" ON "month_packages" USING btree ("environment","month") WHERE "month_packages"."packed_at" is null;--> statement-breakpoint
CREATE INDEX "balance_movements_newest" ON "balance_movements" USING btree ("environment","until_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "balance_movements_by_amount" ON "balance_movements" USING btree ("environment","currency","amount") WHERE "balance_movements"."explained_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "movement_names_in_force" ON "movement_names" USING btree ("movement_id") WHERE "movement_names"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "movement_names_of" ON "movement_names" USING btree ("movement_id","named_at");--> statement-breakpoint
CREATE INDEX "notes_by_transaction" ON "notes" USING btree ("transaction_row","at");--> statement-breakpoint
CREATE INDEX "notification_channels_of_environment" ON "notification_channels" USING btree ("environment");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_deliveries_channel" ON "notification_deliveries" USING btree ("notification_id","channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_deliveries_user" ON "notification_deliveries" USING btree ("notification_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_deliveries_device" ON "notification_deliveries" USING btree ("notification_id","subscription_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_of_device" ON "notification_deliveries" USING btree ("subscription_id") WHERE "notification_deliveries"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "notification_deliveries_due" ON "notification_deliveries" USING btree ("next_try_at") WHERE "notification_deliveries"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_deliveries_newest" ON "notification_deliveries" USING btree ("at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_open" ON "notifications" USING btree ("environment","event","subject") WHERE "notifications"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_to_fan_out" ON "notifications" USING btree ("environment","at") WHERE "notifications"."fanned_out_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint_hash") WHERE "push_subscriptions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_of_user" ON "push_subscriptions" USING btree ("user_id") WHERE "push_subscriptions"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "party_near_to" ON "party_near" USING hash ("near");--> statement-breakpoint
CREATE UNIQUE INDEX "payee_versions_waiting" ON "payee_versions" USING btree ("payee_id") WHERE "payee_versions"."decision" is null;--> statement-breakpoint
CREATE INDEX "payee_versions_by_account" ON "payee_versions" USING btree ("payee_key");--> statement-breakpoint
CREATE INDEX "payee_versions_by_import" ON "payee_versions" USING btree ("import_id") WHERE "payee_versions"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "payees_newest" ON "payees" USING btree ("environment","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payees_waiting" ON "payees" USING btree ("environment","created_at") WHERE "payees"."waiting" is not null;--> statement-breakpoint
CREATE INDEX "proposals_by_proposer" ON "proposals" USING btree ("proposed_by","proposed_at");--> statement-breakpoint
CREATE INDEX "proposals_in_force" ON "proposals" USING btree ("kind","environment","applied_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_one_open" ON "proposals" USING btree ("kind","environment","subject") WHERE "proposals"."decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_one_open_of_users" ON "proposals" USING btree ("kind","subject") WHERE "proposals"."decided_at" is null and "proposals"."environment" is null;--> statement-breakpoint
CREATE INDEX "exception_events_of" ON "exception_events" USING btree ("exception_id","id");--> statement-breakpoint
CREATE INDEX "ledger_rows_broken" ON "ledger_rows" USING btree ("run_id","file","line") WHERE "ledger_rows"."problems" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_exceptions_open" ON "reconciliation_exceptions" USING btree ("environment","identity") WHERE "reconciliation_exceptions"."state" = 'open';--> statement-breakpoint
CREATE INDEX "reconciliation_exceptions_by_identity" ON "reconciliation_exceptions" USING btree ("environment","identity","opened_at");--> statement-breakpoint
CREATE INDEX "reconciliation_exceptions_by_day" ON "reconciliation_exceptions" USING btree ("environment","day") WHERE "reconciliation_exceptions"."state" = 'open';--> statement-breakpoint
CREATE INDEX "reconciliation_rows_left" ON "reconciliation_rows" USING btree ("run_id") WHERE "reconciliation_rows"."class" = 'across_cutoff' and "reconciliation_rows"."ledger_amount" is null;--> statement-breakpoint
CREATE INDEX "reconciliation_rows_booked" ON "reconciliation_rows" USING btree ("order_id") WHERE "reconciliation_rows"."ledger_amount" is not null and "reconciliation_rows"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_runs_newest" ON "reconciliation_runs" USING btree ("environment","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reconciliation_runs_open" ON "reconciliation_runs" USING btree ("environment") WHERE "reconciliation_runs"."state" in ('importing', 'matching');--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_runs_in_force" ON "reconciliation_runs" USING btree ("environment","first_day","last_day") WHERE "reconciliation_runs"."state" = 'done' and "reconciliation_runs"."superseded_by" is null;--> statement-breakpoint
CREATE INDEX "registration_attempts_raw" ON "registration_attempts" USING btree ("claimed_at") WHERE "registration_attempts"."raw_removed_at" is null;--> statement-breakpoint
CREATE INDEX "registration_attempts_open" ON "registration_attempts" USING btree ("claimed_at") WHERE "registration_attempts"."outcome" is null;--> statement-breakpoint
CREATE INDEX "registration_reports_by_registration" ON "registration_reports" USING btree ("registration_row","at");--> statement-breakpoint
CREATE INDEX "registration_files_newest" ON "registration_files" USING btree ("environment","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "registration_rows_due" ON "registration_rows" USING btree ("due_at") WHERE "registration_rows"."left_out" is null and "registration_rows"."registration_row" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_current" ON "registrations" USING btree ("environment","player_id") WHERE "registrations"."superseded_at" is null;--> statement-breakpoint
CREATE INDEX "registrations_by_player" ON "registrations" USING btree ("environment","player_id","created_at");--> statement-breakpoint
CREATE INDEX "registrations_newest" ON "registrations" USING btree ("environment","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "registrations_open" ON "registrations" USING btree ("environment","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "registrations"."superseded_at" is null and ("registrations"."status" is distinct from 'REGISTERED' or "registrations"."not_found_at" is not null);--> statement-breakpoint
CREATE INDEX "registrations_player_prefix" ON "registrations" USING btree ("environment","player_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "registrations_by_player_end" ON "registrations" USING btree ("environment",reverse("player_id") text_pattern_ops) WHERE "registrations"."superseded_at" is null;--> statement-breakpoint
CREATE INDEX "registrations_named" ON "registrations" USING btree ("environment","name_key" text_pattern_ops,"created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "registrations_queued" ON "registrations" USING btree ("due_at") WHERE "registrations"."submission" = 'queued';--> statement-breakpoint
CREATE INDEX "registrations_due" ON "registrations" USING btree ("next_poll_at") WHERE "registrations"."next_poll_at" is not null;--> statement-breakpoint
CREATE INDEX "bank_entries_newest" ON "bank_entries" USING btree ("environment","booked_on" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "bank_entries"."is_counted";--> statement-breakpoint
CREATE INDEX "bank_entries_of" ON "bank_entries" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "bank_entries_by_amount" ON "bank_entries" USING btree ("environment","currency","movement_amount") WHERE "bank_entries"."problems" is null and "bank_entries"."is_counted";--> statement-breakpoint
CREATE INDEX "bank_entries_same" ON "bank_entries" USING btree ("environment","identity");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_entries_counted" ON "bank_entries" USING btree ("environment","identity") WHERE "bank_entries"."is_counted";--> statement-breakpoint
CREATE UNIQUE INDEX "bank_statements_once" ON "bank_statements" USING btree ("environment","sha256") WHERE "bank_statements"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "bank_statements_newest" ON "bank_statements" USING btree ("environment","uploaded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_matches_entry" ON "statement_matches" USING btree ("entry_id") WHERE "statement_matches"."undone_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_matches_movement" ON "statement_matches" USING btree ("movement_id") WHERE "statement_matches"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "statement_matches_of" ON "statement_matches" USING btree ("entry_id","movement_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "emails" USING btree ("next_try_at") WHERE "emails"."next_try_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_open" ON "invitations" USING btree ("email") WHERE "invitations"."accepted_at" is null and "invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "sign_in_links_by_invitation" ON "sign_in_links" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "sign_in_links_by_person" ON "sign_in_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "transactions_newest" ON "transactions" USING btree ("environment","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transactions_by_status" ON "transactions" USING btree ("environment","display_status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transactions_by_player" ON "transactions" USING btree ("environment","player_id" text_pattern_ops,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transactions_by_amount" ON "transactions" USING btree ("environment","currency","amount" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transactions_ended" ON "transactions" USING btree ("environment","ended_at","end_known_at") WHERE "transactions"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "transactions_due" ON "transactions" USING btree ("environment","next_poll_at") WHERE "transactions"."next_poll_at" is not null;--> statement-breakpoint
CREATE INDEX "transactions_attention" ON "transactions" USING btree ("environment","submission","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE ("transactions"."discrepancy_at" is not null or "transactions"."submission" in ('unknown', 'not_created', 'queued', 'awaiting_approval'));--> statement-breakpoint
CREATE INDEX "transactions_set_back" ON "transactions" USING btree ("environment","updated_at" DESC NULLS FIRST) WHERE ("transactions"."type" = 'WITHDRAW' and ("transactions"."status" in ('FAILED', 'CANCELLED', 'RESOLVED')
    or ("transactions"."status" is null and ("transactions"."submission" in ('sent_back', 'declined', 'expired', 'stopped', 'rejected', 'not_created')
      or ("transactions"."held_at" is not null and "transactions"."submission" in ('queued', 'awaiting_approval'))))));--> statement-breakpoint
CREATE INDEX "transactions_by_player_end" ON "transactions" USING btree ("environment",reverse("player_id") text_pattern_ops,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "transactions"."player_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_by_party" ON "transactions" USING btree ("environment","party_key" text_pattern_ops,"created_at" DESC NULLS FIRST) WHERE "transactions"."party_key" is not null;--> statement-breakpoint
CREATE INDEX "transactions_by_account" ON "transactions" USING btree ("environment","party_digits" text_pattern_ops,"created_at" DESC NULLS FIRST) WHERE "transactions"."party_digits" is not null;--> statement-breakpoint
CREATE INDEX "transactions_by_account_end" ON "transactions" USING btree ("environment",reverse("party_digits") text_pattern_ops) WHERE "transactions"."party_digits" is not null;--> statement-breakpoint
CREATE INDEX "sessions_by_person" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_position" ON "webhook_deliveries" USING btree ("position");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("position","endpoint_id") WHERE "webhook_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("endpoint_id","position") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting_by_subject" ON "webhook_deliveries" USING btree ("endpoint_id","subject_row","position") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_environment" ON "webhook_endpoints" USING btree ("environment");--> statement-breakpoint
CREATE INDEX "webhook_events_feed" ON "webhook_events" USING btree ("environment","xid","position");--> statement-breakpoint
CREATE INDEX "webhook_events_by_subject" ON "webhook_events" USING btree ("subject","position");--> statement-breakpoint
CREATE INDEX "webhook_events_by_time" ON "webhook_events" USING btree ("environment","at");--> statement-breakpoint
CREATE INDEX "withdrawals_by_requester" ON "withdrawals" USING btree ("requested_by","requested_at");--> statement-breakpoint
CREATE INDEX "withdrawals_by_payee" ON "withdrawals" USING btree ("payee_key","requested_at");