CREATE TABLE "circuits" (
	"environment" "environment" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"trips" integer NOT NULL,
	"open_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "seats" (
	"environment" "environment" NOT NULL,
	"seat" integer NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"holder" text NOT NULL,
	CONSTRAINT "seats_environment_seat_pk" PRIMARY KEY("environment","seat")
);
--> statement-breakpoint
DROP INDEX "transactions_due";--> statement-breakpoint
CREATE INDEX "transactions_due" ON "transactions" USING btree ("environment","next_ask_at") WHERE "transactions"."next_ask_at" is not null;