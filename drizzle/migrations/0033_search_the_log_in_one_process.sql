-- A page is found in less time than it takes to start a second process, whatever the planner thinks of these functions.
ALTER FUNCTION body_words_of(bytea, text[]) PARALLEL RESTRICTED;
--> statement-breakpoint
ALTER FUNCTION body_wide_text(bytea) PARALLEL RESTRICTED;
--> statement-breakpoint
ALTER FUNCTION wide_pairs(text) PARALLEL RESTRICTED;
