-- Names in bodies, which are not written in Latin letters and have no spaces between their words: each two letters that
-- stand side by side, and each by itself. Almost no body has any, so that this costs it a look at its bytes.
CREATE FUNCTION body_wide_text(body bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 500 AS $$
DECLARE
  came text;
BEGIN
  -- Escaped, a byte above 127 is a backslash and three digits, and a backslash is two.
  IF encode(body, 'escape') !~ '\\[23\\]' THEN RETURN NULL; END IF;
  BEGIN
    came := convert_from(body, 'UTF8');
    -- JSON may write any letter as \uXXXX.
    IF position('\u' IN came) > 0 THEN came := came::jsonb::text; END IF;
    RETURN nullif(regexp_replace(lower(normalize(came, NFKC)), '[\x01-\x7f]+', ' ', 'g'), ' ');
  EXCEPTION WHEN OTHERS THEN
    RETURN NULL;
  END;
END $$;
--> statement-breakpoint
CREATE FUNCTION wide_pairs(came text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 500 AS $$
DECLARE
  pairs text[] := '{}';
  word text;
BEGIN
  FOREACH word IN ARRAY string_to_array(came, ' ') LOOP
    FOR at IN 1 .. length(word) LOOP
      pairs := pairs || substr(word, at, 1);
      IF at < length(word) THEN pairs := pairs || substr(word, at, 2); END IF;
    END LOOP;
  END LOOP;
  RETURN pairs;
END $$;
--> statement-breakpoint
-- The hour, the day and the thirty days that a moment lies in. With them one index finds what a part of the log says.
CREATE FUNCTION log_parts(at timestamptz) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY['h' || floor(extract(epoch FROM at) / 3600), 'd' || floor(extract(epoch FROM at) / 86400),
    'm' || floor(extract(epoch FROM at) / 2592000)]
$$;
--> statement-breakpoint
-- Without a list of what is pending: whoever searches would have to read it whole.
CREATE INDEX deliveries_pairs ON deliveries USING gin (wide_pairs(body_wide_text(body)), log_parts(received_at))
  WITH (fastupdate = off) WHERE body_wide_text(body) IS NOT NULL;
--> statement-breakpoint
-- As before, but that a word without end is known by its beginning; there is none in the index so far.
CREATE OR REPLACE FUNCTION body_words(body bytea) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 500 AS $$
  SELECT to_tsvector('simple'::regconfig, regexp_replace(
    CASE WHEN length(body) > 1000 THEN regexp_replace(lower(encode(body, 'escape')), '([a-z0-9]{100})[a-z0-9]+', '\1', 'g')
      ELSE lower(encode(body, 'escape')) END, '[^a-z0-9]+', ' ', 'g'))
$$;
--> statement-breakpoint
ALTER FUNCTION body_words_of(bytea, text[]) COST 500;
