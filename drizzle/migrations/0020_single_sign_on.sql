CREATE TABLE "issuer_accounts" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "issuer_accounts_issuer_subject_pk" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "issuer_accounts_one_a_person" UNIQUE("issuer","person_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "issuer_accounts" ADD CONSTRAINT "issuer_accounts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;