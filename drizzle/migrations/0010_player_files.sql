ALTER TABLE "registration_rows" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "registration_rows" ADD COLUMN "due_at" timestamp with time zone NOT NULL;--> statement-breakpoint
CREATE INDEX "registration_rows_due" ON "registration_rows" USING btree ("due_at") WHERE "registration_rows"."left_out" is null and "registration_rows"."registration_row" is null;--> statement-breakpoint
DROP TRIGGER append_only ON registration_rows;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON registration_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION refuse_other_registration_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.file_id, NEW.line, NEW.player_id, NEW.user_name, NEW.due_at)
    IS DISTINCT FROM (OLD.id, OLD.file_id, OLD.line, OLD.player_id, OLD.user_name, OLD.due_at)
    OR OLD.left_out IS NOT NULL OR OLD.registration_row IS NOT NULL
  THEN
    RAISE EXCEPTION 'a row of a file stays as it was started; only what became of it is written, once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER as_started BEFORE UPDATE ON registration_rows FOR EACH ROW EXECUTE FUNCTION refuse_other_registration_row();
