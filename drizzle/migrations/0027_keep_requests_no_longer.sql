ALTER TABLE "payment_instructions" ADD COLUMN "raw_removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "raw_removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "registration_attempts" ADD COLUMN "raw_removed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payment_instructions_raw" ON "payment_instructions" USING btree ("at") WHERE "payment_instructions"."raw_removed_at" is null;--> statement-breakpoint
CREATE INDEX "attempts_raw" ON "attempts" USING btree ("claimed_at") WHERE "attempts"."raw_removed_at" is null;--> statement-breakpoint
CREATE INDEX "registration_attempts_raw" ON "registration_attempts" USING btree ("claimed_at") WHERE "registration_attempts"."raw_removed_at" is null;--> statement-breakpoint
-- How a deposit was to be paid goes like other raw text: whole, once, and not within a month.
DROP TRIGGER append_only ON payment_instructions;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON payment_instructions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION refuse_other_instructions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[] := '{address,receiver_account,receiver_name,receiver_bank,receiver_bank_code,receiver_bank_branch,raw_removed_at}';
BEGIN
  IF OLD.raw_removed_at IS NULL AND NEW.raw_removed_at IS NOT NULL AND OLD.at < now() - interval '30 days'
    AND num_nonnulls(NEW.address, NEW.receiver_account, NEW.receiver_name, NEW.receiver_bank, NEW.receiver_bank_code, NEW.receiver_bank_branch) = 0
    AND to_jsonb(NEW) - told = to_jsonb(OLD) - told
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'payment_instructions is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER as_it_was_said BEFORE UPDATE ON payment_instructions
  FOR EACH ROW EXECUTE FUNCTION refuse_other_instructions();
