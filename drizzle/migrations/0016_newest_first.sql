DROP INDEX "rule_changes_in_force";--> statement-breakpoint
DROP INDEX "balance_snapshots_newest";--> statement-breakpoint
DROP INDEX "callback_addresses_newest";--> statement-breakpoint
DROP INDEX "signature_lock_changes_in_force";--> statement-breakpoint
DROP INDEX "deliveries_newest";--> statement-breakpoint
DROP INDEX "history_runs_newest";--> statement-breakpoint
DROP INDEX "transactions_newest_deposits";--> statement-breakpoint
DROP INDEX "transactions_newest";--> statement-breakpoint
CREATE INDEX "rule_changes_in_force" ON "rule_changes" USING btree ("environment","applied_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "balance_snapshots_newest" ON "balance_snapshots" USING btree ("environment","currency","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "callback_addresses_newest" ON "callback_addresses" USING btree ("environment","made_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "signature_lock_changes_in_force" ON "signature_lock_changes" USING btree ("environment","applied_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deliveries_newest" ON "deliveries" USING btree ("environment","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "history_runs_newest" ON "history_runs" USING btree ("environment","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "transactions_newest_deposits" ON "transactions" USING btree ("environment","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "transactions"."type" = 'DEPOSIT';--> statement-breakpoint
CREATE INDEX "transactions_newest" ON "transactions" USING btree ("environment","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);